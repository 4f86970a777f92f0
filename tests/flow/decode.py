"""The decode scope: videos and photos from making them to the report, native beside torchcodec."""
import os
import pathlib

from flow import Flow, feedrate, finished_cells, records, torch_python

flow = Flow("decode")


def experiment(name="clips", media="media: {kind: video, frames: 8}\n", data="./videos", recipe="decode-video", subjects="native, torchcodec", more="", workers=2):
    pathlib.Path(name + ".yaml").write_text(
        "experiment: %s\nscope: decode\n%sdata: %s\nrecipe: %s\nsubjects: [%s]\naxes: {workers: [%d], batch: [4]}\n"
        "measure: {blocks: 1, window: 10 batches, running: 1 s}\nenvironments: {torch: {python: %s}}\n%s" % (name, media, data, recipe, subjects, workers, torch_python(), more))
    return "./%s.yaml" % name


done = feedrate("plan", experiment())
flow.check("no data: exit 2, and how to make it", done.returncode == 2 and "feedrate dataset make videos" in done.stderr, done.stderr)
done = feedrate("dataset", "make", "videos", "--num-items", "3", "--gop", "20")
flow.check("videos are made", done.returncode == 0 and done.stdout.startswith("3 videos in videos"), done.stdout + done.stderr)
done = feedrate("dataset", "make", "videos", "--num-items", "4", "--gop", "20")
flow.check("and more of them added", "(3 were there already)" in done.stdout, done.stdout + done.stderr)
done = feedrate("dataset", "make", "videos", "--num-items", "4", "--gop", "10")
flow.check("but none of another kind", done.returncode == 2 and "videos-h264-gop-20" in done.stderr, done.stderr)

done = feedrate("run", experiment())
flow.check("run", done.returncode == 0, done.stdout + done.stderr)
found = [record for cell, (record, _) in records("runs/clips").items() if cell in set(finished_cells("runs/clips")) and record["block"] > 0]
flow.check("both are measured", {(record["what"]["subject"], record["outcome"]["kind"]) for record in found} == {("native", "measured"), ("torchcodec", "measured")},
           [record["outcome"] for record in found])
versions = {record["what"]["subject"]: record["versions"] for record in found}
flow.check("the record has the versions of FFmpeg's libraries", {"libavcodec", "libswscale"} <= set(versions["native"]) and "torchcodec" in versions["torchcodec"], versions)
report = feedrate("report", "clips").stdout
flow.check("report", "decode · video" in report and "torchcodec" in report, report)
flow.check("and frames a second", "a sample is 8 frames; frames/s: native " in report, report)

feedrate("dataset", "make", "photos", "--num-items", "8")
done = feedrate("run", experiment("whole", media="", data="./photos", recipe="decode-jpeg", subjects="native"))
flow.check("photos are decoded too", done.returncode == 0 and "1 of 1 cells measured" in done.stderr, done.stdout + done.stderr)

broken = pathlib.Path("broken")
broken.mkdir()
(broken / "0.mp4").write_bytes(b"no video at all" * 100)
done = feedrate("run", experiment("broken", data="./broken", subjects="native"))
report = " ".join(feedrate("report", "broken").stdout.split())  # as long as its lines are
flow.check("a file that is no video is named", "this is no video that FFmpeg reads" in report and "0.mp4" in report, report + done.stderr)
without = dict(os.environ, LD_LIBRARY_PATH="%s/none" % flow.folder)
pathlib.Path("none").mkdir()
pathlib.Path("none/libavcodec.so.59").write_text("not a library")
done = feedrate("run", experiment("without", subjects="native"), env=without)
report = feedrate("report", "without", env=without).stdout
flow.check("without FFmpeg's libraries: unsupported, and what is missing", "libavcodec.so.59 was not found: install FFmpeg 5" in report and "unsupported" in report, report + done.stderr)

for words, expected in ((("run", experiment("stored", data="{uri: ./videos, source: storage}")), "memory in the decode scope"),
                        (("run", experiment("pictures", media="")), "write media: {kind: video, frames: 16}"),
                        (("run", experiment("mixed", recipe="decode-jpeg")), "{op: decode, format: video}"),
                        (("run", experiment("whole_recipe", media="", data="./photos", recipe="imagenet-train")), "the decode scope only decodes"),
                        (("run", experiment("sought", media="", data="./photos",
                                            recipe="{name: a, operations: [{op: decode, format: jpeg, seek: exact}], output: {dtype: uint8, layout: NHWC}}")), "seek is of videos"),
                        (("dataset", "make", "videos", "other", "--codec", "theora"), "expected h264, hevc, vp9 or mpeg4"),
                        (("dataset", "make", "photos", "--gop", "4"), "--gop is of videos, not of photos"),
                        (("stages", experiment()), "loader scope")):
    done = feedrate(*words)
    flow.check("%s: exit 2, and why: %s" % (" ".join(words), expected), done.returncode == 2 and expected in done.stderr, done.stderr)
flow.end()
