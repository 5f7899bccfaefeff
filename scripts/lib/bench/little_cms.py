"""Converts colours by profiles with the system's Little CMS (liblcms2), in floating point, unoptimised.

Import it after `peers.install`, which makes numpy importable.
"""

import ctypes
import ctypes.util

import numpy

lcms = ctypes.CDLL(ctypes.util.find_library("lcms2"))
for name in ["cmsOpenProfileFromMem", "cmsCreate_sRGBProfile", "cmsCreateRGBProfile", "cmsBuildParametricToneCurve",
             "cmsBuildGamma", "cmsCreateTransform"]:
    getattr(lcms, name).restype = ctypes.c_void_p
RELATIVE, BLACK_POINT, UNOPTIMISED = 1, 0x2000, 0x0100


def doubles(space, channels):
    """Little CMS's word for samples that are doubles: no bytes, and the mark of floating point."""
    return 1 << 22 | space << 16 | channels << 3


class Place(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("Y", ctypes.c_double)]


def made(places, gamma):
    """A profile by chromaticities of red, green, blue and white, and a gamma; None is sRGB's curve."""
    points = [Place(x, y, 1) for x, y in places]
    if gamma is None:
        numbers = (ctypes.c_double * 5)(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
        curve = lcms.cmsBuildParametricToneCurve(None, 4, numbers)
    else:
        curve = lcms.cmsBuildGamma(None, ctypes.c_double(gamma))
    curves = (ctypes.c_void_p * 3)(curve, curve, curve)
    return lcms.cmsCreateRGBProfile(ctypes.byref(points[3]), (Place * 3)(*points[:3]), curves)


def converted(pixels, profile, mode, largest=255):
    """Levels of sRGB, unrounded, of levels by a profile; both from 0 to `largest`."""
    if profile is None:
        return pixels[..., :3].astype(float)
    space, channels = {"RGB": (4, 3), "L": (3, 1), "CMYK": (6, 4)}[mode]
    scale = (100 if mode == "CMYK" else 1) / largest
    source = numpy.ascontiguousarray(pixels.reshape(-1, channels).astype(float) * scale)
    result = numpy.zeros((len(source), 3))
    transform = lcms.cmsCreateTransform(
        ctypes.c_void_p(profile), doubles(space, channels), ctypes.c_void_p(lcms.cmsCreate_sRGBProfile()), doubles(4, 3),
        RELATIVE, BLACK_POINT | UNOPTIMISED)
    if not transform:
        return None
    lcms.cmsDoTransform(
        ctypes.c_void_p(transform), source.ctypes.data_as(ctypes.c_void_p), result.ctypes.data_as(ctypes.c_void_p),
        len(source))
    return numpy.clip(result * largest, 0, largest).reshape(pixels.shape[:2] + (3,))
