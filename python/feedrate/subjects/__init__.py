"""The shipped subjects: one file a library and one row here. Importing this imports none of them.

A file has CAPABILITY and LIBRARIES (read without importing any library), GROUP, probe() and make(case, seed): a loader, or in the
transform scope (apply, items).
"""

# name of the subject: its module
SHIPPED = {
    "torch-pil": "torch_pil",
    "torch-tv": "torch_tv",
    "torch-simplejpeg": "torch_simplejpeg",
    "torch-albumentationsx": "torch_albumentationsx",
    "torch-kornia": "torch_kornia",
    "dali": "dali",
    "spdl": "spdl_ffmpeg",
    "grain": "grain_cv2",
    "webdataset": "webdataset_tar",
    "mosaic": "mosaic",
    "litdata": "litdata_chunks",
    "tfdata": "tfdata",
    "opencv": "opencv",
    "pillow": "pillow",
    "torchvision-tensor": "torchvision_tensor",
    "torchvision-pil": "torchvision_pil",
    "albumentationsx": "albumentationsx",
    "kornia": "kornia_tensor",
    "torchcodec": "torchcodec_clips",
    "torch-tokens": "torch_tokens",
}
