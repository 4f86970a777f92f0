"""Which library does an operation of recipes/operations-rgb.yaml otherwise, and why: it is shown with its difference, and never ranked."""

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
    ("autocontrast", "albumentationsx"): "it rounds otherwise, by up to two levels",
    ("color_jitter", "albumentationsx"): "the order of the four is random",
    ("color_jitter", "pillow"): "hue, saturation and value are rounded to bytes in between",
    ("color_jitter", "torchvision-pil"): "as Pillow: hue, saturation and value are rounded to bytes in between",
    ("equalize", "opencv"): "equalizeHist spreads the levels by a formula of its own",
    ("erase", "albumentationsx"): "where the part lies is random",
    ("gaussian_blur", "pillow"): "it puts together the blur from boxes",
    ("jpeg", "albumentationsx"): "red and blue are exchanged while it is compressed",
}
