"""Usage: python3 -S -m bench.thumb_peers PEER OUTPUT WIDTHS [PHOTO…]

Makes thumbnails of photos with a peer, by its way to decode a JPEG at a reduced size. Prints the seconds of the work as JSON, without the
peer's start. WIDTHS are separated by commas.
"""

import json
import sys
import time
from pathlib import Path

from . import peers


class Vips(peers.Vips):
    """`thumbnail`, as `vipsthumbnail` and sharp have it."""

    def thumbs(self, photo, sizes):
        return self.each(photo, sizes)


class Pillow(peers.Pillow):
    """`draft` to twice the size, as `Image.thumbnail` asks for it."""

    def thumbs(self, photo, sizes):
        picture = self.open(photo)
        picture.draft("RGB", tuple(2 * max(lengths) for lengths in zip(*sizes)))
        picture.load()
        return [picture.resize(size, self.image.LANCZOS) for size in sizes]

    def jpeg(self, picture, quality):
        return self.saved(picture, "JPEG", quality=quality)

    def pixels(self, picture):
        import numpy

        return numpy.asarray(picture)


class OpenCV(peers.OpenCV):
    """`IMREAD_REDUCED_COLOR_8`, `_4` or `_2`, where that leaves as many pixels as are wanted."""

    name = "OpenCV"

    def thumbs(self, photo, sizes):
        import io

        import PIL.Image

        with PIL.Image.open(io.BytesIO(photo)) as header:
            width = header.width
        widest = max(size[0] for size in sizes)
        flags = next(
            (getattr(self.cv2, f"IMREAD_REDUCED_COLOR_{by}") for by in (8, 4, 2) if width // by >= widest),
            self.cv2.IMREAD_COLOR,
        )
        picture = self.open(photo, flags)
        return [self.cv2.resize(picture, size, interpolation=self.cv2.INTER_AREA) for size in sizes]

    def jpeg(self, picture, quality):
        return bytes(self.cv2.imencode(".jpg", picture, [self.cv2.IMWRITE_JPEG_QUALITY, quality])[1])

    def pixels(self, picture):
        return picture[..., ::-1]


class Kornia:
    """kornia-rs: libjpeg-turbo at full size, then the Rust crate fast_image_resize with Lanczos-3."""

    name = "kornia-rs"

    def __init__(self):
        import kornia_rs
        import kornia_rs.imgproc
        import kornia_rs.io

        self.resize, self.io = kornia_rs.imgproc.resize, kornia_rs.io
        self.version = kornia_rs.__version__

    def thumbs(self, photo, sizes):
        picture = self.io.decode_image_jpegturbo(photo, "rgb")
        return [self.resize(picture, (height, width), "lanczos") for width, height in sizes]

    def jpeg(self, picture, quality):
        return self.io.encode_image_jpegturbo(picture, quality)

    def pixels(self, picture):
        return picture


ALL = {"pyvips": Vips, "PIL": Pillow, "cv2": OpenCV, "kornia_rs": Kornia}
QUALITY = 82


def sizes_of(size, widths):
    """Thumbnails' sizes by their widths, as packshot rounds them."""
    return [(width, max(1, int(size[1] * width / size[0] + 0.5))) for width in widths]


def files(peer, photo, sizes):
    """Thumbnails as JPEGs in memory."""
    return [peer.jpeg(picture, QUALITY) for picture in peer.thumbs(photo, sizes)]


def main(module, output, widths, *photos):
    sys.path.insert(0, str(peers.FOLDER.absolute()))
    peer = ALL[module]()
    import PIL.Image

    began = time.perf_counter()
    for number, photo in enumerate(photos):
        content = Path(photo).read_bytes()
        with PIL.Image.open(photo) as header:
            sizes = sizes_of(header.size, [int(width) for width in widths.split(",")])
        for file, size in zip(files(peer, content, sizes), sizes):
            Path(output, f"{number}-{size[0]}.jpg").write_bytes(file)
    print(json.dumps({"seconds": time.perf_counter() - began}))


if __name__ == "__main__":
    main(*sys.argv[1:])
