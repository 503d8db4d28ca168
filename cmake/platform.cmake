# The runtime switches stacks and thread control blocks by hand: it knows one machine, one libc.
include(CheckCSourceCompiles)

check_c_source_compiles("
#include <features.h>
#if !defined(__x86_64__) || defined(__ILP32__) || !defined(__linux__) || !defined(__GLIBC__)
#error not our platform
#endif
int main(void) { return 0; }
" SCREE_PLATFORM_OK)

if(NOT SCREE_PLATFORM_OK)
	message(FATAL_ERROR
		"scree runs on 64-bit x86 Linux with glibc only; "
		"${CMAKE_C_COMPILER} builds for something else.")
endif()
