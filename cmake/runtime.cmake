# build/lib/scree: what `scree cc` gives to the compiler and links into a tested program.
set(RUNTIME_DIR ${PROJECT_BINARY_DIR}/lib/scree)

# The tool's own implementations of base/ (files named *_libc.c) stay outside.
file(GLOB_RECURSE RUNTIME_SOURCES CONFIGURE_DEPENDS
	${PROJECT_SOURCE_DIR}/runtime/*.c ${PROJECT_SOURCE_DIR}/runtime/*.S)
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

# What stands between the program and op_begin leaves the program's registers alone, so that spin.c sees them
# all and need not look at our own frames. Hence file by file: of a whole that is compiled as one, no part can
# do without registers. All else, which has a word on every operation of the program, is compiled as one.
set(RUNTIME_EDGE ${RUNTIME_SOURCES})
list(FILTER RUNTIME_EDGE INCLUDE REGEX "/runtime/(abi|intercept)/|\\.S$")
list(REMOVE_ITEM RUNTIME_SOURCES ${RUNTIME_EDGE})
add_library(runtime_edge OBJECT ${RUNTIME_EDGE})
add_library(runtime_core OBJECT ${RUNTIME_SOURCES} ${SHARED_SOURCES})
foreach(part IN ITEMS runtime_edge runtime_core)
	target_link_libraries(${part} PRIVATE project_flags)
	target_compile_options(${part} PRIVATE $<$<COMPILE_LANGUAGE:C>:${RUNTIME_FLAGS};-fno-lto>)
endforeach()
set(RUNTIME_CORE $<TARGET_OBJECTS:runtime_core>)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
	target_compile_options(runtime_edge PRIVATE $<$<COMPILE_LANGUAGE:C>:-fomit-frame-pointer
		-ffixed-rbx -ffixed-rbp -ffixed-r12 -ffixed-r13 -ffixed-r14 -ffixed-r15>)
	target_compile_definitions(runtime_core PRIVATE PROGRAM_REGISTERS_KEPT=1)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
	target_compile_options(runtime_core PRIVATE -O3 -flto -fno-fat-lto-objects)
	set(RUNTIME_CORE ${PROJECT_BINARY_DIR}/runtime_core.o)
	add_custom_command(
		OUTPUT ${RUNTIME_CORE}
		COMMAND ${CMAKE_C_COMPILER} ${RUNTIME_FLAGS} -O3 -g -flto=auto -r -flinker-output=nolto-rel -nostdlib
			-o ${RUNTIME_CORE} $<TARGET_OBJECTS:runtime_core>
		DEPENDS runtime_core $<TARGET_OBJECTS:runtime_core>
		COMMAND_EXPAND_LISTS VERBATIM
		COMMENT "Compiling the core of the runtime as one")
endif()

# An exception may pass through pthread_once on its way out of the program's function.
set_property(SOURCE ${PROJECT_SOURCE_DIR}/runtime/intercept/once.c APPEND
	PROPERTY COMPILE_OPTIONS -fexceptions)

# GNU binutils, whichever compiler is used: the recipe rests on their linker script.
find_program(GNU_LD NAMES ld.bfd ld REQUIRED)
find_program(GNU_NM NAMES nm REQUIRED)
find_program(GNU_OBJCOPY NAMES objcopy REQUIRED)

add_custom_command(
	OUTPUT ${RUNTIME_DIR}/scree_rt.o ${RUNTIME_DIR}/scree_rt.list
	COMMAND ${CMAKE_COMMAND} -E env LD=${GNU_LD} NM=${GNU_NM} OBJCOPY=${GNU_OBJCOPY}
		${PROJECT_SOURCE_DIR}/tools/merge-runtime.sh
		${RUNTIME_DIR}/scree_rt.o $<TARGET_OBJECTS:runtime_edge> ${RUNTIME_CORE}
	DEPENDS runtime_edge $<TARGET_OBJECTS:runtime_edge> runtime_core ${RUNTIME_CORE}
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
