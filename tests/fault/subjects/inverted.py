"""A transform of somebody's own, without any library: bytes inverted, or a failure where it is asked for."""
CAPABILITY = {"supports": [{"scope": "transform", "media": ["rgb"], "sources": ["memory"], "devices": ["cpu"], "operations": ["invert", "posterize"]}]}
OPPOSITE = bytes(range(255, -1, -1))


def make(case, seed):
    if case["work"]["operation"]["op"] == "posterize":
        raise ValueError("this one always fails")
    return lambda picture: picture.translate(OPPOSITE), [bytes(30000), bytes(20000)]
