# Runs at installation, with `programs`, `data` and `patchelf` set: copies the shared libraries of the programs, under the
# names they are loaded by and as plain files (a wheel cannot hold links), and lets them find one another.
cmake_minimum_required(VERSION 3.25)

cmake_path(ABSOLUTE_PATH data BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
string(REGEX REPLACE "/$" "" data "${data}") # the prefix itself normalises to a trailing slash
set(folder "$ENV{DESTDIR}${data}/lib/feedrate")
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${programs}
  RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR missing
  # glibc is the system's: two of them in one process do not work.
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|resolv|util)\\.so\\.[0-9]+$" "^ld-linux.*")
if(missing)
  message(FATAL_ERROR "found no file for the libraries ${missing} that the programs load")
endif()
if(libraries AND NOT patchelf)
  message(FATAL_ERROR "found no patchelf, which gives bundled libraries their search path; type: tools/setup")
endif()
foreach(library ${libraries})
  cmake_path(GET library FILENAME name)
  file(REAL_PATH "${library}" file)
  file(MAKE_DIRECTORY "${folder}")
  file(COPY_FILE "${file}" "${folder}/${name}" ONLY_IF_DIFFERENT)
  file(CHMOD "${folder}/${name}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  execute_process(COMMAND "${patchelf}" --force-rpath --set-rpath "$ORIGIN" "${folder}/${name}" COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "Bundled: ${folder}/${name}")
endforeach()
