# The pages of HTML reports, each bundled into one file, and those into the report library.
file(GLOB PAGE_PARTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/report/render/html/*)
set(PAGES_DIR ${PROJECT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${PAGES_DIR})

foreach(page story run)
	add_custom_command(OUTPUT ${PAGES_DIR}/${page}.html
		COMMAND ${PROJECT_SOURCE_DIR}/tools/bundle-page.sh
			${PROJECT_SOURCE_DIR}/report/render/html/${page}.html > ${PAGES_DIR}/${page}.html
		DEPENDS ${PAGE_PARTS} ${PROJECT_SOURCE_DIR}/tools/bundle-page.sh
		VERBATIM)
endforeach()

set(PAGES_SOURCE ${PROJECT_SOURCE_DIR}/report/render/html_pages.S)
target_sources(report PRIVATE ${PAGES_SOURCE})
set_source_files_properties(${PAGES_SOURCE} PROPERTIES
	OBJECT_DEPENDS "${PAGES_DIR}/story.html;${PAGES_DIR}/run.html"
	COMPILE_DEFINITIONS "PAGE_STORY=\"${PAGES_DIR}/story.html\";PAGE_RUN=\"${PAGES_DIR}/run.html\"")
