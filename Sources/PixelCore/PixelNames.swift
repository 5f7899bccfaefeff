// Aliases for use beside SwiftUI, which has types named `Image` and `Color` too.

/// An immutable picture in memory, with rows of pixels in one ``PixelFormat``. It can be shared.
///
/// `Photo.image()` renders one, `Photo.init(_:)` takes one, and its initializers take pixels from an array.
public typealias PixelImage = Image

/// A colour as written in recipes: encoded sRGB, 8 bits per channel, straight alpha.
public typealias PixelColor = Color
