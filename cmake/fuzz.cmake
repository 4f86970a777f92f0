# Fuzz targets (preset asan-ubsan): tests/fuzz/fuzz_NAME.cc, one a parser, linking only the module it needs. `.ci/run` finds them by
# their name and starts each from tests/fuzz/corpus/NAME.
if(FEEDRATE_FUZZ)
  # Without coverage of the parsers themselves the fuzzer would be blind.
  foreach(module base contract control_config control_import measure native_media native_storage)
    target_compile_options(feedrate_${module} PRIVATE -fsanitize=fuzzer-no-link)
  endforeach()

  function(feedrate_fuzz name module)
    add_executable(fuzz_${name} tests/fuzz/fuzz_${name}.cc)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(fuzz_${name} PRIVATE feedrate_${module})
  endfunction()

  feedrate_fuzz(yaml base)
  feedrate_fuzz(json base)
  feedrate_fuzz(marks contract)
  feedrate_fuzz(record contract)
  feedrate_fuzz(config control_config)
  feedrate_fuzz(import control_import)
  feedrate_fuzz(archive native_storage)
  feedrate_fuzz(npy native_media)
  feedrate_fuzz(png native_media)
  feedrate_fuzz(output measure)
endif()
