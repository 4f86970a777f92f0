"""torch DataLoader, OpenCV for decoding, AlbumentationsX. Its linear interpolation does not antialias."""
from feedrate.arrays import array_of
from feedrate.folder import ARRAYS
from feedrate.subjects import torch_loader, train_recipe

GROUP = "torch"
LIBRARIES = ("torch", "cv2", "albumentations")
CAPABILITY = torch_loader.capability_of("rgb", "multichannel")


def probe():
    import albumentations
    import cv2
    import numpy
    import torch

    decode(cv2.imencode(".jpg", numpy.zeros((32, 32, 3), numpy.uint8))[1].tobytes())
    return {"torch": torch.__version__, "albumentationsx": albumentations.__version__, "opencv": cv2.__version__}


def decode(source):
    import cv2
    import numpy

    if isinstance(source, bytes):
        return cv2.imdecode(numpy.frombuffer(source, numpy.uint8), cv2.IMREAD_COLOR_RGB)
    return cv2.imread(source, cv2.IMREAD_COLOR_RGB)


def transforms(recipe, seed):
    import albumentations
    import cv2

    return albumentations.Compose([
        albumentations.RandomResizedCrop(size=recipe.size, scale=recipe.scale, ratio=recipe.ratio, interpolation=cv2.INTER_LINEAR),
        albumentations.HorizontalFlip(p=recipe.flip), albumentations.Normalize(recipe.mean, recipe.std), albumentations.ToTensorV2()],
        seed=seed)


def one_thread(worker):
    import cv2

    torch_loader.one_thread(worker)
    cv2.setNumThreads(0)


def make(case, seed, decode=decode, photos=("jpeg", "png")):
    steps = transforms(train_recipe.of(case["work"], antialiases=False, photos=photos), seed)
    picture = array_of if torch_loader.kind_of(case["work"]) == ARRAYS else decode
    return torch_loader.loader(case, seed, lambda source: steps(image=picture(source))["image"], worker_init=one_thread)
