/// How a picture is written.
public struct EncodeOptions: Sendable, Hashable {
  /// How much colour detail a JPEG keeps beside its luma.
  public enum ChromaSubsampling: String, Sendable, CaseIterable {
    /// One colour sample for two by two pixels.
    case twoByTwo = "4:2:0"
    /// One colour sample for two pixels of a row.
    case twoByOne = "4:2:2"
    /// A colour sample for every pixel.
    case none = "4:4:4"
  }

  /// The format, and what belongs to it alone.
  public enum Coding: Sendable, Hashable {
    /// A baseline JPEG; `quality` is the Independent JPEG Group's, in ``EncodeOptions/qualities``. Writing with another one
    /// throws ``CodecError/invalidOption(_:name:found:allowed:)``.
    case jpeg(quality: Int = defaultQuality, subsampling: ChromaSubsampling = .twoByTwo)
    /// A PNG; `compression` is in ``EncodeOptions/compressions``. Writing with another one throws likewise.
    case png(compression: Int = defaultCompression)
  }

  /// What a JPEG's quality can be.
  public static let qualities = 1...100
  /// A JPEG's quality where nothing else is asked for.
  public static let defaultQuality = 82
  /// What a PNG's compression can be: from none to the slowest, as zlib counts.
  public static let compressions = 0...9
  /// A PNG's compression where nothing else is asked for.
  public static let defaultCompression = NamedCompression.balanced.number

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

  /// The format to write and its settings.
  public var coding: Coding
  /// An ICC profile to embed: the one that the pixels are in. A PNG does without one that libpng thinks wrong.
  public var iccProfile: [UInt8]?

  /// Options to write `coding` with `iccProfile` embedded.
  public init(_ coding: Coding, iccProfile: [UInt8]? = nil) {
    self.coding = coding
    self.iccProfile = iccProfile
  }

  /// Throws if a number is out of its range.
  func check() throws(CodecError) {
    let (name, number, allowed) =
      switch coding {
      case .jpeg(let quality, _): ("quality", quality, Self.qualities)
      case .png(let compression): ("compression", compression, Self.compressions)
      }
    guard allowed.contains(number) else {
      throw .invalidOption(
        format, name: name, found: "\(number)", allowed: "\(allowed.lowerBound) to \(allowed.upperBound)")
    }
  }

  /// The format that is written.
  public var format: ImageFileFormat {
    switch coding {
    case .jpeg: .jpeg
    case .png: .png
    }
  }
}
