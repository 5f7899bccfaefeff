"""sRGB's transfer curve (IEC 61966-2-1), for arrays from 0 to 1."""


def encoded(light):
    import numpy

    return numpy.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def linear(values):
    import numpy

    return numpy.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
