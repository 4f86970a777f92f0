"""torch DataLoader, simplejpeg (libjpeg-turbo) for decoding, AlbumentationsX. Its linear interpolation does not antialias."""
from feedrate.subjects import torch_albumentationsx, torch_loader

GROUP = "torch"
LIBRARIES = ("torch", "cv2", "albumentations", "simplejpeg")
CAPABILITY = torch_loader.CAPABILITY


def probe():
    import importlib.metadata

    import numpy
    import simplejpeg

    decode(simplejpeg.encode_jpeg(numpy.zeros((32, 32, 3), numpy.uint8)))
    return {**torch_albumentationsx.probe(), "simplejpeg": importlib.metadata.version("simplejpeg")}


def decode(source):
    import simplejpeg

    encoded = source if isinstance(source, bytes) else torch_loader.contents(source)
    return simplejpeg.decode_jpeg(encoded, colorspace="RGB")


def make(case, seed):
    return torch_albumentationsx.make(case, seed, decode, photos=("jpeg",))
