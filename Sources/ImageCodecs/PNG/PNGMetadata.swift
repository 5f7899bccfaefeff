import CLibraries

/// A PNG's metadata, in dedicated chunks or in texts as ImageMagick and ExifTool write them ("Raw profile type exif").
/// Chunks with a wrong checksum and metadata beyond the byte limit are ignored.
struct PNGMetadata {
  private(set) var exif: [UInt8]?
  private(set) var xmp: [UInt8]?
  private(set) var iptc: [UInt8]?
  private(set) var iccProfile: [UInt8]?
  private(set) var texts = Rights()

  private static let xmpKeyword = Array("XML:com.adobe.xmp\0".utf8)
  private static let profileKeyword = Array("Raw profile type ".utf8)
  /// Registered keywords, and the keyword that ExifTool writes (PNG, third edition, section 11.3.3.1).
  private static let artistKeywords = [Array("Author\0".utf8), Array("Artist\0".utf8)]
  private static let copyrightKeyword = Array("Copyright\0".utf8)

  /// Reads chunks before and after the picture. libpng isn't used, because it reads the header only up to the picture.
  init(_ file: EncodedImage, limit: Int) {
    var raw: [PNGProfileText] = []
    for chunk in PNGChunks(file) {
      let data = chunk.data
      if chunk.isOf("eXIf") {
        if exif == nil, data.count <= limit, chunk.isIntact { exif = Array(data) }
      } else if chunk.isOf("iTXt") {
        takeRights(chunk, limit: limit)
        guard xmp == nil, data.starts(with: Self.xmpKeyword), chunk.isIntact else { continue }
        xmp = Self.international(data.dropFirst(Self.xmpKeyword.count), limit: limit)
      } else if chunk.isOf("tEXt") || chunk.isOf("zTXt") {
        takeRights(chunk, limit: limit)
        guard data.starts(with: Self.profileKeyword), chunk.isIntact else { continue }
        let text = PNGProfileText(
          data.dropFirst(Self.profileKeyword.count), isDeflated: chunk.isOf("zTXt"), limit: limit)
        if let text { raw.append(text) }
      }
    }
    for text in raw { take(text) }
  }

  private mutating func take(_ text: PNGProfileText) {
    let behind = { (label: [UInt8]) in text.bytes.starts(with: label) ? Array(text.bytes[label.count...]) : nil }
    switch text.name {
    case "exif": exif = exif ?? behind(JPEGMetadata.exifLabel) ?? text.bytes
    case "app1":
      exif = exif ?? behind(JPEGMetadata.exifLabel)
      xmp = xmp ?? behind(JPEGMetadata.xmpLabel)
    case "xmp": xmp = xmp ?? text.bytes
    case "iptc", "8bim": iptc = iptc ?? text.bytes.withUnsafeBytes { ImageResources.iptc(in: $0).map { Array($0) } }
    case "icc", "icm": iccProfile = iccProfile ?? text.bytes
    default: break
    }
  }

  private mutating func takeRights(_ chunk: PNGChunks.Chunk, limit: Int) {
    if texts.artist == nil {
      texts.artist = Self.artistKeywords.lazy.compactMap { Self.text(of: chunk, keyword: $0, limit: limit) }.first
    }
    texts.copyright = texts.copyright ?? Self.text(of: chunk, keyword: Self.copyrightKeyword, limit: limit)
  }

  /// Returns the text of a chunk with this keyword: UTF-8 (iTXt) or Latin-1. Nil if the keyword is another one.
  private static func text(of chunk: PNGChunks.Chunk, keyword: [UInt8], limit: Int) -> String? {
    guard chunk.data.starts(with: keyword), chunk.isIntact else { return nil }
    let content = chunk.data.dropFirst(keyword.count)
    let text: String
    if chunk.isOf("iTXt") {
      guard let bytes = international(content, limit: limit) else { return nil }
      text = String(decoding: bytes, as: UTF8.self)
    } else {
      let bytes = chunk.isOf("zTXt") ? inflate(content.dropFirst(), limit: limit) : Array(content.prefix(limit))
      text = String(String.UnicodeScalarView((bytes ?? []).map { Unicode.Scalar($0) }))
    }
    return text.trimmed.isEmpty ? nil : text.trimmed
  }

  /// Returns the text of an iTXt chunk after its keyword. The fields are: whether it is deflated, the method, a
  /// language, a translated keyword, the text.
  private static func international(_ data: UnsafeRawBufferPointer.SubSequence, limit: Int) -> [UInt8]? {
    let (start, isDeflated) = (data.startIndex, data.first == 1)
    guard data.count >= 2, let language = data[(start + 2)...].firstIndex(of: 0),
      let keyword = data[(language + 1)...].firstIndex(of: 0)
    else { return nil }
    let text = data[(keyword + 1)...]
    if isDeflated { return inflate(text, limit: limit) }
    return text.count <= limit ? Array(text) : nil
  }

  /// Inflates zlib data; nil if the result exceeds `limit` bytes.
  static func inflate(_ data: UnsafeRawBufferPointer.SubSequence, limit: Int) -> [UInt8]? {
    // Deflate's maximum compression ratio.
    let capacity = min(limit, 1032 * data.count)
    guard let room = Memory(byteCount: capacity), let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    let deflated = UnsafeRawBufferPointer(rebasing: data)
    var (used, count) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      decompressor, deflated.baseAddress, deflated.count, room.bytes.baseAddress, capacity, &used, &count)
    return result == LIBDEFLATE_SUCCESS ? Array(room.bytes[..<count]) : nil
  }

  func withBlocks<R>(_ body: (MetadataBlocks) -> R) -> R {
    func lend(_ block: [UInt8]?, _ body: (UnsafeRawBufferPointer?) -> R) -> R {
      block?.withUnsafeBytes { body($0) } ?? body(nil)
    }
    return lend(exif) { exif in
      lend(xmp) { xmp in lend(iptc) { body(MetadataBlocks(exif: exif, xmp: xmp, iptc: $0, texts: texts)) } }
    }
  }

  /// Returns the chunks with an XMP packet and IPTC records, which are written before the picture.
  static func chunks(_ metadata: FileMetadata) -> [UInt8] {
    let xmp = metadata.xmp.map { PNGChunks.chunk("iTXt", xmpKeyword + [0, 0, 0, 0] + $0) }
    let iptc = metadata.iptc.map {
      PNGChunks.chunk("tEXt", profileKeyword + PNGProfileText.text(named: "iptc", ImageResources.resource($0)))
    }
    return (xmp ?? []) + (iptc ?? [])
  }
}

/// Bytes encoded as a hexadecimal text. After the keyword follow a line with the keyword's last word, a line with the
/// number of bytes, and lines of digits.
struct PNGProfileText {
  /// The last word of the keyword, in lower case.
  let name: String
  let bytes: [UInt8]

  /// Reads the data of a text chunk from the keyword's last word on. Nil if the text isn't hexadecimal in this form, or
  /// encodes more than `limit` bytes.
  init?(_ data: UnsafeRawBufferPointer.SubSequence, isDeflated: Bool, limit: Int) {
    guard let end = data.firstIndex(of: 0), end - data.startIndex <= 8 else { return nil }
    name = String(decoding: data[..<end], as: UTF8.self).lowercased()
    // Two digits a byte, plus line ends and other white space.
    let textLimit = 3 * min(limit, 1 << 40) + 1024
    let content = data[(end + 1)...]
    let inflated = isDeflated ? PNGMetadata.inflate(content.dropFirst(), limit: textLimit) : Array(content)
    guard let text = inflated, text.count <= textLimit, let bytes = Self.bytes(text), bytes.count <= limit else {
      return nil
    }
    self.bytes = bytes
  }

  private static func bytes(_ text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: 0x0a, maxSplits: 2)
    guard lines.count == 3, let count = Int(String(decoding: lines[1], as: UTF8.self).trimmed), count >= 0 else {
      return nil
    }
    var (bytes, high) = ([UInt8](), nil as UInt8?)
    for byte in lines[2] where bytes.count < count {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map({ UInt8($0) }) else {
        if [0x0a, 0x0d, 0x20, 0x09].contains(byte) { continue }
        return nil
      }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    return bytes.count == count ? bytes : nil
  }

  /// Returns the keyword's last word, followed by the text that encodes the bytes.
  static func text(named name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\(name)\0\n\(name)\n\(bytes.count)".utf8)
    for (index, byte) in bytes.enumerated() {
      if index % 36 == 0 { text.append(0x0a) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [0x0a]
  }
}
