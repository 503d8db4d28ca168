# PREFIX/bin/scree finds PREFIX/lib/scree by its own path: no path is compiled in.
install(TARGETS scree RUNTIME DESTINATION bin)
install(FILES ${RUNTIME_DIR}/scree_rt.o ${RUNTIME_DIR}/scree_rt.list ${RUNTIME_DIR}/gcc.specs
	${RUNTIME_DIR}/scree_gdb.py
	DESTINATION lib/scree)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION lib/scree/include
	FILES_MATCHING PATTERN "*.h")
file(GLOB MAN_PAGES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
install(FILES ${MAN_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${COMPLETION_DIR}/scree DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${COMPLETION_DIR}/scree.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${COMPLETION_DIR}/_scree DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
