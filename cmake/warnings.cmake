# One set of flags for every C file of the project.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
if(NOT CMAKE_BUILD_TYPE)
	set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

add_library(project_flags INTERFACE)
target_compile_options(project_flags INTERFACE
	$<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wshadow;-Wstrict-prototypes;-Wmissing-prototypes;-Wvla;-Wswitch-enum;-Werror>)
target_include_directories(project_flags INTERFACE
	${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include)
target_compile_definitions(project_flags INTERFACE _GNU_SOURCE)

# base/version.h: the one place where the version of project() becomes C.
configure_file(${PROJECT_SOURCE_DIR}/cmake/version.h.in
	${PROJECT_BINARY_DIR}/include/base/version.h @ONLY)
