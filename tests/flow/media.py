"""Samples that are no photos, and photos of other kinds, from making them to the report: PNG, clips, tokens, arrays; the modes of native that
change pixels; and what is shipped."""
import pathlib

from flow import Flow, feedrate, finished_cells, records, torch_python

flow = Flow("media")


def experiment(name, subjects, data, recipe, media="{kind: rgb}", scope="loader", axes="{workers: [2], batch: [4]}"):
    pathlib.Path(name + ".yaml").write_text(
        "experiment: %s\nscope: %s\nmedia: %s\ndata: %s\nrecipe: %s\nsubjects: [%s]\naxes: %s\nmeasure: {blocks: 1, window: 10 batches, running: 1 s, interleave: "
        "alternate}\nenvironments: {torch: {python: %s}}\n" % (name, scope, media, data, recipe, subjects, axes, torch_python()))
    return "./%s.yaml" % name


def outcomes(name):
    """Of a finished run: {(subject, operation of a transform): (kind, reason)}"""
    finished = set(finished_cells("runs/" + name))
    return {(record["what"]["subject"], record["what"]["work"].get("operation", {}).get("op")): (record["outcome"]["kind"], record["outcome"].get("reason"))
            for cell, (record, _) in records("runs/" + name).items() if cell in finished}


def measured(what, *words, **more):
    done = feedrate("run", experiment(*words, **more))
    found = outcomes(words[0])
    flow.check(what, done.returncode == 0 and found and {kind for kind, _ in found.values()} == {"measured"}, found or done.stderr)
    return found


for words in (("photos", "pngs", "--format", "png", "--size", "120x90"), ("photos", "--size", "600x450", "--quality", "85"), ("videos",), ("tokens",), ("arrays",)):
    done = feedrate("dataset", "make", *words, "--num-items", "2" if words[0] in ("videos", "tokens") else "8")
    flow.check("dataset make %s" % " ".join(words), done.returncode == 0, done.stderr)

TRAIN = ("{name: mine, operations: [{op: decode, format: %s}, {op: random_resized_crop, size: [48, 64], scale: [0.08, 1], ratio: [0.75, 1.33], interpolation: bilinear, "
         "antialias: true}, {op: horizontal_flip, probability: 0.5}, {op: normalize, mean: [0.5, 0.5, 0.5], std: [0.2, 0.2, 0.2]}], output: {dtype: float32, layout: %s}}")
measured("PNG through the loader", "png", "native, torch-pil", "./pngs", TRAIN % ("png", "NCHW"))
measured("clips through the loader", "clips", "native, torch-tv", "./videos", TRAIN % ("video", "NTCHW"), media="{kind: video, frames: 4}", axes="{workers: [2], batch: [2]}")
measured("tokens through the loader", "tokens", "native, torch-tokens", "./tokens", "tokens-train", media="{kind: tokens, length: 512}")
measured("the modes of native", "modes", "native, native-fast, native-scaled", "./photos", TRAIN % ("jpeg", "NCHW"))
measured("PNG decoded alone", "decoded", "native, opencv", "./pngs", "decode-png", scope="decode")

feedrate("run", experiment("fast_png", "native-fast", "./pngs", TRAIN % ("png", "NCHW")))
found = outcomes("fast_png")
flow.check("a mode of JPEG says that PNG is none", found == {("native-fast", None): ("unsupported", "native-fast is a way to decode jpeg")}, found)

NINE = "{name: mine, operations: [{op: vertical_flip}, {op: invert}, {op: posterize, bits: 4}, {op: grayscale}, {op: gamma, gamma: 1.2}]}"
feedrate("run", experiment("nine", "native, opencv, torchvision-tensor", "{uri: ./arrays, items: 2}", NINE, media="{kind: multichannel, channels: 9}", scope="transform",
                           axes="{batch: [4]}"))
found = outcomes("nine")
flow.check("operations on arrays of nine channels", all(found[subject, name][0] == "measured" for subject in ("native", "torchvision-tensor") for name in ("vertical_flip", "invert", "posterize")), found)
flow.check("what native cannot do with them, and why", found["native", "grayscale"] == ("unsupported", "grayscale is of colour pictures, and these have 9 channels"), found)
flow.check("what a library cannot do with them is in its own words", found["opencv", "grayscale"][0] == "unsupported" and "error" in found["opencv", "grayscale"][1], found)

done = feedrate("subjects")
flow.check("subjects", done.returncode == 0 and "native-scaled" in done.stdout and "torch-tokens" in done.stdout, done.stdout + done.stderr)
done = feedrate("subjects", "opencv")
flow.check("subjects NAME", done.returncode == 0 and "gaussian_blur" in done.stdout, done.stdout + done.stderr)
done = feedrate("recipes")
flow.check("recipes", done.returncode == 0 and "tokens-train" in done.stdout, done.stdout + done.stderr)
done = feedrate("recipes", "paper-video")
flow.check("recipes NAME: parameters, and who can", done.returncode == 0 and "angle: 15" in done.stdout and "albumentationsx" in done.stdout, done.stdout + done.stderr)
for words, expected in ((("subjects", "opencvv"), "did you mean opencv?"), (("recipes", "operations"), "operations-rgb"),
                        (("dataset", "make", "photos", "x", "--size", "big"), "expected WIDTHxHEIGHT"), (("dataset", "make", "photos", "x", "--format", "gif"), "expected jpeg or png"),
                        (("dataset", "make", "words"), "expected photos, arrays, videos or tokens"),
                        (("run", experiment("short", "native", "./tokens", "tokens-train")), "write media: {kind: tokens")):
    done = feedrate(*words)
    flow.check("%s: exit 2, and %s" % (" ".join(words), expected), done.returncode == 2 and expected in done.stderr, done.stderr)
flow.end()
