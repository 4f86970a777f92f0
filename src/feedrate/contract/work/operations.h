// The catalogue of operations: one struct each, every parameter written down; the variant is the catalogue. All but the
// first three are the same for every sample, so that what subjects make of them can be compared pixel by pixel.
#pragma once

#include <array>
#include <variant>

#include "feedrate/contract/work/operations/colors.h"
#include "feedrate/contract/work/operations/decode.h"
#include "feedrate/contract/work/operations/levels.h"
#include "feedrate/contract/work/operations/neighbours.h"
#include "feedrate/contract/work/operations/parts.h"
#include "feedrate/contract/work/operations/place.h"

namespace feedrate::contract {

using Operation = std::variant<Decode, RandomResizedCrop, HorizontalFlip, Normalize, CenterCrop, Resize, VerticalFlip,
                               Transpose, Pad, Brightness, Contrast, ColorJitter, Grayscale, Invert, Solarize,
                               Posterize, Equalize, Autocontrast, Gamma, GaussianBlur, Affine, Erase, Jpeg, Mixup,
                               Cutmix, Crop, CropResize, Downscale, QuarterTurn, HalfTurn, Rotate, Shear, Translate,
                               Zoom, Perspective, ToFloat, Clahe, Saturation, Hue, Sepia, ShiftRgb, PermuteChannels,
                               DropChannel, BoxBlur, MedianBlur, MotionBlur, Sharpness, UnsharpMask, Erode, Dilate>;

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Alternatives<contract::Operation> {
  static constexpr const char* key = "op";
  static constexpr std::array<const char*, 50> names = {"decode",
                                                        "random_resized_crop",
                                                        "horizontal_flip",
                                                        "normalize",
                                                        "center_crop",
                                                        "resize",
                                                        "vertical_flip",
                                                        "transpose",
                                                        "pad",
                                                        "brightness",
                                                        "contrast",
                                                        "color_jitter",
                                                        "grayscale",
                                                        "invert",
                                                        "solarize",
                                                        "posterize",
                                                        "equalize",
                                                        "autocontrast",
                                                        "gamma",
                                                        "gaussian_blur",
                                                        "affine",
                                                        "erase",
                                                        "jpeg",
                                                        "mixup",
                                                        "cutmix",
                                                        "crop",
                                                        "crop_resize",
                                                        "downscale",
                                                        "rotate_90",
                                                        "rotate_180",
                                                        "rotate",
                                                        "shear",
                                                        "translate",
                                                        "zoom",
                                                        "perspective",
                                                        "to_float",
                                                        "clahe",
                                                        "saturation",
                                                        "hue",
                                                        "sepia",
                                                        "shift_rgb",
                                                        "permute_channels",
                                                        "drop_channel",
                                                        "box_blur",
                                                        "median_blur",
                                                        "motion_blur",
                                                        "sharpness",
                                                        "unsharp_mask",
                                                        "erode",
                                                        "dilate"};
};

}  // namespace feedrate

namespace feedrate::contract {

inline const char* name_of_operation(const Operation& operation) {
  return Alternatives<Operation>::names[operation.index()];
}

}  // namespace feedrate::contract
