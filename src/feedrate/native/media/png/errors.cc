#include "feedrate/native/media/png/errors.h"

#include <cstdio>

namespace feedrate::native {

void jump_on_png_error(png_structp png, png_const_charp message) {
  auto& errors = *static_cast<PngErrors*>(png_get_error_ptr(png));
  std::snprintf(errors.message, sizeof errors.message, "%s", message);
  std::longjmp(errors.back, 1);
}

void ignore_png_warning(png_structp /*png*/, png_const_charp /*message*/) {}

}  // namespace feedrate::native
