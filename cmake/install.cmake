# An installation, the same for `cmake --install` and for the wheel:
#   bin/feedrate  bin/feedrate-native     programs, which find the rest relative to themselves
#   share/feedrate/{configs,recipes}      shipped experiments and recipes
#   share/feedrate/python                 a private PYTHONPATH folder that holds the package feedrate and nothing else
#   share/feedrate/licences               texts of everything linked
#   lib/feedrate                          every shared library that is not glibc's
if(SKBUILD)
  set(FEEDRATE_BIN ${SKBUILD_SCRIPTS_DIR})
  set(FEEDRATE_DATA ${SKBUILD_DATA_DIR})
else()
  set(FEEDRATE_BIN bin)
  set(FEEDRATE_DATA .)
endif()

# Without --disable-new-dtags a user's LD_LIBRARY_PATH would come first, and the ruler would run on other libraries.
set_target_properties(feedrate feedrate-native PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/feedrate")
target_link_options(feedrate PRIVATE LINKER:--disable-new-dtags)
target_link_options(feedrate-native PRIVATE LINKER:--disable-new-dtags)
install(TARGETS feedrate feedrate-native RUNTIME DESTINATION ${FEEDRATE_BIN})

install(DIRECTORY configs recipes DESTINATION ${FEEDRATE_DATA}/share/feedrate)
install(DIRECTORY python/feedrate DESTINATION ${FEEDRATE_DATA}/share/feedrate/python PATTERN __pycache__ EXCLUDE)

file(STRINGS ${CMAKE_SOURCE_DIR}/tools/third_party_licences.txt rows REGEX "^[^#]")
foreach(row ${rows})
  string(REGEX MATCH "^([^ ]+) +[^ ]+ +([^ ]+)" row "${row}")
  # Elsewhere than on Debian the texts are where that distribution puts them; tools/check_wheel wants them all.
  if(NOT CMAKE_MATCH_2 STREQUAL "-")
    install(FILES /usr/share/doc/${CMAKE_MATCH_2}/copyright DESTINATION ${FEEDRATE_DATA}/share/feedrate/licences
      RENAME ${CMAKE_MATCH_1}.txt OPTIONAL)
  endif()
endforeach()

find_program(FEEDRATE_PATCHELF patchelf)
set(FEEDRATE_PROGRAMS $<TARGET_FILE:feedrate> $<TARGET_FILE:feedrate-native>)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/install_libraries.cmake CONTENT "
set(programs \"${FEEDRATE_PROGRAMS}\")
set(data \"${FEEDRATE_DATA}\")
set(patchelf \"${FEEDRATE_PATCHELF}\")
include(\"${CMAKE_SOURCE_DIR}/cmake/bundle_libraries.cmake\")
")
install(SCRIPT ${CMAKE_BINARY_DIR}/install_libraries.cmake)
