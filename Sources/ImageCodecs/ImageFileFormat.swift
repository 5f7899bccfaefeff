/// The file formats that are read and written.
public enum ImageFileFormat: String, Sendable, CaseIterable {
  case jpeg
  case png

  /// The format whose signature `bytes`, the start of a file or all of it, begin with; nil for anything else. Names
  /// of files do not matter: shops rename.
  public init?(signature bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else {
      return nil
    }
  }

  /// The format that a file name's extension, without its dot and in any case, stands for.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// The name of a picture format that is neither read nor written, by the extension of its files; for messages. Nil for any
  /// other extension.
  public static func name(ofOther pathExtension: String) -> String? {
    switch pathExtension.lowercased() {
    case "webp": "WebP"
    case "gif": "GIF"
    case "tif", "tiff": "TIFF"
    case "avif": "AVIF"
    case "heic", "heif": "HEIC"
    case "jxl": "JPEG XL"
    case "jp2", "j2k": "JPEG 2000"
    case "bmp": "BMP"
    case "svg": "SVG"
    case "psd": "Photoshop"
    case "ico": "Windows icon"
    default: nil
    }
  }

  /// The format's name as people write it.
  public var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    }
  }

  /// Whether translucent pixels can be kept in it.
  public var canHoldAlpha: Bool { self == .png }

  /// Whether its decoder can deliver a picture smaller than it is stored, for less work.
  public var canScaleWhileDecoding: Bool { self == .jpeg }

  /// The longest width or height that can be written.
  public var longestSide: Int {
    switch self {
    case .jpeg: 65_500  // libjpeg's JPEG_MAX_DIMENSION
    case .png: 0x7fff_ffff
    }
  }
}
