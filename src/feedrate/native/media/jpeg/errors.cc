#include "feedrate/native/media/jpeg/errors.h"

#include <jerror.h>

namespace feedrate::native {
namespace {

[[noreturn]] void jump_back(j_common_ptr info) {
  auto* errors = reinterpret_cast<JpegErrors*>(info->err);
  errors->manager.format_message(info, errors->message);
  std::longjmp(errors->back, 1);
}

// Oddities of writers that leave every pixel intact; real photo collections have them.
bool harmless(int code) { return code == JWRN_ADOBE_XFORM || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR; }

void on_message(j_common_ptr info, int level) {
  if (level < 0 && !harmless(info->err->msg_code)) jump_back(info);
}

void print_nothing(j_common_ptr) {}

}  // namespace

jpeg_error_mgr* jump_on_error(JpegErrors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = jump_back;
  errors.manager.emit_message = on_message;
  errors.manager.output_message = print_nothing;
  errors.message[0] = '\0';
  return &errors.manager;
}

}  // namespace feedrate::native
