# The tool: one static library for each folder, and build/scree on top of them.
# A new file in a folder, or in a sub-folder of it, needs no change here.
set(TOOL_LIBRARIES)

add_library(tool_flags INTERFACE)
target_link_libraries(tool_flags INTERFACE project_flags)
if(SCREE_ASAN)
	target_compile_options(tool_flags INTERFACE
		-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
	target_link_options(tool_flags INTERFACE -fsanitize=address,undefined)
endif()
if(SCREE_FUZZ)
	target_compile_options(tool_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-fsanitize=fuzzer-no-link>)
endif()

foreach(folder IN LISTS TOOL_FOLDERS)
	file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.c)
	list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/cli/main.c)
	if(NOT sources)
		continue()
	endif()
	add_library(${folder} STATIC ${sources})
	# What a folder may call stands below it in the list, so it comes later on the link line.
	target_link_libraries(${folder} PUBLIC ${TOOL_LIBRARIES} tool_flags)
	list(PREPEND TOOL_LIBRARIES ${folder})
endforeach()

# Files that are part of the tool: the pages of `scree explain`, the logic of bash completion.
set(HOLDING_FILES ${PROJECT_SOURCE_DIR}/report/verdict/explain_pages.S ${PROJECT_SOURCE_DIR}/cli/completion/completion_logic.S)
target_sources(report PRIVATE ${PROJECT_SOURCE_DIR}/report/verdict/explain_pages.S)
target_sources(cli PRIVATE ${PROJECT_SOURCE_DIR}/cli/completion/completion_logic.S)
set_property(SOURCE ${HOLDING_FILES} APPEND PROPERTY COMPILE_OPTIONS -Wa,-I${PROJECT_SOURCE_DIR})
set_property(SOURCE ${HOLDING_FILES} APPEND PROPERTY OBJECT_DEPENDS
	${PROJECT_SOURCE_DIR}/docs/explain.md ${PROJECT_SOURCE_DIR}/cli/completion/completion_logic.sh)

# elfutils: the controller looks at executables, reports look up symbols.
find_library(LIBDW dw REQUIRED)
find_library(LIBELF elf REQUIRED)
# SQLite: a run is kept in one file.
find_library(SQLITE sqlite3 REQUIRED)
target_link_libraries(jobs PUBLIC ${LIBELF} ${SQLITE})
target_link_libraries(report PUBLIC ${LIBDW} ${LIBELF})

add_executable(scree cli/main.c)
target_link_libraries(scree PRIVATE ${TOOL_LIBRARIES})

# Where shells look for them: see cmake/install.cmake.
set(COMPLETION_DIR ${PROJECT_BINARY_DIR}/completion)
file(MAKE_DIRECTORY ${COMPLETION_DIR})
set(COMPLETIONS)
foreach(pair bash:scree fish:scree.fish zsh:_scree)
	string(REGEX MATCH "^[a-z]+" shell ${pair})
	string(REGEX REPLACE "^[a-z]+:" "" name ${pair})
	add_custom_command(OUTPUT ${COMPLETION_DIR}/${name}
		COMMAND scree completion ${shell} > ${COMPLETION_DIR}/${name}
		DEPENDS scree VERBATIM)
	list(APPEND COMPLETIONS ${COMPLETION_DIR}/${name})
endforeach()
add_custom_target(completion ALL DEPENDS ${COMPLETIONS})
