# build/lib/scree: what `scree cc` gives to the compiler and links into a tested program.
set(RUNTIME_DIR ${PROJECT_BINARY_DIR}/lib/scree)

# The tool's own implementations of base/ (files named *_libc.c) stay outside.
file(GLOB_RECURSE RUNTIME_SOURCES CONFIGURE_DEPENDS
	${PROJECT_SOURCE_DIR}/runtime/*.c ${PROJECT_SOURCE_DIR}/runtime/*.S)
# tools/merge-runtime.sh assembles these, when it knows the names.
set(ENTRY_STUBS ${PROJECT_SOURCE_DIR}/runtime/arch/x86_64/entry.S)
list(REMOVE_ITEM RUNTIME_SOURCES ${ENTRY_STUBS})
file(GLOB SHARED_SOURCES CONFIGURE_DEPENDS
	${PROJECT_SOURCE_DIR}/base/*.c ${PROJECT_SOURCE_DIR}/event/*.c
	${PROJECT_SOURCE_DIR}/explore/*.c ${PROJECT_SOURCE_DIR}/race/*.c
	${PROJECT_SOURCE_DIR}/engine/*.c)
list(FILTER SHARED_SOURCES EXCLUDE REGEX "_libc\\.c$")

# No instrumentation and no call that the compiler invents: it could come back to an interposer.
set(RUNTIME_FLAGS
	-fPIC -fvisibility=hidden -fno-common -fno-builtin -fno-stack-protector
	-fcf-protection=none -fno-sanitize=all -U_FORTIFY_SOURCE)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
	list(APPEND RUNTIME_FLAGS -fno-tree-loop-distribute-patterns)
endif()

# Most of it runs at every operation of the program: gcc compiles it as one.
add_library(runtime_parts OBJECT ${RUNTIME_SOURCES} ${SHARED_SOURCES})
target_link_libraries(runtime_parts PRIVATE project_flags)
target_compile_options(runtime_parts PRIVATE $<$<COMPILE_LANGUAGE:C>:${RUNTIME_FLAGS};-fno-lto>)
set(RUNTIME_OBJECTS $<TARGET_OBJECTS:runtime_parts>)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
	target_compile_options(runtime_parts PRIVATE $<$<COMPILE_LANGUAGE:C>:-O3;-flto;-fno-fat-lto-objects>)
	set(RUNTIME_OBJECTS ${PROJECT_BINARY_DIR}/runtime_as_one.o)
	add_custom_command(
		OUTPUT ${RUNTIME_OBJECTS}
		COMMAND ${CMAKE_C_COMPILER} ${RUNTIME_FLAGS} -O3 -g -flto=auto -r -flinker-output=nolto-rel -nostdlib
			-o ${RUNTIME_OBJECTS} $<TARGET_OBJECTS:runtime_parts>
		DEPENDS runtime_parts $<TARGET_OBJECTS:runtime_parts>
		COMMAND_EXPAND_LISTS VERBATIM
		COMMENT "Compiling the runtime as one")
endif()

# An exception may pass through pthread_once on its way out of the program's function.
# Apart from the rest: its directives for the assembler must stand where its calls do.
set_property(SOURCE ${PROJECT_SOURCE_DIR}/runtime/intercept/once.c APPEND
	PROPERTY COMPILE_OPTIONS -fexceptions -fno-lto)

# GNU binutils, whichever compiler is used: the recipe rests on their linker script.
find_program(GNU_LD NAMES ld.bfd ld REQUIRED)
find_program(GNU_NM NAMES nm REQUIRED)
find_program(GNU_OBJCOPY NAMES objcopy REQUIRED)

add_custom_command(
	OUTPUT ${RUNTIME_DIR}/scree_rt.o ${RUNTIME_DIR}/scree_rt.list
	COMMAND ${CMAKE_COMMAND} -E env CC=${CMAKE_C_COMPILER} LD=${GNU_LD} NM=${GNU_NM} OBJCOPY=${GNU_OBJCOPY}
		${PROJECT_SOURCE_DIR}/tools/merge-runtime.sh
		${RUNTIME_DIR}/scree_rt.o ${RUNTIME_OBJECTS}
	DEPENDS runtime_parts ${RUNTIME_OBJECTS} ${ENTRY_STUBS} ${PROJECT_SOURCE_DIR}/runtime/arch/x86_64/entry.h
		${PROJECT_SOURCE_DIR}/tools/merge-runtime.sh ${PROJECT_SOURCE_DIR}/runtime/merge.ld
	COMMAND_EXPAND_LISTS VERBATIM
	COMMENT "Merging the runtime into lib/scree/scree_rt.o")

# Headers and specs beside it, so that build/scree finds the same layout as an installed one.
file(GLOB_RECURSE RUNTIME_HEADERS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
	${PROJECT_SOURCE_DIR}/include/*.h)
configure_file(${PROJECT_SOURCE_DIR}/cli/cc/gcc.specs ${RUNTIME_DIR}/gcc.specs COPYONLY)
configure_file(${PROJECT_SOURCE_DIR}/cli/gdb/scree_gdb.py ${RUNTIME_DIR}/scree_gdb.py COPYONLY)
foreach(header IN LISTS RUNTIME_HEADERS)
	configure_file(${PROJECT_SOURCE_DIR}/include/${header} ${RUNTIME_DIR}/include/${header} COPYONLY)
endforeach()

add_custom_target(runtime ALL DEPENDS ${RUNTIME_DIR}/scree_rt.o)
