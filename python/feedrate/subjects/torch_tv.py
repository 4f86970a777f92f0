"""torch DataLoader, torchvision.io for decoding (torchcodec, as it recommends, for videos), torchvision v2 transforms on tensors."""
from feedrate import Unsupported
from feedrate.arrays import array_of
from feedrate.subjects import torch_loader, train_recipe

GROUP = "torch"
LIBRARIES = ("torch", "torchvision")
CAPABILITY = torch_loader.capability_of("rgb", "multichannel", "video")


def probe():
    import torch
    import torchvision
    from torchvision.io import encode_jpeg

    decode(encode_jpeg(torch.zeros((3, 32, 32), dtype=torch.uint8)).numpy().tobytes())
    versions = {"torch": torch.__version__, "torchvision": torchvision.__version__}
    try:
        import torchcodec
    except (ImportError, RuntimeError, OSError):  # only videos need it
        return versions
    return {**versions, "torchcodec": torchcodec.__version__}


def decode(source):
    import torch
    from torchvision.io import ImageReadMode, decode_image, read_file

    encoded = torch.frombuffer(bytearray(source), dtype=torch.uint8) if isinstance(source, bytes) else read_file(source)
    return decode_image(encoded, mode=ImageReadMode.RGB)


def tensor_of(source):
    """Of an array, which is used where it lies."""
    import torch

    return torch.from_numpy(array_of(source)).permute(2, 0, 1)


def clip_of(work):
    """Of a video, by its path or bytes: as many frames as the case says, from a random one on."""
    frames, seek = work["media"]["frames"], work["recipe"]["operations"][0].get("seek", "exact")

    import torch
    try:
        from torchcodec.decoders import VideoDecoder
    except (ImportError, RuntimeError, OSError) as error:
        raise Unsupported("videos are decoded by torchcodec: %s" % (str(error).strip().splitlines() or ["it does not work here"])[0]) from error

    def clip(source):
        decoder = VideoDecoder(source, num_ffmpeg_threads=1, seek_mode=seek)
        choices = decoder.metadata.num_frames - frames + 1
        if choices < 1:
            raise ValueError("the video has %d frames, and a clip %d" % (decoder.metadata.num_frames, frames))
        first = int(torch.randint(choices, ()))
        return decoder.get_frames_in_range(first, first + frames).data

    return clip


def picture_of(work):
    """What makes a sample's tensor of its path or bytes."""
    kind = work["media"]["kind"]
    if kind == "video":
        return clip_of(work)
    return tensor_of if kind == "multichannel" else decode


def transforms(recipe):
    import torch
    from torchvision.transforms import v2

    return v2.Compose([
        v2.RandomResizedCrop(recipe.size, scale=recipe.scale, ratio=recipe.ratio, interpolation=v2.InterpolationMode.BILINEAR,
                             antialias=recipe.antialias),
        v2.RandomHorizontalFlip(recipe.flip), v2.ToDtype(torch.float32, scale=True), v2.Normalize(recipe.mean, recipe.std)])


def make(case, seed):
    steps = transforms(train_recipe.of(case["work"], antialiases=None, photos=("jpeg", "png")))
    picture = picture_of(case["work"])
    return torch_loader.loader(case, seed, lambda source: steps(picture(source)))
