"""torch DataLoader, torchvision.io for decoding, Kornia's augmentations on each sample in the workers. Its crop does not antialias."""
from feedrate.subjects import torch_loader, torch_tv, train_recipe

GROUP = "torch"
LIBRARIES = ("torch", "torchvision", "kornia")
CAPABILITY = torch_loader.capability_of("rgb", "multichannel")


def probe():
    import kornia

    return {**torch_tv.probe(), "kornia": kornia.__version__}


def transforms(recipe):
    import torch
    from kornia import augmentation

    return augmentation.ImageSequential(
        augmentation.RandomResizedCrop(recipe.size, scale=recipe.scale, ratio=recipe.ratio, resample="bilinear", align_corners=False,
                                       cropping_mode="slice"),
        augmentation.RandomHorizontalFlip(p=recipe.flip), augmentation.Normalize(torch.tensor(recipe.mean), torch.tensor(recipe.std)))


def make(case, seed):
    steps = transforms(train_recipe.of(case["work"], antialiases=False, photos=("jpeg", "png")))
    picture = torch_tv.picture_of(case["work"])
    return torch_loader.loader(case, seed, lambda source: steps(picture(source).float().div_(255)[None])[0])
