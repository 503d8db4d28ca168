# What tests need besides the tool is built by the target `tests` alone, so that `make all` and `make demo` build
# no more than the tool and its runtime.
add_custom_target(unit)
add_custom_target(tests DEPENDS scree runtime completion)
add_dependencies(tests unit)

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
# A simulated machine that explorers and the engine are tested on.
file(GLOB ENGINE CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/*.c)
add_library(engine STATIC EXCLUDE_FROM_ALL ${ENGINE})
target_link_libraries(engine PUBLIC ${TOOL_LIBRARIES})
file(GLOB ORACLE CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/oracle/*.c)
add_library(oracle STATIC EXCLUDE_FROM_ALL ${ORACLE})
target_link_libraries(oracle PUBLIC engine ${TOOL_LIBRARIES})

foreach(source IN LISTS UNIT_TESTS)
	if(NOT CMOCKA)
		break()
	endif()
	string(REGEX REPLACE "\\.c$" "" name ${source})
	string(REPLACE "/" "." name ${name})
	add_executable(unit.${name} EXCLUDE_FROM_ALL tests/unit/${source})
	add_dependencies(unit unit.${name})
	set_target_properties(unit.${name} PROPERTIES
		RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
	target_link_libraries(unit.${name} PRIVATE oracle ${TOOL_LIBRARIES} ${CMOCKA})
	add_test(NAME unit.${name} COMMAND unit.${name})
endforeach()

# Fuzz targets, tests/fuzz/*.c. With SCREE_FUZZ (clang only) they are linked with libFuzzer, else with a
# driver of our own, and each is a test that runs its seeds and a few thousand inputs made from them.
file(GLOB FUZZ_TARGETS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/tests/fuzz
	${PROJECT_SOURCE_DIR}/tests/fuzz/*.c)
set(FUZZ_DRIVERS main)
if(SCREE_FUZZ)
	list(APPEND FUZZ_DRIVERS libfuzzer)
endif()
add_library(fuzz_records STATIC EXCLUDE_FROM_ALL tests/fuzz/driver/records.c tests/fuzz/driver/same.c)
target_link_libraries(fuzz_records PUBLIC oracle ${TOOL_LIBRARIES})
add_custom_target(fuzz)
foreach(source IN LISTS FUZZ_TARGETS)
	string(REGEX REPLACE "\\.c$" "" name ${source})
	foreach(driver IN LISTS FUZZ_DRIVERS)
		set(target fuzz.${name})
		if(driver STREQUAL libfuzzer)
			set(target libfuzzer.${name})
		endif()
		add_executable(${target} EXCLUDE_FROM_ALL tests/fuzz/${source} tests/fuzz/driver/${driver}.c)
		set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
		target_link_libraries(${target} PRIVATE fuzz_records)
		add_dependencies(fuzz ${target})
		if(driver STREQUAL libfuzzer)
			target_link_options(${target} PRIVATE -fsanitize=fuzzer)
		endif()
	endforeach()
	add_test(NAME fuzz.${name} COMMAND fuzz.${name})
endforeach()
add_dependencies(tests fuzz)

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
add_executable(render-page EXCLUDE_FROM_ALL tests/html/render.c)
add_dependencies(tests render-page)
set_target_properties(render-page PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
target_link_libraries(render-page PRIVATE ${TOOL_LIBRARIES})

# ctest reads this before it runs anything: it says what to do where the tests were not built.
file(WRITE ${PROJECT_BINARY_DIR}/tests-built.cmake
	"if(NOT EXISTS \"${PROJECT_BINARY_DIR}/tests/render-page\")\n"
	"\tmessage(\"The unit tests are not built. To build them: cmake --build ${PROJECT_BINARY_DIR} --target tests\")\n"
	"endif()\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/tests-built.cmake)

# Long tests start first, so that all cores end together: about how many seconds of one core each takes.
set(LONG_TESTS
	unit.explore.oracle=60 carrier.programs=40 eval.counts=35 html.browser=35 cli.resume=30
	driver.shapes=30 driver.codegen=25 cli.deaths=20 minimise.programs=20 unit.explore.bound=20 unit.jobs.totality=18
	corpus-selftest.runner=15 cli.robust=15 driver.visible=14 cli.deepen=13 counts.counts=12
	unit.explore.divide=12 cli.loops=12 unit.jobs.minimise=11 gdb.gdb=10 unit.explore.predicted=10)
get_property(ALL_TESTS DIRECTORY PROPERTY TESTS)
foreach(word IN LISTS LONG_TESTS)
	string(REGEX REPLACE "=.*" "" name ${word})
	string(REGEX REPLACE ".*=" "" seconds ${word})
	if(name IN_LIST ALL_TESTS)
		set_tests_properties(${name} PROPERTIES COST ${seconds})
	elseif(CMOCKA OR NOT name MATCHES "^unit")
		message(FATAL_ERROR "cmake/tests.cmake: there is no test ${name}")
	endif()
endforeach()
