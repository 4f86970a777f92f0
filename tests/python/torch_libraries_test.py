"""Loaders of other libraries in a wrapped program: what it goes over is watched, once, whatever lies within."""
import unittest

from torch_hook_test import BATCH, LOADER, Hooked

WEBDATASET = """
    import io, os, tarfile, webdataset
    def main():
        shard = os.path.join(os.path.dirname(__file__), "shard.tar")
        with tarfile.open(shard, "w") as tar:
            for number in range(40):
                info = tarfile.TarInfo("%04d.txt" % number)
                info.size = 4
                tar.addfile(info, io.BytesIO(b"%04d" % number))
        data = webdataset.WebDataset(shard, shardshuffle=False).decode().to_tuple("txt").batched(4)
        loader = webdataset.WebLoader(data, batch_size=None, num_workers=1).unbatched().batched(8)
        print(sum(1 for _ in loader))
    if __name__ == "__main__":
        main()
"""
GRAIN_DATASET = """
    import grain
    print(sum(1 for _ in grain.MapDataset.source(list(range(40))).map(lambda x: x + 1).to_iter_dataset().batch(8)))
"""
GRAIN_LOADER = """
    import grain.python as grain
    def main():
        data = list(range(40))
        sampler = grain.IndexSampler(len(data), grain.NoSharding(), shuffle=False, num_epochs=1, seed=1)
        loader = grain.DataLoader(data_source=data, sampler=sampler, operations=[grain.Batch(8)], worker_count=0)
        print(sum(1 for _ in loader))
    if __name__ == "__main__":
        main()
"""
SPDL = """
    from spdl.pipeline import PipelineBuilder
    pipeline = PipelineBuilder().add_source(range(40)).pipe(lambda x: x + 1).aggregate(8).add_sink(2).build(num_threads=2)
    with pipeline.auto_stop():
        print(sum(1 for _ in pipeline))
"""


class Libraries(Hooked):
    def five_batches(self, text, workers=0):
        self.assertEqual(self.run_program(text), "5\n")
        marks = [mark for file in self.files(0) for mark in file.marks]
        self.assertEqual(sum(mark.kind == BATCH for mark in marks), 5)
        self.assertEqual([mark.a & 0xffffffff for mark in marks if mark.kind == LOADER], [workers])

    def test_webdataset(self):
        self.five_batches(WEBDATASET, workers=1)

    def test_grain_dataset(self):
        self.five_batches(GRAIN_DATASET)

    def test_grain_loader(self):
        self.five_batches(GRAIN_LOADER)

    def test_spdl(self):
        self.five_batches(SPDL)


if __name__ == "__main__":
    unittest.main()
