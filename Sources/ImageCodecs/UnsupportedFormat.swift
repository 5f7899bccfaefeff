/// Picture formats that packshot recognises but can't read.
///
/// When a format gets a decoder, it moves to ``FormatList``. Its case stays here only so that old events can be
/// decoded.
public enum UnsupportedFormat: String, Sendable, Codable, CaseIterable {
  /// WebP.
  case webp
  /// TIFF.
  case tiff
  /// GIF.
  case gif
  /// BMP.
  case bmp
  /// AVIF.
  case avif
  /// HEIC.
  case heic
  /// JPEG XL.
  case jpegXL = "jpeg-xl"
  /// JPEG 2000.
  case jpeg2000 = "jpeg-2000"
  /// A Photoshop document.
  case photoshop = "psd"
  /// SVG, a vector format.
  case svg
  /// A camera's raw file.
  case raw
  /// An icon.
  case icon = "ico"

  /// Whether a decoder now exists.
  public var isRead: Bool { ImageFileFormat(rawValue: rawValue) != nil }

  /// Number of bytes at the start of a file that matter for detection.
  public static let signatureLength = 512

  /// Detects the format of a file.
  ///
  /// The content takes precedence. If it is inconclusive, the name decides. The raw files of most cameras begin like a
  /// TIFF, and a damaged file is still reported under its intended format.
  ///
  /// - Parameters:
  ///   - start: The first ``signatureLength`` bytes of the file, or all of a shorter file.
  ///   - pathExtension: Extension of the file's name, without the dot and in any case.
  public init?(start: UnsafeRawBufferPointer, pathExtension: String) {
    let named = Self(pathExtension: pathExtension)
    switch Self(signature: start) {
    case .tiff? where named == .raw: self = .raw
    case let format?: self = format
    case nil:
      guard let named else { return nil }
      self = named
    }
  }

  /// Whether a file is a raw camera file that begins like a TIFF and is recognisable only by its name.
  public static func isRawLikeTIFF(start: UnsafeRawBufferPointer, pathExtension: String) -> Bool {
    Self(signature: start) == .tiff && Self(pathExtension: pathExtension) == .raw
  }

  /// Detects the format from the signature at the start of a file.
  init?(signature bytes: UnsafeRawBufferPointer) {
    let known = Self.signatures.first { bytes.count >= $0.offset && bytes[$0.offset...].starts(with: $0.bytes) }
    if let format = known?.format ?? Self(container: bytes) {
      self = format
    } else if Self.isBitmap(bytes) {
      self = .bmp
    } else if Self.isIcon(bytes) {
      self = .icon
    } else if Self.isDrawing(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Creates the format for a file name extension, without dot and in any case; nil if it is unknown.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { !$0.isRead && $0.extensions.contains(name) }) else { return nil }
    self = format
  }

  /// The display name.
  var name: String {
    switch self {
    case .webp: "WebP"
    case .tiff: "TIFF"
    case .gif: "GIF"
    case .bmp: "BMP"
    case .avif: "AVIF"
    case .heic: "HEIC"
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    case .photoshop: "Photoshop"
    case .svg: "SVG"
    case .raw: "camera raw"
    case .icon: "Windows icon"
    }
  }

  /// The format in words, with an article.
  public var description: String {
    switch self {
    case .webp: "a WebP picture"
    case .tiff: "a TIFF picture"
    case .gif: "a GIF picture"
    case .bmp: "a BMP picture"
    case .avif: "an AVIF picture"
    case .heic: "a HEIC picture"
    case .jpegXL: "a JPEG XL picture"
    case .jpeg2000: "a JPEG 2000 picture"
    case .photoshop: "a Photoshop document"
    case .svg: "an SVG drawing"
    case .raw: "a raw camera picture"
    case .icon: "a Windows icon"
    }
  }

  /// File extensions in lower case.
  private var extensions: [String] {
    switch self {
    case .webp: ["webp"]
    case .tiff: ["tif", "tiff"]
    case .gif: ["gif"]
    case .bmp: ["bmp", "dib"]
    case .avif: ["avif", "avifs"]
    case .heic: ["heic", "heif", "heics", "heifs", "hif"]
    case .jpegXL: ["jxl"]
    case .jpeg2000: ["jp2", "j2k", "j2c", "jpf", "jpx", "jpm"]
    case .photoshop: ["psd", "psb"]
    case .svg: ["svg", "svgz"]
    case .raw:
      [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw",
        "orf",
        "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
      ]
    case .icon: ["ico", "cur"]
    }
  }

  /// Signatures that are conclusive by themselves, with their offsets.
  private static let signatures: [(format: Self, offset: Int, bytes: [UInt8])] = [
    (.gif, 0, Array("GIF87a".utf8)),
    (.gif, 0, Array("GIF89a".utf8)),
    (.raw, 8, Array("CR\u{2}".utf8)),
    (.raw, 6, Array("HEAPCCDR".utf8)),
    (.raw, 0, Array("FUJIFILMCCD-RAW".utf8)),
    (.raw, 0, Array("IIRO".utf8)),
    (.raw, 0, Array("IIU\0".utf8)),
    (.raw, 0, Array("FOVb".utf8)),
    (.tiff, 0, [0x49, 0x49, 0x2a, 0x00]),
    (.tiff, 0, [0x4d, 0x4d, 0x00, 0x2a]),
    (.tiff, 0, [0x49, 0x49, 0x2b, 0x00]),
    (.tiff, 0, [0x4d, 0x4d, 0x00, 0x2b]),
    (.photoshop, 0, Array("8BPS".utf8)),
    (.jpegXL, 0, [0xff, 0x0a]),
    (.jpegXL, 4, Array("JXL \r\n".utf8)),
    (.jpeg2000, 4, Array("jP  \r\n".utf8)),
    (.jpeg2000, 0, [0xff, 0x4f, 0xff, 0x51]),
  ]

  /// Detects the format from a container: the form of a RIFF file, or the brands of an ISO base media file.
  private init?(container bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 12 else { return nil }
    let word = { (offset: Int) in String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
    if word(0) == "RIFF", word(8) == "WEBP" {
      self = .webp
      return
    }
    let brands = ContainerBrands(bytes)
    if brands.contain(["avif", "avis"]) {
      self = .avif
    } else if brands.contain(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]) {
      self = .heic
    } else if brands.contain(["crx "]) {
      self = .raw
    } else {
      return nil
    }
  }

  /// Whether the file is a BMP. Its two letters can also begin a text, so the reserved zeros are checked too.
  private static func isBitmap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 14 && bytes.starts(with: "BM".utf8) && bytes[6..<10].allSatisfy { $0 == 0 }
  }

  /// Whether the file is a Windows icon or cursor. The header contains the number of pictures. Each entry begins with a
  /// size, a number of colours and a zero.
  private static func isIcon(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 22 && (bytes.starts(with: [0, 0, 1, 0]) || bytes.starts(with: [0, 0, 2, 0]))
      && bytes[4] > 0 && bytes[5] == 0 && bytes[9] == 0
  }

  private static func isDrawing(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let text = textStart(bytes) else { return false }
    let isMarkup = ["<?xml", "<!--", "<!doctype svg"].contains { text.hasPrefix($0) }
    return text.hasPrefix("<svg") || (isMarkup && text.contains("<svg"))
  }
}
