"""Which library does an operation of recipes/paper-rgb.yaml otherwise, and why: it is shown with its difference, and never ranked."""

# Levels of 0 .. 255: a fraction that one drops and the other rounds makes 0.5 in the mean, several operations in a row some more at most.
MEAN = 0.75
LARGEST = 8


def is_same(mean, largest):
    return mean <= MEAN and largest <= LARGEST


# (operation, subject): reason
OTHERWISE = {
    ("affine", "albumentationsx"): "it shears after it has turned, not before",
    ("affine", "pillow"): "at the border a pixel is taken whole, not mixed with the black outside",
    ("affine", "torchvision-pil"): "as Pillow: at the border a pixel is taken whole",
    ("rotate", "pillow"): "at the border a pixel is taken whole",
    ("rotate", "torchvision-pil"): "as Pillow: at the border a pixel is taken whole",
    ("shear", "pillow"): "at the border a pixel is taken whole",
    ("shear", "torchvision-pil"): "as Pillow: at the border a pixel is taken whole",
    ("perspective", "pillow"): "at the border a pixel is taken whole",
    ("perspective", "torchvision-pil"): "as Pillow: at the border a pixel is taken whole",
    ("center_crop", "kornia"): "of an odd rest it begins between two pixels, and mixes them",
    ("crop_resize", "pillow"): "at the edge of the part it sees what lies beyond",
    ("downscale", "pillow"): "a pixel counts whole or not at all in the mean of an area",
    ("resize", "kornia"): "it blurs by a gaussian before it shrinks",
    ("autocontrast", "albumentationsx"): "it rounds otherwise, by up to two levels",
    ("color_jitter", "dali"): "hue is turned in YIQ, not in HSV",
    ("equalize", "dali"): "it spreads the levels by OpenCV's formula",
    ("hue", "dali"): "hue is turned in YIQ, not in HSV",
    ("clahe", "kornia"): "its tiles meet half a pixel before OpenCV's, and lightness is not rounded to bytes in between",
    ("color_jitter", "albumentationsx"): "the order of the four is random",
    ("color_jitter", "kornia"): "nothing is rounded between the four",
    ("color_jitter", "pillow"): "hue, saturation and value are rounded to bytes in between",
    ("color_jitter", "torchvision-pil"): "as Pillow: hue, saturation and value are rounded to bytes in between",
    ("dilate", "albumentationsx"): "by an ellipse, not by a square",
    ("drop_channel", "albumentationsx"): "which channel is random",
    ("equalize", "opencv"): "equalizeHist spreads the levels by a formula of its own",
    ("erode", "albumentationsx"): "by an ellipse, not by a square",
    ("hue", "torchvision-pil"): "hue, saturation and value are rounded to bytes in between",
    ("erase", "albumentationsx"): "where the part lies is random",
    ("gaussian_blur", "pillow"): "it puts together the blur from boxes",
    ("jpeg", "kornia"): "a codec of its own, made to be differentiable",
    ("median_blur", "kornia"): "the border is black, not repeated (kornia/kornia issue 4670)",
    ("sepia", "kornia"): "what is above 1 is not cut",
    ("unsharp_mask", "kornia"): "what is below 0 or above 1 is not cut",
    ("jpeg", "albumentationsx"): "red and blue are exchanged while it is compressed",
}
