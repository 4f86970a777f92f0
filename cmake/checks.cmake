# Checks of the tree and of the programs; each is a script of tools/ that also runs alone. Labels: `check` is on all;
# `source` needs no build; `tidy` takes minutes. The planted tests show that each check can fail.
if(NOT FEEDRATE_TESTS)
  return()
endif()

function(feedrate_check name labels)
  add_test(NAME check.${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(check.${name} PROPERTIES LABELS "check;${labels}" TIMEOUT 120)
endfunction()

foreach(tool format words layers docs)
  feedrate_check(${tool} source tools/check_${tool})
endforeach()
feedrate_check(codec_free program tools/check_codec_free $<TARGET_FILE:feedrate>)
feedrate_check(schema_stale program tests/schema/stale.sh $<TARGET_FILE:feedrate>)
feedrate_check(tidy tidy tools/check_tidy)
set_tests_properties(check.tidy PROPERTIES TIMEOUT 1200)

# One ctest test a planted violation: the names are read from the file, so that none is forgotten.
foreach(file tests/layers/planted_test.py tests/docs/planted_docs_test.py tests/layers/planted_wheel_test.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
  file(STRINGS ${CMAKE_SOURCE_DIR}/${file} lines REGEX "^(class |    def test_)")
  foreach(line ${lines})
    if(line MATCHES "^class ([A-Za-z]+)")
      set(class ${CMAKE_MATCH_1})
    elseif(line MATCHES "def (test_[a-z_]+)")
      string(REPLACE "test_" "" case ${CMAKE_MATCH_1})
      string(TOLOWER ${class} group)
      feedrate_check(planted.${group}.${case} planted ${file} ${class}.${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()
