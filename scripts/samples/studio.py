"""A photo studio: a product on a seamless sweep under two softboxes, seen by a camera.

Rays march through the product's distance function (Hart, "Sphere tracing", 1996). Shadows of area lights and ambient
occlusion are read off the same function, so there is no sampling noise. Light is linear, 1 is the white of the sweep.
"""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np
from PIL import Image

from .shapes import smoothstep


@dataclass
class Material:
    """What a part is made of. `color` and `glow` are linear RGB, or functions of points that give them."""

    color: object
    reflectance: float = 0.04  # straight on; a metal's is its colour
    blur: float = 0.05  # how wide the edges of reflected lights are
    metal: bool = False
    glow: object = None
    clear: Callable = None  # for glass: the path through its content at points along a ray gives the tint


@dataclass
class Camera:
    """Looks from an azimuth (degrees to the right) and elevation (degrees up) at a point."""

    azimuth: float
    elevation: float
    distance: float
    target: tuple
    view: float = 24.0  # degrees, across the shorter side

    def rays(self, u, v):
        """Rays through points of the picture, whose shorter side spans -1…1; v points up."""
        a, e = np.radians(self.azimuth), np.radians(self.elevation)
        back = np.array([np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)])
        right = np.array([np.cos(a), 0, -np.sin(a)])
        up = np.cross(back, right)
        scale = np.tan(np.radians(self.view / 2))
        d = -back[:, None] + scale * (right[:, None] * u + up[:, None] * v)
        d = (d / np.sqrt((d * d).sum(0))).astype(np.float32)
        eye = (np.array(self.target) + back * self.distance).astype(np.float32)
        return np.broadcast_to(eye[:, None], d.shape), d


@dataclass
class Softbox:
    """A rectangle of light, far enough away to be a direction: where it stands, half its size, its light."""

    azimuth: float
    elevation: float
    width: float
    height: float
    light: float
    tint: tuple = (1, 1, 1)

    def __post_init__(self):
        a, e = np.radians(self.azimuth), np.radians(self.elevation)
        self.direction = np.array([np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)], np.float32)
        self.right = np.array([np.cos(a), 0, -np.sin(a)], np.float32)
        self.up = np.cross(self.direction, self.right)

    def seen(self, d, blur):
        """How much of the light is seen along directions."""
        facing = np.maximum(self.direction @ d, 1e-3)
        u, v = np.abs(self.right @ d) / facing, np.abs(self.up @ d) / facing
        inside = smoothstep(self.width + blur, self.width - blur, u) * smoothstep(
            self.height + blur, self.height - blur, v
        )
        return inside * (facing > 0.01) * (1 - 0.25 * (u / self.width) ** 2 * (u < self.width))


KEY = Softbox(-48, 46, 0.55, 0.75, 2.6, (1.0, 0.985, 0.96))
FILL = Softbox(62, 24, 0.30, 0.95, 1.3, (0.97, 0.985, 1.0))
RIM = Softbox(155, 38, 0.9, 0.25, 1.2)


@dataclass
class Scene:
    """Parts, each a distance function and a material, and how they are photographed."""

    parts: list
    camera: Camera
    reach: tuple  # a sphere around the product: x, y, z, radius
    backdrop: tuple = ((0.93, 0.925, 0.91), (0.62, 0.62, 0.62))  # the light in the middle, and in the corners
    step: float = 0.85
    mirror: float = 0.0  # how much the floor reflects
    lights: list = field(default_factory=lambda: [(KEY, 0.62, 0.30), (FILL, 0.20, 0.45), (RIM, 0.14, 0.5)])
    ambient: float = 0.42

    def distance(self, p):
        result = self.parts[0][0](p)
        for shape, _ in self.parts[1:]:
            result = np.minimum(result, shape(p))
        return result

    def owner(self, p):
        return np.argmin([shape(p) for shape, _ in self.parts], axis=0)

    def normal(self, p, e=0.0012):
        k = np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32)
        n = sum(c[:, None] * self.distance(p + e * c[:, None]) for c in k)
        return n / np.maximum(np.sqrt((n * n).sum(0)), 1e-9)

    def span(self, o, d):
        """Where rays enter and leave the sphere around the product; entering after leaving means a miss."""
        q = o - np.array(self.reach[:3], np.float32)[:, None]
        b = (q * d).sum(0)
        inside = b * b - (q * q).sum(0) + self.reach[3] ** 2
        root = np.sqrt(np.maximum(inside, 0))
        return np.where(inside > 0, np.maximum(-b - root, 0), 1e9), np.where(inside > 0, -b + root, -1)

    def march(self, o, d, steps=110, start=0.0):
        """The distance along rays to the product; infinite where they miss it."""
        t, end = self.span(o, d)
        t = np.maximum(t, start).astype(np.float32)
        hit = np.full(t.shape, np.inf, np.float32)
        live = np.flatnonzero(t < end)
        for _ in range(steps):
            if live.size == 0:
                break
            h = self.distance(o[:, live] + d[:, live] * t[live])
            near = h < 0.0004
            hit[live[near]] = t[live[near]]
            t[live] += h * self.step
            live = live[~near & (t[live] < end[live])]
        return hit

    def shadow(self, p, light, width):
        """How much of an area light reaches points: 1 all. `width` is half its size over its distance."""
        middle = np.array(self.reach[:3], np.float32)[:, None] - p
        along = light.direction @ middle
        apart = np.sqrt(np.maximum((middle * middle).sum(0) - along * along, 0))
        blocked = apart < self.reach[3] * (1 + width) + width * np.maximum(along, 0)
        end = along + self.reach[3] * 1.1
        live = np.flatnonzero(blocked & (along > -self.reach[3]))
        left = np.ones(p.shape[1], np.float32)
        t = np.full(p.shape[1], 0.02, np.float32)
        for _ in range(48):
            if live.size == 0:
                break
            h = self.distance(p[:, live] + light.direction[:, None] * t[live])
            left[live] = np.minimum(left[live], h / (width * t[live]))
            t[live] += np.clip(h * 0.7, 0.012, 0.16)
            live = live[(left[live] > -1) & (t[live] < end[live])]
        left = np.clip(left, -1, 1)
        return 0.25 * (1 + left) ** 2 * (2 - left)

    def occlusion(self, p, n, reach=0.3, taps=6):
        """How much of the room points see past the product: 1 all."""
        blocked = weights = 0.0
        for i in range(1, taps + 1):
            h, weight = reach * (i / taps) ** 1.5, 0.82**i
            blocked += weight * np.clip(1 - self.distance(p + n * h) / h, 0, 1)
            weights += weight
        return np.clip(1 - blocked / weights, 0, 1)

    def room(self, d, blur):
        """The light of the studio along directions: softboxes, pale walls, the sweep below."""
        wall = 0.20 + 0.22 * smoothstep(-0.1, 0.9, d[1]) + 0.10 * smoothstep(0.2, -0.9, d[2])
        below = smoothstep(0.08 + blur, -0.08 - blur, d[1])
        gray = wall * (1 - below) + 0.62 * below
        rgb = np.stack([gray, gray, gray])
        for light, _, _ in self.lights:
            rgb += light.seen(d, blur + 0.02) * light.light * np.array(light.tint, np.float32)[:, None] * (1 - below)
        return rgb

    def lit(self, p, n, shadows=True):
        """The light that falls on points."""
        up = 0.5 + 0.5 * n[1]
        near_floor = np.clip(1 - p[1] / 0.35, 0, 1)
        around = self.occlusion(p, n) * (1 - 0.30 * near_floor * (1 - up))
        rgb = np.stack([self.ambient * around * (0.72 + 0.38 * up)] * 3)
        for light, power, width in self.lights:
            facing = np.maximum(light.direction @ n * 0.9 + 0.1, 0)
            part = facing * power * (self.shadow(p + n * 0.004, light, width) if shadows else around)
            rgb += part * np.array(light.tint, np.float32)[:, None]
        return rgb, around

    def shade(self, p, d, depth=1):
        """The light that points on the product send back along rays."""
        n = self.normal(p)
        owner = self.owner(p)
        light, around = self.lit(p, n, shadows=depth > 0)
        mirrored = d - 2 * (d * n).sum(0) * n
        facing = np.clip(-(d * n).sum(0), 0, 1)
        result = np.zeros_like(p)
        bounce = None
        if depth > 0:
            bounce = np.full(p.shape[1], np.inf, np.float32)
            shiny = np.flatnonzero(np.isin(owner, [i for i, (_, m) in enumerate(self.parts) if m.blur < 0.5]))
            if shiny.size:
                bounce[shiny] = self.march(p[:, shiny] + n[:, shiny] * 0.006, mirrored[:, shiny], steps=48)
        for i, (_, material) in enumerate(self.parts):
            at = np.flatnonzero(owner == i)
            if at.size == 0:
                continue
            q, r = p[:, at], mirrored[:, at]
            color = _light(material.color, q)
            # The sweep that a surface mirrors just above it lies in its own shadow.
            grounded = 1 - 0.9 * np.exp(-np.maximum(q[1], 0) / 0.03) * (r[1] < 0)
            shine = self.room(r, material.blur) * (0.35 + 0.65 * around[at]) * grounded
            if bounce is not None:
                again = np.flatnonzero(np.isfinite(bounce[at]))
                if again.size:
                    points = q[:, again] + n[:, at][:, again] * 0.006 + r[:, again] * bounce[at][again]
                    shine[:, again] = self.shade(points, r[:, again], depth - 1)
            straight = color if material.metal else material.reflectance
            mirror = straight + (1 - straight) * (1 - facing[at]) ** 5 * (1 - 0.8 * min(material.blur, 1))
            if material.clear is not None:
                color_out = self.through(material, q, d[:, at], n[:, at])
            else:
                color_out = 0 if material.metal else color * light[:, at]
            value = color_out * (1 - (0 if material.metal else mirror)) + shine * mirror
            if material.glow is not None:
                value = value + _light(material.glow, q)
            result[:, at] = value
        return result

    def through(self, material, p, d, n):
        """What is seen through glass: the sweep behind, tinted by what the ray passes."""
        eta = 1 / 1.45
        cos = -(d * n).sum(0)
        inner = eta * d + (eta * cos - np.sqrt(np.maximum(1 - eta * eta * (1 - cos * cos), 0))) * n
        lengths = np.linspace(0.01, 1.3, 90, dtype=np.float32)
        step = lengths[1] - lengths[0]
        tint = np.zeros_like(p)
        inside = np.ones(p.shape[1], bool)
        exits = p
        for t in lengths:
            q = p + inner * t
            inside &= self.distance(q) < 0.0
            tint += material.clear(q) * (step * inside)
            exits = np.where(inside, q, exits)
        out = inner - 0.35 * self.normal(exits)
        out /= np.sqrt((out * out).sum(0))
        behind = 0.50 + 0.42 * smoothstep(-0.5, 0.15, -np.abs(out[0])) * smoothstep(0.9, -0.2, np.abs(out[1]))
        return behind * np.exp(-tint)

    def sweep(self, u, v):
        """The light of the backdrop at points of the picture, without the product."""
        middle, corner = (np.array(c, np.float32)[:, None] for c in self.backdrop)
        t = smoothstep(0.1, 1.75, np.hypot(u * 0.9, (v + 0.1) * 1.0))
        return middle * (1 - t) + corner * t

    def on_floor(self, o, d):
        """Which rays meet the floor near the product, and where."""
        t = np.where(d[1] < -1e-3, -o[1] / np.minimum(d[1], -1e-3), np.inf)
        away = np.hypot(o[0] + d[0] * t - self.reach[0], o[2] + d[2] * t - self.reach[2])
        at = np.flatnonzero(np.isfinite(t) & (away < self.reach[3] * 4.5))
        p = (o[:, at] + d[:, at] * t[at]).astype(np.float32)
        p[1] = 0.0
        return at, p

    def floor_light(self, u, v):
        """What share of its light the sweep keeps beside the product, at points of the picture."""
        o, d = self.camera.rays(u, v)
        at, p = self.on_floor(o, d)
        up = np.array([[0], [1], [0]], np.float32)
        open_floor = self.ambient * 1.25
        left = open_floor * self.occlusion(p, up, reach=self.reach[3] * 0.9, taps=8) ** 1.3
        total = open_floor
        for light, power, width in self.lights:
            left += power * light.direction[1] * self.shadow(p + up * 0.003, light, width)
            total += power * light.direction[1]
        share = np.ones(u.shape[0], np.float32)
        share[at] = np.clip(left / total, 0, 1)
        return share

    def mirrored(self, o, d):
        """The product's mirror image in the floor, and how much of the floor it covers."""
        image, cover = np.zeros((3, d.shape[1]), np.float32), np.zeros(d.shape[1], np.float32)
        if self.mirror:
            at, p = self.on_floor(o, d)
            r = d[:, at] * np.array([[1], [-1], [1]], np.float32)
            hit = self.march(p, r, steps=80, start=0.002)
            seen = np.flatnonzero(np.isfinite(hit))
            if seen.size:
                cover[at[seen]] = self.mirror * np.exp(-2.2 * hit[seen])
                image[:, at[seen]] = self.shade(p[:, seen] + r[:, seen] * hit[seen], r[:, seen], 0)
        return image, cover

    def trace(self, u, v, share):
        """The light at points of the picture (3, N), and which of them are product.

        `share` is what the sweep keeps of its light there, from `floor_light`.
        """
        o, d = self.camera.rays(u, v)
        hit = self.march(o, d)
        product = np.isfinite(hit)
        # A shadow on paper is a little cooler than the light.
        result = self.sweep(u, v) * share ** np.array([[1.03], [1.0], [0.97]], np.float32)
        on, off = np.flatnonzero(product), np.flatnonzero(~product)
        if on.size:
            result[:, on] = self.shade(o[:, on] + d[:, on] * hit[on], d[:, on])
        if off.size:
            image, cover = self.mirrored(o[:, off], d[:, off])
            result[:, off] += (image - result[:, off]) * cover
        return result, product


def _light(value, p):
    """A material's colour at points."""
    if callable(value):
        return value(p)
    return np.broadcast_to(np.array(value, np.float32)[:, None], p.shape)


def photograph(scene, width, height, tile=40_000):
    """The picture's light (height, width, 3), and per pixel the product's coverage and the sweep's share of light.

    One ray a pixel, and a grid of 4 x 4 in the pixels that an outline or a hard edge crosses. Shadows are soft, so the
    sweep's share is found at every fourth pixel and interpolated, except where it changes quickly.
    """
    short = min(width, height)

    def tiled(work, *arrays):
        tiles = [work(*(a[..., i : i + tile] for a in arrays)) for i in range(0, arrays[0].shape[-1], tile)]
        return [np.concatenate(part, axis=-1) for part in zip(*tiles)]

    def traced(x, y, share):
        u, v = (x * 2 - width) / short, (height - y * 2) / short
        return tiled(scene.trace, u.astype(np.float32), v.astype(np.float32), share)

    def shares(x, y):
        u, v = (x * 2 - width) / short, (height - y * 2) / short
        return tiled(lambda u, v: (scene.floor_light(u, v),), u.astype(np.float32), v.astype(np.float32))[0]

    y, x = np.mgrid[0:height:4, 0:width:4] + 2
    coarse = Image.fromarray(shares(x.ravel(), y.ravel()).reshape(x.shape))
    share = np.asarray(coarse.resize((x.shape[1] * 4, x.shape[0] * 4), Image.Resampling.BILINEAR))
    share = share[:height, :width].copy()
    y, x = np.nonzero(edges(share[None], 0.008))
    share[y, x] = shares(x + 0.5, y + 0.5)
    share = share.ravel()

    y, x = (a.ravel() for a in np.mgrid[0:height, 0:width])
    light, product = traced(x + 0.5, y + 0.5, share)
    cover = product.astype(np.float32)

    image = np.sqrt(np.clip(light, 0, 1)).reshape(3, height, width)
    again = np.flatnonzero(edges(image, 0.07) | edges(cover.reshape(1, height, width), 0))
    if again.size:
        lights, covers = np.zeros((3, again.size), np.float32), np.zeros(again.size, np.float32)
        for i in range(16):
            part, inside = traced(x[again] + (i % 4 + 0.5) / 4, y[again] + (i // 4 + 0.5) / 4, share[again])
            lights += np.minimum(part, 1.6) / 16
            covers += inside / np.float32(16)
        light[:, again], cover[again] = lights, covers
    shape = (height, width)
    return light.reshape(3, *shape).transpose(1, 2, 0), cover.reshape(shape), share.reshape(shape)


def edges(image, threshold):
    """Which pixels of an image (channels, height, width) differ from a neighbour by more than a threshold."""
    found = np.zeros(image.shape[1:], bool)
    for axis in (0, 1):
        jump = np.abs(np.diff(image, axis=axis + 1)).max(0) > threshold
        found |= np.insert(jump, 0, False, axis) | np.insert(jump, jump.shape[axis], False, axis)
    return found
