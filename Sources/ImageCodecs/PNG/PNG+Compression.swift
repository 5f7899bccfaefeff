import Parameters
import PixelCore

extension PNG {
  /// The compression of a PNG.
  public struct Compression: ParameterType, Hashable {
    /// A zlib level, in ``EncodeOptions/compressions``.
    public var level: Int

    public init(_ level: Int) { self.level = level }

    public static var kind: ParameterKind {
      .wordOrNumber(
        EncodeOptions.NamedCompression.allCases.map(\.rawValue), EncodeOptions.compressions, meaning: "a whole number")
    }

    public init?(_ value: Value) {
      if case .text(let word) = value.content, let named = EncodeOptions.NamedCompression(rawValue: word) {
        level = named.number
      } else if let number = Int(value), EncodeOptions.compressions.contains(number) {
        level = number
      } else {
        return nil
      }
    }

    public var value: Value { level.value }
  }
}

extension EncodeOptions {
  /// The compression levels of a PNG, from none to the slowest, as in zlib.
  public static let compressions = 0...9
  /// The default compression of a PNG.
  public static let defaultCompression = PNG().compression.level

  /// Names for the compression levels that suit most uses.
  public enum NamedCompression: String, Sendable, CaseIterable {
    /// Three times as fast as `balanced`, with files 5 to 10 % larger.
    case fast
    /// The default of libpng and most programs.
    case balanced
    /// The smallest files, however long it takes.
    case small

    /// The level in ``EncodeOptions/compressions``.
    public var number: Int {
      switch self {
      case .fast: 1
      case .balanced: 6
      case .small: 9
      }
    }
  }
}

extension EncodeOptions.Coding {
  /// A PNG with the given settings.
  ///
  /// - Parameters:
  ///   - compression: A level in ``EncodeOptions/compressions``.
  ///   - depth: Bit depth of the file's channels; nil for the picture's. With `colors`, it is always 8.
  ///   - colors: Maximum number of colours, 2 to 256, of a PNG with a palette; nil for a PNG of all colours.
  ///   - dither: The share of each pixel's error that is diffused to its neighbours in a PNG with a palette, 0 to 1.
  public static func png(
    compression: Int = EncodeOptions.defaultCompression, depth: PixelFormat.Depth? = nil, colors: Int? = nil,
    dither: Double = 0.5
  ) -> Self {
    Self(PNG(compression: PNG.Compression(compression), depth: depth, colors: colors, dither: dither))
  }
}
