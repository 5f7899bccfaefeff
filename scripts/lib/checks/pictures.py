"""Generates small photos from a seed: PNGs of the kinds that shops have, all with different pixels."""

import random
import struct
import zlib

GRAY, RGB, GRAY_ALPHA, RGBA = 0, 2, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, GRAY_ALPHA: 2, RGBA: 4}
# Colour type and depth of successive photos.
KINDS = [(RGB, 8), (RGBA, 8), (GRAY, 8), (RGB, 8), (RGB, 16), (GRAY_ALPHA, 8)]

# Adam7's passes: the first pixel's x and y, and the distances between pixels in x and y (PNG's specification, section 8.2).
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# Adobe RGB (1998), as a PNG states it: its gamma, its white and its primaries.
WIDE = chunk(b"gAMA", struct.pack(">I", 45455)) + chunk(
    b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000))


def png(width, height, rows, kind=RGB, depth=8, colours=b""):
    """The bytes of a PNG. `rows` has the bytes of all pixels, from the top. `colours` are chunks that state a colour space, such as
    WIDE."""
    stride = width * CHANNELS[kind] * depth // 8
    filtered = b"".join(b"\0" + rows[at : at + stride] for at in range(0, stride * height, stride))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    parts = [chunk(b"IHDR", header), colours, chunk(b"IDAT", zlib.compress(filtered, 1)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def small(source, kind=RGB, depth=8):
    """A PNG with sides of 24 to 56 pixels. It is noise, so that any mistake changes it visibly."""
    width, height = source.randint(24, 56), source.randint(24, 56)
    return png(width, height, source.randbytes(width * height * CHANNELS[kind] * depth // 8), kind, depth)


def of_every_kind(source):
    """PNGs by name, one of each kind that the format has: all depths, palettes, interlaced, in many IDAT chunks."""
    files = {}
    for name, kind, depths in [("gray", 0, [1, 8, 16]), ("rgb", 2, [8, 16]), ("gray-alpha", 4, [8]), ("rgba", 6, [8, 16])]:
        for depth in depths:
            files[f"{name}-{depth}.png"] = any_png(source, kind, depth)
    for depth in (2, 8):
        palette = chunk(b"PLTE", source.randbytes(3 << depth)) + chunk(b"tRNS", source.randbytes(2))
        files[f"palette-{depth}.png"] = any_png(source, 3, depth, palette)
    files["passes-rgba.png"] = any_png(source, 6, 8, passes=PASSES)
    files["pieces-rgb.png"] = any_png(source, 2, 8, piece=100)
    return files


def any_png(source, kind, depth, palette=b"", passes=((0, 0, 1, 1),), piece=1 << 20):
    """A PNG of 40 × 37 pixels of noise, whose rows use different filters."""
    width, height = 40, 37
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
    rows = b""
    for x, y, across, down in passes:
        stride = (-(-(width - x) // across) * bits + 7) // 8
        for _ in range(y, height, down):
            rows += bytes([source.randrange(5)]) + source.randbytes(stride)
    data = zlib.compress(rows)
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, len(passes) > 1)
    pieces = [chunk(b"IDAT", data[at : at + piece]) for at in range(0, len(data), piece)]
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + palette + b"".join(pieces) + chunk(b"IEND", b"")


def make(folder, count, seed):
    """Writes photos into subfolders, as a supplier might."""
    source = random.Random(seed)
    for number in range(count):
        place = folder / f"shelf-{number % 7}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"SKU-{number:05}_front.png").write_bytes(small(source, *KINDS[number % len(KINDS)]))
    return folder


def read_only_kinds(source):
    """Pictures of 40 × 37 pixels by name, in formats that packshot reads and doesn't write."""
    return {
        "rows.bmp": bmp(source),
        "runs.bmp": bmp(source, runs=True),
        "rows.gif": gif(source),
        "passes.gif": gif(source, interlaced=True),
        "rows.psd": psd(source),
        "packed.psd": psd(source, packed=True),
    }


def bmp(source, runs=False):
    """A BMP of noise: 24-bit rows, or run-length encoded indices (Microsoft, "Bitmap Storage")."""
    width, height = 40, 37
    if runs:
        data = b"".join(bytes([0, width]) + source.randbytes(width) + b"\0\0" for _ in range(height - 1))
        data += bytes([width, 5, 0, 1])
    else:
        data = source.randbytes(width * 3 * height)
    palette = source.randbytes(1024) if runs else b""
    start = 54 + len(palette)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8 if runs else 24, 1 if runs else 0, 0, 2835, 2835, 0, 0)
    return struct.pack("<2sIII", b"BM", start + len(data), 0, start) + info + palette + data


def gif(source, interlaced=False):
    """A GIF of noise. The table of sequences is emptied before codes get longer than 9 bits (GIF89a, appendix F)."""
    width, height = 40, 37
    bits = count = 0
    for index, value in enumerate(source.randbytes(width * height)):
        for code in [256, value] if index % 200 == 0 else [value]:
            bits |= code << count
            count += 9
    bits |= 257 << count
    data = bits.to_bytes((count + 9 + 7) // 8, "little")
    blocks = b"".join(bytes([len(part)]) + part for part in (data[at : at + 255] for at in range(0, len(data), 255)))
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + source.randbytes(768)
    descriptor = struct.pack("<BHHHHB", 0x2C, 0, 0, width, height, 0x40 if interlaced else 0)
    return screen + descriptor + b"\x08" + blocks + b"\0\x3b"


def psd(source, packed=False):
    """A Photoshop document of noise in RGB, plain or packed by PackBits (Adobe Photoshop File Formats Specification)."""
    width, height = 40, 37
    rows = [source.randbytes(width) for _ in range(3 * height)]
    header = struct.pack(">4sH6xHIIHH", b"8BPS", 1, 3, height, width, 8, 3) + bytes(12)
    if not packed:
        return header + b"\0\0" + b"".join(rows)
    lengths = struct.pack(">H", width + 1) * len(rows)
    return header + b"\0\x01" + lengths + b"".join(bytes([width - 1]) + row for row in rows)
