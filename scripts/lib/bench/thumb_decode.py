"""Times decoding to 1/8, 1/4 and 1/2 by packshot and by libjpeg-turbo's own reduced decode, both to planes."""

import ctypes
import ctypes.util
import time

from .tasks import Job
from .thumb_inputs import both_processes
from .thumb_peers import sizes_of

# By how many times smaller it is, how many times as fast it is to be; of a progressive file 1/8 alone goes another way.
GOALS = {("baseline", 8): 4, ("baseline", 4): 2.5, ("baseline", 2): 1.8, ("progressive", 8): 10}
FULL_SPEED = 0


class TurboJPEG:
    """The system's libjpeg-turbo, through its own interface. Raises `OSError` where it is not there."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("turbojpeg") or "libturbojpeg.so.0")
        self.library.tjInitDecompress.restype = ctypes.c_void_p
        self.library.tjPlaneSizeYUV.restype = ctypes.c_ulong
        self.handle = ctypes.c_void_p(self.library.tjInitDecompress())

    def planes(self, content, size, sampling):
        """Room for a picture's planes of this size."""
        rooms = [
            ctypes.create_string_buffer(self.library.tjPlaneSizeYUV(part, size[0], 0, size[1], sampling)) for part in range(3)
        ]
        return (ctypes.c_void_p * 3)(*(ctypes.addressof(room) for room in rooms)), rooms

    def seconds(self, content, divisor):
        """What it takes to decode a picture to planes of its own sampling."""
        width, height, sampling, space = (ctypes.c_int() for _ in range(4))
        places = map(ctypes.byref, (width, height, sampling, space))
        self.check(self.library.tjDecompressHeader3(self.handle, content, ctypes.c_ulong(len(content)), *places))
        size = [-(-length.value // divisor) for length in (width, height)]
        planes, _kept = self.planes(content, size, sampling.value)
        began = time.perf_counter()
        self.check(
            self.library.tjDecompressToYUVPlanes(
                self.handle, content, ctypes.c_ulong(len(content)), planes, size[0], None, size[1], FULL_SPEED
            )
        )
        return time.perf_counter() - began

    def check(self, result):
        if result:
            self.library.tjGetErrorStr2.restype = ctypes.c_char_p
            raise RuntimeError(self.library.tjGetErrorStr2(self.handle).decode())


def measured(bench, photos):
    """(photo, divisor, seconds of packshot, seconds of libjpeg-turbo), in turns; nothing without libjpeg-turbo's interface."""
    try:
        turbo = TurboJPEG()
    except OSError as error:
        bench.missing["libturbojpeg"] = str(error)
        return []
    found = []
    for photo in photos:
        for input in both_processes(photo):
            content = input.file.read_bytes()
            for divisor in (8, 4, 2):
                if (input.form, divisor) not in GOALS:
                    continue
                # Two samples of the decoded picture, and a little more, for each of the result's pixels.
                widths = [int(input.size[0] / divisor / 2 * 0.97)]
                task = bench.engine.prepare(Job(bench.recipe(widths), input.file, [], sizes_of(input.size, widths)))
                pairs = [
                    (bench.engine.ask("decode", task=task)["seconds"], turbo.seconds(content, divisor))
                    for _ in range(bench.rounds + 1)
                ][1:]
                found.append((input, divisor, *map(list, zip(*pairs))))
    return found
