// libjpeg's error manager as a jump back to the caller: its default one ends the process. For decode.cc and encode.cc.
// Between setjmp and the jump no object with a destructor may be made.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdio>

// jpeglib.h uses size_t and FILE without including what declares them: after the others, whatever the alphabet says.
// clang-format off
#include <jpeglib.h>
// clang-format on

namespace feedrate::native {

struct JpegErrors {
  jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to this
  std::jmp_buf back;
  char message[JMSG_LENGTH_MAX];
};

// Fills `errors`, to be given to a compress or decompress struct as its `err`. The caller sets `back`.
jpeg_error_mgr* jump_on_error(JpegErrors& errors);

}  // namespace feedrate::native
