# The two programs, in bin/, with what they look up (../share/feedrate) beside them as an installation has it.
add_executable(feedrate src/feedrate/app/cli/feedrate_main.cc)
target_link_libraries(feedrate PRIVATE feedrate_app_cli)
add_executable(feedrate-native src/feedrate/app/native/native_main.cc)
target_link_libraries(feedrate-native PRIVATE feedrate_app_native)
target_compile_definitions(feedrate_base PUBLIC FEEDRATE_VERSION="${PROJECT_VERSION}")

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/feedrate)
foreach(folder configs recipes python)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${CMAKE_BINARY_DIR}/share/feedrate/${folder} SYMBOLIC)
endforeach()
