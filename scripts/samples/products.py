"""The products in the sample photos. Each function builds a scene; heights are in units of about ten centimetres."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .shapes import (Curve, box, capsule, cylinder, ellipsoid, lathe, moved, noise, smooth_max, smooth_min, smoothstep,
                     sphere, torus, turned)
from .studio import Camera, Material, Scene


def mix(a, b, t):
    """From colour a to colour b (linear RGB) by t (N)."""
    a, b = (np.array(c, np.float32)[:, None] if np.ndim(c) == 1 else c for c in (a, b))
    return a + (b - a) * t


def ink(size, background, draw):
    """A printed surface: an image drawn by `draw`, as linear RGB to look up by (u, v) in 0…1, v downwards."""
    page = Image.new("RGB", (size[0] * 2, size[1] * 2), background)
    draw(ImageDraw.Draw(page), page.size)
    encoded = np.asarray(page, np.float32) / 255
    linear = encoded**2.2
    width, height = page.size

    def look_up(u, v):
        x, y = np.clip(u, 0, 1) * (width - 1), np.clip(v, 0, 1) * (height - 1)
        i, j = np.minimum(x.astype(int), width - 2), np.minimum(y.astype(int), height - 2)
        s, t = (x - i)[:, None], (y - j)[:, None]
        top = linear[j, i] * (1 - s) + linear[j, i + 1] * s
        below = linear[j + 1, i] * (1 - s) + linear[j + 1, i + 1] * s
        return (top * (1 - t) + below * t).T.astype(np.float32)

    return look_up


def line(draw, size, y, text, height, fill):
    """A line of text, centred; y and height are shares of the page's height."""
    font = ImageFont.load_default(int(size[1] * height))
    draw.text((size[0] / 2, size[1] * y), text, fill=fill, font=font, anchor="mm")


def wood(p, pale, dark, along=1, rings=9.0):
    """Grain along an axis."""
    stretch = [5.0, 5.0, 5.0]
    stretch[along] = 0.7
    fine = [70.0, 70.0, 70.0]
    fine[along] = 2.5
    wave = noise(p + 3.7, stretch) * rings
    ring = np.abs(wave - np.floor(wave) - 0.5) * 2
    return mix(pale, dark, 0.55 * ring**1.5 + 0.45 * noise(p, fine))


def mug_shape(p):
    outer = cylinder(p, 0.44, 0.0, 0.98, 0.05)
    q = moved(p, 0.46, 0.50)
    stretched = q.copy()
    stretched[1] -= np.clip(q[1], -0.09, 0.09)
    ring = np.hypot(np.hypot(stretched[0], stretched[1]) - 0.215, stretched[2] * 0.72) - 0.046
    body = smooth_min(outer, ring, 0.05)
    hollow = cylinder(p, 0.392, 0.07, 1.4, 0.06)
    return smooth_max(body, -hollow, 0.028)


def mug(color, azimuth, elevation=13.0, view=17.0, backdrop=None):
    def glaze(p):
        inside = (np.hypot(p[0], p[2]) < 0.412) & (p[1] > 0.05)
        return np.where(inside, np.float32([[0.80], [0.78], [0.73]]), color(p))

    camera = Camera(azimuth, elevation, 6.0, (0.09, 0.47, 0), view)
    scene = Scene([(mug_shape, Material(glaze, 0.05, 0.03))], camera, (0.12, 0.5, 0, 0.88), mirror=0.10)
    if backdrop:
        scene.backdrop = backdrop
    return scene


def teal_mug(azimuth=24, view=17.0):
    def color(p):
        angle = np.arctan2(p[0], p[2])
        ridge = 0.40 + 0.075 * np.sin(angle * 5) + 0.035 * np.sin(angle * 11 + 1)
        far = 0.52 + 0.06 * np.sin(angle * 4 + 2) + 0.03 * np.sin(angle * 9)
        body = np.hypot(p[0], p[2]) < 0.455
        teal, deep, pale = (0.035, 0.235, 0.235), (0.012, 0.085, 0.105), (0.30, 0.52, 0.47)
        c = mix(teal, pale, smoothstep(0.004, -0.004, p[1] - far) * body)
        return mix(c, deep, smoothstep(0.004, -0.004, p[1] - ridge) * body)

    return mug(color, azimuth, view=view)


def teal_mug_from_the_side():
    return teal_mug(azimuth=62, view=15.5)


def stoneware_mug():
    def color(p):
        speck = noise(p, 42.0) * 0.6 + noise(p + 5, 95.0) * 0.4
        glazed = mix((0.66, 0.60, 0.50), (0.60, 0.53, 0.42), noise(p, 4.0))
        glazed = mix(glazed, (0.10, 0.065, 0.04), smoothstep(0.72, 0.78, speck) * 0.85)
        clay = mix((0.30, 0.17, 0.10), (0.24, 0.13, 0.075), noise(p, 60.0))
        return mix(glazed, clay, smoothstep(0.008, -0.008, p[1] - 0.20 - 0.012 * (noise(p, 6.0) - 0.5)))

    return mug(color, 42, 17.0, 17.0, ((0.86, 0.83, 0.79), (0.50, 0.47, 0.44)))


def oil_bottle():
    curve = Curve([(-0.1, 0.405), (0, 0.41), (0.25, 0.42), (1.0, 0.42), (1.45, 0.415), (1.68, 0.33), (1.86, 0.19),
                   (2.02, 0.138), (2.2, 0.132), (2.5, 0.13), (2.7, 0.13)])

    def draw(d, size):
        w, h = size
        green, gold = (52, 64, 36), (164, 128, 62)
        d.rectangle((w * 0.05, h * 0.035, w * 0.95, h * 0.965), outline=gold, width=int(h * 0.008))
        for x, y in [(0.40, 0.20), (0.455, 0.155), (0.51, 0.13), (0.565, 0.155), (0.62, 0.20)]:
            r = h * 0.045
            d.ellipse((w * x - r * 0.42, h * y - r, w * x + r * 0.42, h * y + r), fill=green)
        d.line((w * 0.36, h * 0.27, w * 0.66, h * 0.27), fill=green, width=int(h * 0.006))
        line(d, size, 0.40, "OLIVA", 0.135, green)
        line(d, size, 0.52, "extra virgin olive oil", 0.052, green)
        d.line((w * 0.30, h * 0.62, w * 0.70, h * 0.62), fill=gold, width=int(h * 0.005))
        line(d, size, 0.71, "COLD PRESSED", 0.045, gold)
        line(d, size, 0.87, "750 ml", 0.05, green)

    paper = ink((560, 640), (240, 234, 216), draw)

    def body(p):
        return lathe(p, curve, 0.0, 2.62, 0.06)

    def label(p):
        angle = np.arctan2(p[0], p[2])
        side = np.hypot(p[0], p[2]) - curve(p[1]) - 0.004
        return np.maximum(np.maximum(side, np.abs(p[1] - 0.78) - 0.46), (np.abs(angle) - 0.98) * 0.4)

    def label_color(p):
        angle = np.arctan2(p[0], p[2])
        return paper(angle / 1.96 + 0.5, (0.78 + 0.46 - p[1]) / 0.92) * (0.92 + 0.08 * noise(p, 60.0))

    def glass(p):
        rim = np.abs(p[0]) / (curve(p[1]) + 1e-3)
        deep, bright = (0.006, 0.016, 0.004), (0.075, 0.135, 0.018)
        return mix(deep, bright, smoothstep(0.55, 0.98, rim) * 0.9 + 0.12 * smoothstep(1.5, 0.0, p[1]))

    def cap(p):
        return lathe(p, lambda y: np.full_like(y, 0.147), 2.24, 2.68, 0.04)

    return Scene([(body, Material(glass, 0.055, 0.015)), (label, Material(label_color, 0.02, 0.7)),
                  (cap, Material((0.78, 0.57, 0.26), blur=0.09, metal=True))],
                 Camera(0, 5, 11.5, (0, 1.30, 0), 13.6), (0, 1.34, 0, 1.42), mirror=0.12,
                 backdrop=((0.90, 0.90, 0.87), (0.56, 0.57, 0.54)), step=0.75)


def steel_bottle():
    curve = Curve([(-0.1, 0.36), (0.0, 0.365), (0.1, 0.375), (0.9, 0.375), (1.35, 0.375), (1.56, 0.33), (1.70, 0.245),
                   (1.82, 0.225), (2.2, 0.225)])

    def body(p):
        return lathe(p, curve, 0.06, 1.80, 0.03)

    def base(p):
        return cylinder(p, 0.362, 0.0, 0.10, 0.02)

    def collar(p):
        return cylinder(p, 0.222, 1.76, 1.85, 0.01)

    def cap(p):
        angle = np.arctan2(p[0], p[2])
        grip = 0.006 * np.cos(angle * 36)
        return cylinder(p, 0.262, 1.855, 2.10, 0.035) - grip * smoothstep(2.07, 2.03, p[1])

    def loop(p):
        q = moved(p, 0, 2.10)
        return np.hypot(np.hypot(q[0], q[1] * 1.05) - 0.185, np.maximum(np.abs(q[2]) - 0.05, 0)) - 0.030

    def powder(p):
        return mix((0.115, 0.205, 0.155), (0.095, 0.175, 0.130), noise(p, 120.0))

    steel = Material((0.66, 0.65, 0.63), blur=0.10, metal=True)
    black = Material((0.018, 0.018, 0.02), 0.04, 0.25)
    return Scene([(body, Material(powder, 0.045, 0.28)), (base, steel), (collar, steel), (cap, black), (loop, black)],
                 Camera(18, 8, 10.5, (0, 1.13, 0), 12.8), (0, 1.16, 0, 1.28), mirror=0.08)


def perfume():
    def body(p):
        return box(moved(p, 0, 0.52), (0.46, 0.52, 0.24), 0.07)

    def draw(d, size):
        line(d, size, 0.34, "AMBRA", 0.30, (92, 58, 20))
        line(d, size, 0.72, "eau de parfum  50 ml", 0.115, (92, 58, 20))

    print_ = ink((460, 200), (255, 255, 255), draw)

    def liquid(p):
        q = moved(p, 0, 0.50)
        inside = box(q, (0.375, 0.38, 0.16), 0.05) < 0
        amber = np.array([[0.45], [1.9], [6.0]], np.float32) * inside
        clear = np.array([[0.16], [0.11], [0.10]], np.float32)
        stamp = print_((p[0] + 0.24) / 0.48, (0.60 - p[1]) / 0.21)
        printed = (np.abs(p[2] - 0.225) < 0.02) & (np.abs(p[0]) < 0.24) & (p[1] > 0.39) & (p[1] < 0.60)
        return amber + clear + (1 - stamp) * printed * 26.0

    def neck(p):
        return cylinder(p, 0.135, 1.02, 1.12, 0.012)

    def cap(p):
        return box(moved(p, 0, 1.30), (0.205, 0.19, 0.17), 0.03)

    gold = Material((0.83, 0.62, 0.30), blur=0.05, metal=True)
    return Scene([(body, Material((0, 0, 0), 0.045, 0.006, clear=liquid)), (neck, gold),
                  (cap, Material((0.015, 0.013, 0.012), 0.05, 0.02))],
                 Camera(20, 10, 7.5, (0, 0.72, 0), 16.0), (0, 0.75, 0, 0.98), mirror=0.18,
                 backdrop=((0.92, 0.88, 0.83), (0.60, 0.54, 0.49)))


def vase():
    curve = Curve([(-0.1, 0.24), (0.0, 0.27), (0.25, 0.46), (0.62, 0.60), (1.0, 0.53), (1.35, 0.30), (1.58, 0.20),
                   (1.74, 0.225), (1.85, 0.30), (2.0, 0.38)])
    hollow = Curve([(0.9, 0.40), (1.35, 0.235), (1.58, 0.145), (1.74, 0.172), (1.85, 0.255), (2.1, 0.42)])

    def body(p):
        angle = np.arctan2(p[0], p[2])
        flutes = 0.016 * np.abs(np.cos(angle * 12)) * smoothstep(1.72, 1.5, p[1]) * smoothstep(0.02, 0.2, p[1])
        outer = smooth_max(np.hypot(p[0], p[2]) - curve(p[1]) - flutes, np.abs(p[1] - 0.92) - 0.92, 0.05)
        return smooth_max(outer, -np.maximum(np.hypot(p[0], p[2]) - hollow(p[1]), 0.95 - p[1]), 0.03)

    def clay(p):
        return mix((0.52, 0.20, 0.10), (0.43, 0.155, 0.075), noise(p, (4, 22, 4)) * 0.7 + noise(p, 70.0) * 0.3)

    return Scene([(body, Material(clay, 0.03, 0.45))], Camera(10, 10, 9.0, (0, 0.92, 0), 15.6), (0, 0.92, 0, 1.12),
                 step=0.6, backdrop=((0.94, 0.91, 0.87), (0.66, 0.61, 0.56)))


def lamp():
    foot_curve = Curve([(-0.1, 0.44), (0.0, 0.44), (0.06, 0.44), (0.16, 0.33), (0.42, 0.36), (0.66, 0.40), (0.92, 0.28),
                        (1.06, 0.10), (1.3, 0.07)])

    def foot(p):
        return lathe(p, foot_curve, 0.0, 1.08, 0.05)

    def stem(p):
        return np.minimum(cylinder(p, 0.045, 1.0, 1.6, 0.01), cylinder(p, 0.085, 1.06, 1.12, 0.02))

    def shade(p):
        radius = np.hypot(p[0], p[2])
        slope = 0.80 - 0.36 * (p[1] - 1.26) / 0.95
        wall = np.abs(radius - slope) * 0.93 - 0.012
        return np.maximum(wall, np.abs(p[1] - 1.735) - 0.475)

    def linen(p):
        angle = np.arctan2(p[0], p[2])
        weave = noise(np.stack([angle * 3, p[1], 0 * p[1]]), (34, 6, 1)) + noise(
            np.stack([angle * 3, p[1], 0 * p[1]]), (5, 130, 1))
        return mix((0.66, 0.58, 0.46), (0.58, 0.50, 0.38), weave * 0.5)

    def glow(p):
        bulb = np.exp(-(((p[1] - 1.60) / 0.33) ** 2))
        return linen(p) * (0.16 + 0.72 * bulb) * np.array([[1.0], [0.72], [0.42]], np.float32)

    def celadon(p):
        return mix((0.20, 0.29, 0.27), (0.13, 0.21, 0.20), noise(p, (3, 9, 3)))

    return Scene([(foot, Material(celadon, 0.05, 0.03)),
                  (stem, Material((0.72, 0.53, 0.27), blur=0.07, metal=True)),
                  (shade, Material(linen, 0.02, 0.9, glow=glow))],
                 Camera(20, 6, 11.5, (0, 1.10, 0), 12.8), (0, 1.1, 0, 1.40), step=0.75,
                 backdrop=((0.80, 0.775, 0.74), (0.40, 0.375, 0.35)))


def stool():
    def seat(p):
        dish = 0.05 * smoothstep(0.55, 0.0, np.hypot(p[0], p[2]))
        return smooth_max(cylinder(p, 0.60, 1.66, 1.83, 0.05), p[1] - (1.825 - dish), 0.03)

    legs = [(np.cos(a) * 0.40, np.sin(a) * 0.40, np.cos(a) * 0.64, np.sin(a) * 0.64)
            for a in np.radians([20, 110, 200, 290])]

    def frame(p):
        result = np.full(p.shape[1], 9.0, np.float32)
        for x, z, fx, fz in legs:
            result = np.minimum(result, capsule(p, (fx, 0.045, fz), (x, 1.70, z), 0.042, 0.060))
        return np.maximum(result, -p[1])

    def rungs(p):
        at = [((x + (fx - x) * s), (z + (fz - z) * s)) for x, z, fx, fz in legs for s in (0.68,)]
        result = np.full(p.shape[1], 9.0, np.float32)
        for i in range(4):
            (ax, az), (bx, bz) = at[i], at[(i + 1) % 4]
            y = 0.56 + 0.10 * (i % 2)
            result = np.minimum(result, capsule(p, (ax, y, az), (bx, y, bz), 0.028))
        return result

    pale, dark = (0.56, 0.35, 0.19), (0.40, 0.22, 0.105)
    oak = Material(lambda p: wood(p, pale, dark, along=0), 0.035, 0.35)
    legs_oak = Material(lambda p: wood(p, pale, dark), 0.035, 0.35)
    return Scene([(seat, oak), (frame, legs_oak), (rungs, legs_oak)], Camera(12, 15, 11.5, (0, 0.88, 0), 12.4),
                 (0, 0.92, 0, 1.22), backdrop=((0.90, 0.905, 0.91), (0.60, 0.61, 0.62)))


def bow_tie(dye=None):
    """A bow tie of spotted silk, or of plain silk dyed in one colour (sRGB, 0…255)."""

    def outline(x):
        return 0.15 + 0.30 * smoothstep(0.12, 0.95, x)

    def wings(p):
        q = moved(p, 0, 0.17)
        x = np.abs(q[0])
        fold = noise(np.stack([q[0] * 0.6 + 4, q[1], 0 * x]), 3.0)
        pleats = 0.020 * np.cos(q[1] / (0.055 + 0.09 * x)) * smoothstep(0.75, 0.1, x)
        thick = 0.055 + 0.085 * smoothstep(1.05, 0.30, x) + pleats + 0.02 * fold
        half = outline(x) - 0.02 * np.cos(x * 9)
        profile = smooth_max(np.abs(q[1]) - half, x - 0.98 - 0.03 * np.cos(q[1] * 6), 0.10)
        lens = np.abs(q[2]) - thick * np.sqrt(np.clip(1 - (np.abs(q[1]) / (half + 0.05)) ** 2, 0.02, 1))
        return smooth_max(profile, lens, 0.07)

    def knot(p):
        q = moved(p, 0, 0.17, 0.03)
        crease = 0.010 * np.cos(q[0] * 30 + q[1] * 5)
        return box(q, (0.125, 0.205, 0.185), 0.09) + crease

    def silk(p):
        pitch = 0.118
        row = np.floor(p[1] / (pitch * 0.866))
        x = p[0] / pitch + 0.5 * (row % 2)
        u, v = x - np.floor(x) - 0.5, p[1] / (pitch * 0.866) - row - 0.5
        dot = smoothstep(0.245, 0.205, np.hypot(u, v * 0.866))
        rib = 0.85 + 0.15 * np.cos((p[0] + p[1]) * 420)
        return mix((0.020, 0.034, 0.105), (0.76, 0.73, 0.66), dot) * rib

    def plain(p):
        sheen = 0.9 + 0.2 * noise(p, (9, 3, 9))
        return (np.float32(dye)[:, None] / 255) ** 2.2 * sheen

    silk = plain if dye else silk

    silk_material = Material(silk, 0.05, 0.55)
    shift = np.array([[0], [0.30], [0]], np.float32)
    return Scene([(lambda p: wings(p - shift), silk_material), (lambda p: knot(p - shift), silk_material)],
                 Camera(8, 6, 7.6, (0, 0.44, 0), 15.5), (0, 0.47, 0, 1.12), step=0.55,
                 backdrop=((0.93, 0.92, 0.90), (0.66, 0.65, 0.63)))


def watch():
    def lying(p):
        return moved(p, 0, 0.16)

    def case(p):
        q = lying(p)
        ring = smooth_max(cylinder(q, 0.50, -0.13, 0.13, 0.045), -cylinder(q, 0.425, 0.06, 0.5), 0.015)
        lugs = box(moved(np.abs(q), 0.255, 0, 0.50), (0.062, 0.075, 0.13), 0.04)
        return smooth_min(ring, lugs, 0.04)

    def crown(p):
        q = lying(p)
        angle = np.arctan2(q[1], q[2])
        return (cylinder(turned(moved(q, 0.545, 0), 90, "z"), 0.062, -0.05, 0.05, 0.012)
                - 0.004 * np.cos(angle * 24))

    def dial(p):
        return cylinder(lying(p), 0.43, -0.02, 0.065)

    def draw(d, size):
        w = size[0]
        for i in range(60):
            a = np.radians(i * 6)
            inner, thick = (0.385, w * 0.016) if i % 5 == 0 else (0.442, w * 0.004)
            sin, cos = np.sin(a), np.cos(a)
            d.line((w * (0.5 + inner * sin), w * (0.5 - inner * cos), w * (0.5 + 0.468 * sin), w * (0.5 - 0.468 * cos)),
                   fill=(235, 235, 230), width=int(thick))
        line(d, size, 0.30, "MERIDIAN", 0.052, (230, 230, 225))
        line(d, size, 0.70, "AUTOMATIC", 0.030, (200, 200, 195))

    face = ink((760, 760), (22, 24, 28), draw)

    def dial_color(p):
        return face(p[0] / 0.86 + 0.5, p[2] / 0.86 + 0.5)

    def hand(p, degrees, length, width, height):
        q = turned(moved(lying(p), 0, height), -degrees)
        return box(moved(q, 0, 0, -length / 2 + 0.04), (width, 0.006, length / 2), 0.004)

    def hands(p):
        result = np.minimum(hand(p, 304, 0.26, 0.017, 0.085), hand(p, 50, 0.37, 0.012, 0.10))
        return np.minimum(result, np.minimum(hand(p, 180, 0.38, 0.004, 0.112), cylinder(lying(p), 0.026, 0.06, 0.125)))

    def strap(p):
        q = lying(p)
        z = np.abs(q[2])
        drop = -0.02 - 0.10 * smoothstep(0.55, 1.15, z)
        pad = 0.012 * smoothstep(0.20, 0.12, np.abs(q[0]))
        half = 0.218 - 0.030 * smoothstep(0.5, 1.7, z)
        return smooth_max(smooth_max(np.abs(q[0]) - half, np.abs(q[1] - drop) - 0.036 - pad, 0.03),
                          np.abs(z - 1.06) - 0.62, 0.05)

    def leather(p):
        x, z = np.abs(p[0]), p[2]
        stitch = (np.abs(x - 0.180 + 0.030 * smoothstep(0.5, 1.7, np.abs(z))) < 0.006) & (np.mod(z, 0.066) < 0.044)
        grain = noise(p, 38.0) * 0.5 + noise(p, 90.0) * 0.5
        return mix(mix((0.055, 0.035, 0.022), (0.028, 0.017, 0.010), grain), (0.62, 0.56, 0.45), stitch * 0.9)

    steel = Material((0.68, 0.68, 0.68), blur=0.05, metal=True)
    return Scene([(case, steel), (crown, steel), (dial, Material(dial_color, 0.03, 0.6)),
                  (hands, Material((0.85, 0.85, 0.84), blur=0.2, metal=True)), (strap, Material(leather, 0.035, 0.4))],
                 Camera(-16, 57, 8.0, (0, 0.12, 0.02), 17.5), (0, 0.1, 0, 1.72), step=0.7,
                 backdrop=((0.86, 0.86, 0.86), (0.52, 0.52, 0.52)))


def headphones():
    def band(p):
        q = moved(p, 0, 0.83)
        arc = np.hypot(q[0] / 0.94, q[1])
        ring = smooth_max(np.abs(arc - 0.80) - 0.028, np.abs(q[2]) - 0.105, 0.04)
        return smooth_max(ring, -q[1] - 0.12, 0.05)

    def pad(p):
        q = moved(p, 0, 0.83)
        arc = np.hypot(q[0] / 0.94, q[1])
        return smooth_max(smooth_max(np.abs(arc - 0.755) - 0.045, np.abs(q[2]) - 0.115, 0.07), 0.34 - q[1], 0.10)

    def mirrored(p):
        q = p.copy()
        q[0] = np.abs(p[0])
        return turned(moved(q, 0.70, 0.37), 8, "z")

    def arms(p):
        q = p.copy()
        q[0] = np.abs(p[0])
        return capsule(q, (0.762, 0.81, 0), (0.805, 0.43, 0), 0.036, 0.030)

    def cups(p):
        q = mirrored(p)
        return cylinder(turned(moved(q, 0.055), 90, "z") * np.array([[1], [1], [0.86]], np.float32), 0.335, -0.085,
                        0.085, 0.06)

    def discs(p):
        q = mirrored(p)
        return cylinder(turned(moved(q, 0.135), 90, "z") * np.array([[1], [1], [0.86]], np.float32), 0.235, -0.02, 0.02,
                        0.012)

    def cushions(p):
        q = mirrored(p)
        q = moved(q, -0.085)
        ring = np.hypot(np.hypot(q[1], q[2] * 0.86) - 0.245, q[0] * 0.95) - 0.098
        return ring + 0.004 * (noise(p, 9.0) - 0.5)

    leather = Material(lambda p: mix((0.30, 0.155, 0.075), (0.235, 0.115, 0.052), noise(p, 45.0)), 0.04, 0.35)
    shell = Material((0.62, 0.60, 0.56), 0.045, 0.12)
    return Scene([(band, Material((0.70, 0.69, 0.67), blur=0.10, metal=True)), (pad, leather),
                  (arms, Material((0.70, 0.69, 0.67), blur=0.10, metal=True)), (cups, shell),
                  (discs, Material((0.72, 0.55, 0.36), blur=0.12, metal=True)), (cushions, leather)],
                 Camera(32, 9, 9.0, (0.06, 0.80, 0), 15.2), (0, 0.82, 0, 1.22), step=0.7)


def book():
    half = (0.56, 0.80, 0.105)

    def place(p):
        return turned(moved(p, 0, 0.81), -26)

    def draw(d, size):
        w, h = size
        for i, shade in enumerate([(226, 148, 66), (206, 104, 58), (158, 68, 62), (98, 50, 66), (48, 36, 60)]):
            y = h * (0.50 + 0.10 * i)
            points = [(w * x / 40, y - h * 0.06 * np.sin(x / 40 * (5 + i) + i * 1.7) - h * 0.03 * np.sin(x / 3.1 + i))
                      for x in range(41)]
            d.polygon([(0, h), *points, (w, h)], fill=shade)
        r = w * 0.15
        d.ellipse((w * 0.66 - r, h * 0.42 - r, w * 0.66 + r, h * 0.42 + r), fill=(250, 226, 150))
        meadow = [(0, 0.56), (0.5, 0.53), (1, 0.58), (1, 0.62), (0, 0.62)]
        d.polygon([(w * x, h * y) for x, y in meadow], fill=(226, 148, 66))
        line(d, size, 0.13, "THE LONG", 0.088, (44, 40, 62))
        line(d, size, 0.225, "VALLEY", 0.105, (44, 40, 62))
        line(d, size, 0.93, "a walk in twelve parts", 0.036, (244, 226, 196))

    cover_print = ink((600, 860), (242, 226, 196), draw)

    def covers(p):
        q = place(p)
        front = box(moved(q, 0, 0, half[2]), (half[0], half[1], 0.016), 0.010)
        back = box(moved(q, 0, 0, -half[2]), (half[0], half[1], 0.016), 0.010)
        spine = np.maximum(np.abs(np.hypot((q[0] + half[0] - 0.02) * 0.9, q[2]) - 0.108) - 0.014, q[0] + half[0] - 0.02)
        spine = smooth_max(spine, np.abs(q[1]) - half[1], 0.01)
        hinge = 0.006 * np.exp(-(((q[0] + half[0] - 0.075) / 0.018) ** 2))
        return np.minimum(np.minimum(front, back) + hinge, spine)

    def cover_color(p):
        q = place(p)
        printed = cover_print((q[0] + half[0]) / (2 * half[0]), (half[1] - q[1]) / (2 * half[1]))
        spine = np.array([[0.52], [0.16], [0.07]], np.float32)
        return np.where(q[0] < -half[0] + 0.035, spine, printed) * (0.95 + 0.05 * noise(p, 80.0))

    def pages(p):
        q = place(p)
        return box(moved(q, -0.012), (half[0] - 0.018, half[1] - 0.022, half[2] - 0.012), 0.004)

    def paper(p):
        q = place(p)
        return mix((0.80, 0.75, 0.64), (0.56, 0.51, 0.42), noise(np.stack([0 * q[0], q[1] * 0.1, q[2]]), (1, 1, 190.0)))

    return Scene([(covers, Material(cover_color, 0.045, 0.22)), (pages, Material(paper, 0.02, 0.9))],
                 Camera(0, 9, 8.0, (0.02, 0.77, 0), 16.5), (0, 0.8, 0, 1.05), mirror=0.06)


def ring():
    def band(p):
        q = moved(p, 0, 0.415)
        r = np.hypot(q[0], q[1])
        side = np.abs(r - 0.385)
        return smooth_max(smooth_max(side - 0.035, np.abs(q[2]) - 0.075, 0.035), side - 0.03, 0.02)

    def gem(p):
        q = moved(p, 0, 0.93)
        result = np.abs(q[1]) - 0.11
        for i in range(8):
            a = np.pi / 8 * (2 * i + 1)
            side = q[0] * np.cos(a) + q[2] * np.sin(a)
            result = np.maximum(result, side * 0.80 + q[1] * 0.60 - 0.150)
            result = np.maximum(result, side * 0.66 - q[1] * 0.75 - 0.125)
        return result

    def setting(p):
        q = p.copy()
        q[0], q[2] = np.abs(p[0]), np.abs(p[2])
        claw = capsule(q, (0.05, 0.76, 0.04), (0.140, 0.985, 0.140), 0.020, 0.016)
        return smooth_min(claw, cylinder(p, 0.075, 0.77, 0.83, 0.02), 0.03)

    gold = Material((0.86, 0.64, 0.33), blur=0.03, metal=True)
    stone = Material((0.010, 0.045, 0.20), 0.10, 0.008)
    return Scene([(band, gold), (gem, stone), (setting, gold)], Camera(34, 12, 6.0, (0, 0.53, 0), 13.5),
                 (0, 0.53, 0, 0.66), mirror=0.22, backdrop=((0.92, 0.92, 0.93), (0.62, 0.62, 0.65)))


def ball():
    def body(p):
        q = moved(p, 0, 0.6)
        return sphere(q, 0.6) + 0.010 * smoothstep(0.012, 0.0, seams(q))

    def seams(q):
        n = turned(turned(q, 24, "z"), 78) / 0.6
        seam = np.abs(np.sin(np.arctan2(n[0], n[2]) * 3)) * np.sqrt(np.maximum(1 - n[1] ** 2, 0)) / 3
        return np.where(np.abs(n[1]) > 0.955, 1, seam)  # they end at the caps

    def vinyl(p):
        n = turned(turned(moved(p, 0, 0.6), 24, "z"), 78) / 0.6
        panel = np.floor((np.arctan2(n[0], n[2]) / (2 * np.pi) + 0.5) * 6).astype(int) % 6
        colors = np.array([(0.62, 0.045, 0.035), (0.80, 0.78, 0.73), (0.80, 0.47, 0.03), (0.80, 0.78, 0.73),
                           (0.025, 0.16, 0.44), (0.80, 0.78, 0.73)], np.float32)
        return np.where(np.abs(n[1]) > 0.955, np.float32(0.78), colors[panel].T)

    return Scene([(body, Material(vinyl, 0.045, 0.03))], Camera(0, 11, 7.0, (0, 0.58, 0), 14.0), (0, 0.6, 0, 0.7))


def bag():
    def body(p):
        q = moved(p, 0, 0.52)
        taper = 1 - 0.10 * (q[1] / 0.5)
        s = q / np.stack([taper, np.ones_like(taper), 1 - 0.30 * (q[1] + 0.5)])
        belly = 0.018 * np.cos(q[0] * 2.2) * np.cos(q[1] * 2.6)
        return box(s, (0.80, 0.52, 0.27), 0.10) * 0.85 - belly

    def trim(p):
        return np.maximum(np.abs(body(p)) - 0.012, np.abs(p[1] - 0.10) - 0.085)

    def handles(p):
        q = p.copy()
        q[2] = np.abs(p[2]) - 0.17 + 0.10 * (p[1] - 1.0)
        up = moved(q, 0, 0.99)
        arch = np.hypot(np.hypot(up[0] * 0.95, np.maximum(up[1], 0) * 0.72) - 0.33, up[2]) - 0.030
        tabs = box(moved(np.stack([np.abs(q[0]), q[1], q[2]]), 0.347, 0.93), (0.045, 0.13, 0.032), 0.02)
        return np.minimum(np.maximum(arch, 0.02 - up[1]), tabs)

    def clasp(p):
        q = np.stack([np.abs(p[0]), p[1], np.abs(p[2]) - 0.02])
        rings = torus(moved(q, 0.347, 1.01, 0.165), 0.042, 0.012, axis=2)
        return np.minimum(rings, ellipsoid(moved(p, 0, 0.74, 0.225), (0.055, 0.055, 0.03)))

    def hide(p):
        grain = noise(p, 34.0) * 0.55 + noise(p + 9, 80.0) * 0.45
        return mix((0.33, 0.105, 0.042), (0.235, 0.070, 0.028), grain)

    def dark_hide(p):
        return mix((0.075, 0.030, 0.016), (0.050, 0.020, 0.011), noise(p, 40.0))

    brass = Material((0.80, 0.58, 0.27), blur=0.05, metal=True)
    return Scene([(body, Material(hide, 0.035, 0.30)), (trim, Material(dark_hide, 0.035, 0.30)),
                  (handles, Material(dark_hide, 0.035, 0.30)), (clasp, brass)],
                 Camera(-24, 10, 9.5, (0, 0.70, 0), 12.8), (0, 0.74, 0, 1.15), step=0.65,
                 backdrop=((0.90, 0.885, 0.86), (0.60, 0.58, 0.55)))
