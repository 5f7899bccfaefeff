import Parameters
import PixelCore

extension PNG {
  /// How hard a PNG is compressed.
  public struct Compression: ParameterType, Hashable {
    /// In ``EncodeOptions/compressions``.
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
  /// What a PNG's compression can be: from none to the slowest, as zlib counts.
  public static let compressions = 0...9
  /// A PNG's compression where nothing else is asked for.
  public static let defaultCompression = PNG().compression.level

  /// The compressions that suit most uses, by name.
  public enum NamedCompression: String, Sendable, CaseIterable {
    /// Three times as fast as `balanced`, for files 5 to 10 % larger.
    case fast
    /// What libpng and most programs take.
    case balanced
    /// As small as it gets, whatever time that takes.
    case small

    /// Its number among ``EncodeOptions/compressions``.
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
  /// A PNG.
  ///
  /// - Parameters:
  ///   - compression: In ``EncodeOptions/compressions``.
  ///   - depth: Of the file's channels; nil for that of the picture.
  public static func png(
    compression: Int = EncodeOptions.defaultCompression, depth: PixelFormat.Depth? = nil
  ) -> Self {
    Self(PNG(compression: PNG.Compression(compression), depth: depth))
  }
}
