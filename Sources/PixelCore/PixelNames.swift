// SwiftUI has an `Image` and a `Color`, too. These are ours by names that stand beside those.

/// A picture in memory: rows of pixels in one ``PixelFormat``, which nobody changes any more, so that it can be shared.
///
/// `Photo.image()` renders one, `Photo.init(_:)` takes one, and its initializers take pixels from an array.
public typealias PixelImage = Image

/// A colour as people write it: encoded sRGB, 8 bits per channel, straight alpha.
public typealias PixelColor = Color
