// libpng's errors as a jump back to the caller, as errors.h of JPEG has it: between setjmp and the jump no object with
// a destructor may be made.
#pragma once

#include <png.h>

#include <csetjmp>

namespace feedrate::native {

struct PngErrors {
  std::jmp_buf back;
  char message[128];
};

// Both take the PngErrors that libpng was made with.
[[noreturn]] void jump_on_png_error(png_structp png, png_const_charp message);
void ignore_png_warning(png_structp png, png_const_charp message);

}  // namespace feedrate::native
