# Tests are found, not listed:
#   tests/unit/**/*.c      one cmocka program each, linked against the whole tool
#   tests/programs/*/*     one test each, see tests/programs/CMakeLists.txt
#   tests/*/test_*.sh      one script each; SCREE is the built tool; status 77 means skipped
find_library(CMOCKA cmocka)
if(NOT CMOCKA)
	message(STATUS "cmocka not found: no unit tests (tools/install-deps.sh installs it)")
endif()

file(GLOB_RECURSE UNIT_TESTS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests/unit
	${PROJECT_SOURCE_DIR}/tests/unit/*.c)
# A simulated machine that explorers are tested on.
file(GLOB ORACLE CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/oracle/*.c)
add_library(oracle STATIC EXCLUDE_FROM_ALL ${ORACLE})
target_link_libraries(oracle PUBLIC ${TOOL_LIBRARIES})

foreach(source IN LISTS UNIT_TESTS)
	if(NOT CMOCKA)
		break()
	endif()
	string(REGEX REPLACE "\\.c$" "" name ${source})
	string(REPLACE "/" "." name ${name})
	add_executable(unit.${name} tests/unit/${source})
	set_target_properties(unit.${name} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
	target_link_libraries(unit.${name} PRIVATE oracle ${TOOL_LIBRARIES} ${CMOCKA})
	add_test(NAME unit.${name} COMMAND unit.${name})
endforeach()

file(GLOB SCRIPT_TESTS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests
	${PROJECT_SOURCE_DIR}/tests/*/test_*.sh)
foreach(script IN LISTS SCRIPT_TESTS)
	string(REGEX REPLACE "/test_(.*)\\.sh$" ".\\1" name ${script})
	add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/${script})
	set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77
		ENVIRONMENT SCREE=${PROJECT_BINARY_DIR}/scree)
endforeach()

add_subdirectory(tests/programs)

# The browser test of HTML reports makes its pages with this.
add_executable(render-page tests/html/render.c)
set_target_properties(render-page PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
target_link_libraries(render-page PRIVATE ${TOOL_LIBRARIES})
