"""Shapes as signed distance functions, and the noise that makes surfaces uneven.

A point array `p` has the shape (3, N): x to the right, y up, z towards the camera; the floor is y = 0. A distance is
negative inside. Where a shape bends space its distance is only a bound, and the scene marches in shorter steps.
"""

import numpy as np


def smooth_max(a, b, k):
    """The larger of two distances, with their edge rounded over the length `k`."""
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.maximum(a, b) + h * h * k * 0.25


def smooth_min(a, b, k):
    return -smooth_max(-a, -b, k)


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def moved(p, x=0.0, y=0.0, z=0.0):
    """Where `p` is for a shape whose origin was moved to (x, y, z)."""
    return p - np.array([[x], [y], [z]], np.float32)


def turned(p, degrees, axis="y"):
    """Where `p` is for a shape that was turned about an axis, counter-clockwise as seen from its positive end."""
    a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    angle = np.radians(degrees)
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    q = p.copy()
    q[a] = cos * p[a] + sin * p[b]
    q[b] = cos * p[b] - sin * p[a]
    return q


def sphere(p, radius):
    return np.sqrt((p * p).sum(0)) - radius


def ellipsoid(p, radii):
    """A bound of the distance, exact on the surface."""
    r = np.array(radii, np.float32)[:, None]
    k0 = np.sqrt(((p / r) ** 2).sum(0))
    k1 = np.sqrt(((p / (r * r)) ** 2).sum(0))
    return k0 * (k0 - 1) / np.maximum(k1, 1e-6)


def box(p, half, rounding=0.0):
    q = np.abs(p) - (np.array(half, np.float32)[:, None] - rounding)
    outside = np.sqrt((np.maximum(q, 0) ** 2).sum(0))
    return outside + np.minimum(q.max(0), 0) - rounding


def cylinder(p, radius, low, high, rounding=0.0):
    """An upright cylinder between two heights."""
    dx = np.hypot(p[0], p[2]) - (radius - rounding)
    dy = np.abs(p[1] - (low + high) / 2) - ((high - low) / 2 - rounding)
    return np.minimum(np.maximum(dx, dy), 0) + np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) - rounding


def torus(p, major, minor, axis=1):
    """A ring about an axis (0, 1, 2 for x, y, z)."""
    a, b = [i for i in range(3) if i != axis]
    return np.hypot(np.hypot(p[a], p[b]) - major, p[axis]) - minor


def capsule(p, a, b, radius_a, radius_b=None):
    """A rod with round ends; its radius goes from `radius_a` to `radius_b`."""
    a, b = np.array(a, np.float32)[:, None], np.array(b, np.float32)[:, None]
    along = b - a
    h = np.clip(((p - a) * along).sum(0) / (along * along).sum(), 0, 1)
    radius = radius_a if radius_b is None else radius_a + (radius_b - radius_a) * h
    return np.sqrt(((p - a - along * h) ** 2).sum(0)) - radius


class Curve:
    """A smooth curve through points: a natural cubic spline, tabulated finely."""

    def __init__(self, points):
        x, y = np.array(points, float).T
        n, h = len(x), np.diff(x)
        system, right = np.eye(n), np.zeros(n)
        for i in range(1, n - 1):
            system[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
            right[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
        bend = np.linalg.solve(system, right)
        self.x = np.linspace(x[0], x[-1], 8192)
        i = np.clip(np.searchsorted(x, self.x) - 1, 0, n - 2)
        a, b = x[i + 1] - self.x, self.x - x[i]
        self.y = (bend[i] * a**3 + bend[i + 1] * b**3) / (6 * h[i])
        self.y += (y[i] / h[i] - bend[i] * h[i] / 6) * a + (y[i + 1] / h[i] - bend[i + 1] * h[i] / 6) * b

    def __call__(self, x):
        return np.interp(x, self.x, self.y).astype(np.float32)


def lathe(p, curve, low, high, rounding=0.02):
    """A turned body: `curve` gives the radius at each height."""
    side = np.hypot(p[0], p[2]) - curve(p[1])
    return smooth_max(side, np.abs(p[1] - (low + high) / 2) - (high - low) / 2, rounding)


_lattice = np.random.default_rng(20240501).random((64, 64, 64), np.float32)


def noise(p, frequency):
    """Value noise, 0…1, repeating every 64 lattice cells."""
    q = p * np.asarray(frequency, np.float32).reshape(-1, 1)
    cell = np.floor(q)
    f = q - cell
    f = f * f * (3 - 2 * f)
    i = cell.astype(np.int32) & 63
    j = (i + 1) & 63
    x0 = _lattice[i[0], i[1], i[2]] * (1 - f[0]) + _lattice[j[0], i[1], i[2]] * f[0]
    x1 = _lattice[i[0], j[1], i[2]] * (1 - f[0]) + _lattice[j[0], j[1], i[2]] * f[0]
    x2 = _lattice[i[0], i[1], j[2]] * (1 - f[0]) + _lattice[j[0], i[1], j[2]] * f[0]
    x3 = _lattice[i[0], j[1], j[2]] * (1 - f[0]) + _lattice[j[0], j[1], j[2]] * f[0]
    near, far = x0 * (1 - f[1]) + x1 * f[1], x2 * (1 - f[1]) + x3 * f[1]
    return near * (1 - f[2]) + far * f[2]
