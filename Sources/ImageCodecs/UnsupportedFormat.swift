/// Formats of pictures and drawings that packshot recognises but can't read.
public enum UnsupportedFormat: String, Sendable, Codable, CaseIterable {
  /// JPEG XL.
  case jpegXL = "jpeg-xl"
  /// JPEG 2000.
  case jpeg2000 = "jpeg-2000"
  /// A large Photoshop document.
  case largePhotoshop = "psb"
  /// PDF, or a drawing of Illustrator that contains a PDF.
  case pdf
  /// PostScript, or an older drawing of Illustrator.
  case postScript = "postscript"
  /// SVG, a vector format.
  case svg
  /// A camera's raw file.
  case raw
  /// An icon.
  case icon = "ico"

  /// Number of bytes at the start of a file that matter for detection.
  public static let signatureLength = 512

  /// Detects the format of a file that isn't in a supported format.
  ///
  /// The content takes precedence. If it is inconclusive, the name decides. The raw files of most cameras begin like a
  /// TIFF, and a damaged file is still reported under its intended format.
  ///
  /// - Parameters:
  ///   - start: The first ``signatureLength`` bytes of the file, or all of a shorter file.
  ///   - pathExtension: Extension of the file's name, without the dot and in any case.
  public init?(start: UnsafeRawBufferPointer, pathExtension: String) {
    guard let format = Self(signature: start) ?? Self(pathExtension: pathExtension) else { return nil }
    self = format
  }

  /// Whether a file is a raw camera file that begins like a TIFF and is recognisable only by its name.
  public static func isRawLikeTIFF(start: UnsafeRawBufferPointer, pathExtension: String) -> Bool {
    TIFF.begins(start) && Self(pathExtension: pathExtension) == .raw
  }

  /// Detects the format from the signature at the start of a file.
  init?(signature bytes: UnsafeRawBufferPointer) {
    let known = Self.signatures.first { bytes.count >= $0.offset && bytes[$0.offset...].starts(with: $0.bytes) }
    if let known {
      self = known.format
    } else if ContainerBrands(bytes).contain(["crx "]) {
      self = .raw
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
    guard let format = Self.allCases.first(where: { $0.extensions.contains(name) }) else { return nil }
    self = format
  }

  /// The display name.
  var name: String {
    switch self {
    case .jpegXL: "JPEG XL"
    case .jpeg2000: "JPEG 2000"
    case .largePhotoshop: "PSB"
    case .pdf: "PDF"
    case .postScript: "PostScript"
    case .svg: "SVG"
    case .raw: "camera raw"
    case .icon: "Windows icon"
    }
  }

  /// The format in words, with an article.
  public var description: String {
    switch self {
    case .jpegXL: "a JPEG XL picture"
    case .jpeg2000: "a JPEG 2000 picture"
    case .largePhotoshop: "a large Photoshop document (PSB)"
    case .pdf: "a PDF document"
    case .postScript: "a PostScript drawing"
    case .svg: "an SVG drawing"
    case .raw: "a raw camera picture"
    case .icon: "a Windows icon"
    }
  }

  /// How to get a picture that packshot reads from the file.
  public var remedy: String {
    switch self {
    case .jpegXL, .jpeg2000: "export it as PNG or JPEG"
    case .largePhotoshop: "save it as PSD or TIFF"
    case .pdf, .postScript: "export its pages as PNG or TIFF"
    case .svg: "export it as PNG in the size you need"
    case .raw: "develop it and export it as TIFF or JPEG"
    case .icon: "export its largest picture as PNG"
    }
  }

  /// File extensions in lower case.
  private var extensions: [String] {
    switch self {
    case .jpegXL: ["jxl"]
    case .jpeg2000: ["jp2", "j2k", "j2c", "jpf", "jpx", "jpm"]
    case .largePhotoshop: ["psb"]
    case .pdf: ["pdf", "ai"]
    case .postScript: ["eps", "ps"]
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
    (.raw, 8, Array("CR\u{2}".utf8)),
    (.raw, 6, Array("HEAPCCDR".utf8)),
    (.raw, 0, Array("FUJIFILMCCD-RAW".utf8)),
    (.raw, 0, Array("IIRO".utf8)),
    (.raw, 0, Array("IIU\0".utf8)),
    (.raw, 0, Array("FOVb".utf8)),
    (.largePhotoshop, 0, Array("8BPS\0\u{2}".utf8)),
    (.pdf, 0, Array("%PDF-".utf8)),
    (.postScript, 0, Array("%!PS".utf8)),
    (.postScript, 0, [0xc5, 0xd0, 0xd3, 0xc6]),
    (.jpegXL, 0, [0xff, 0x0a]),
    (.jpegXL, 4, Array("JXL \r\n".utf8)),
    (.jpeg2000, 4, Array("jP  \r\n".utf8)),
    (.jpeg2000, 0, [0xff, 0x4f, 0xff, 0x51]),
  ]

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
