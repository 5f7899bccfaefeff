/// The picture formats that packshot knows by sight and cannot read.
///
/// This is the one list of them. One that gets a decoder is told as a format of ``FormatList``, and stays here only so that its
/// word in events of before can be read.
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
  /// A document of Photoshop.
  case photoshop = "psd"
  /// SVG, which is no picture of pixels.
  case svg
  /// A camera's raw file.
  case raw
  /// An icon.
  case icon = "ico"

  /// Whether it has a decoder.
  public var isRead: Bool { ImageFileFormat(rawValue: rawValue) != nil }

  /// How many bytes of a file's start are worth looking at.
  public static let signatureLength = 512

  /// The format that a file seems to have.
  ///
  /// The content decides. Where it is inconclusive, the name does: the raw files of most cameras begin as TIFFs do, and a
  /// damaged file is still called what it was meant to be.
  ///
  /// - Parameters:
  ///   - start: The first ``signatureLength`` bytes of the file, or all of a shorter one.
  ///   - pathExtension: The extension of its name, without the dot and in any case.
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

  /// Whether a file is a camera's raw one that begins as TIFFs do, which only its name says.
  public static func isRawLikeTIFF(start: UnsafeRawBufferPointer, pathExtension: String) -> Bool {
    Self(signature: start) == .tiff && Self(pathExtension: pathExtension) == .raw
  }

  /// The format whose signature a file begins with.
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

  /// The format that a file name's extension, without its dot and in any case, stands for.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { !$0.isRead && $0.extensions.contains(name) }) else { return nil }
    self = format
  }

  /// As people call it.
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

  /// In words, with an article.
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

  /// In lower case.
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

  /// Signatures that are enough by themselves, and where they stand.
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

  /// The format that a container says it holds: RIFF's form, or the brands of an ISO base media file.
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

  /// Two letters are a word's beginning as often as a bitmap's; a bitmap has zeros further on.
  private static func isBitmap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 14 && bytes.starts(with: "BM".utf8) && bytes[6..<10].allSatisfy { $0 == 0 }
  }

  /// An icon or a cursor says how many pictures it holds, and each begins with its size, colours and a zero.
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
