import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// A photo's creator and copyright, from every kind of metadata, in every format that can store them.
@Suite struct RightsTests {
  private typealias Entry = ExifDirectories.Entry

  // MARK: Photos

  /// An XMP packet with these properties.
  private static func xmp(_ properties: String, attributes: String = "") -> [UInt8] {
    Array(
      """
      <?xpacket begin='\u{feff}' id='W5M0MpCehiHzreSzNTczkc9d'?>
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
        xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' \(attributes)>\(properties)</rdf:Description>
      </rdf:RDF></x:xmpmeta><?xpacket end='w'?>
      """.utf8)
  }

  private static let xmpRights = xmp(
    """
    <dc:creator><rdf:Seq><rdf:li>Ann &amp; Co</rdf:li><rdf:li>Zo\u{eb}</rdf:li></rdf:Seq></dc:creator>
    <dc:rights><rdf:Alt><rdf:li xml:lang='de'>Alle Rechte</rdf:li>
      <rdf:li xml:lang='x-default'>&#xA9; <![CDATA[<Ann>]]></rdf:li></rdf:Alt></dc:rights>
    """, attributes: "photoshop:Credit='Agency \"A\"'")

  /// Data sets of IPTC's IIM, section 1.5.
  private static func iptc(_ sets: [(UInt8, UInt8, [UInt8])]) -> [UInt8] {
    sets.flatMap { record, number, data in [0x1c, record, number] + bigEndian(data.count).suffix(2) + data }
  }

  private static func iptc(artist: String, copyright: String, credit: String) -> [UInt8] {
    iptc([
      (1, 90, [0x1b, 0x25, 0x47]), (2, 0, [0, 4]), (2, 80, Array(artist.utf8)), (2, 110, Array(credit.utf8)),
      (2, 116, Array(copyright.utf8)),
    ])
  }

  private static let iptcRights = iptc(artist: "J\u{f6}rg", copyright: "\u{a9} J\u{f6}rg", credit: "Agency J")

  /// Photoshop resources: one with a name, then IPTC's records.
  private static func resources(_ iptc: [UInt8]) -> [UInt8] {
    let other = Array("8BIM".utf8) + [0x03, 0xed, 3] + Array("abc".utf8) + bigEndian(3) + [1, 2, 3, 0]
    return other + Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + bigEndian(iptc.count) + iptc
      + [UInt8](repeating: 0, count: iptc.count % 2)
  }

  private static func jpeg(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) -> [UInt8] {
    var builder = JPEGBuilder(width: 16, height: 8, components: [.init(id: 1) { _, _ in 90 }])
    let segment = JPEGBuilder.segment
    builder.segments =
      (exif.map { segment(0xe1, Array("Exif\0\0".utf8) + $0) } ?? [])
      + (xmp.map { segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + $0) } ?? [])
    if let iptc {
      // A resource continues in the next segment.
      let resources = resources(iptc)
      for part in [resources[..<20], resources[20...]] {
        builder.segments += segment(0xed, Array("Photoshop 3.0\0".utf8) + part)
      }
    }
    return builder.bytes
  }

  private static func png(_ chunks: [UInt8]) -> [UInt8] {
    var builder = PNGBuilder(width: 4, height: 3, bitDepth: 8, colorType: 2) { _, _, _ in 90 }
    builder.chunksBefore = chunks
    return builder.bytes
  }

  /// A raw profile as ImageMagick writes it: a line end, the name, the length in eight characters, 36 bytes per line.
  private static func rawProfile(_ name: String, _ bytes: [UInt8], isDeflated: Bool = true) -> [UInt8] {
    let count = String(repeating: " ", count: 8 - "\(bytes.count)".count) + "\(bytes.count)"
    var text = Array("\n\(name)\n\(count)".utf8)
    for (index, byte) in bytes.enumerated() {
      if index % 36 == 0 { text.append(10) }
      text += Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
    }
    let keyword = Array("Raw profile type \(name)\0".utf8)
    return isDeflated
      ? PNGBuilder.chunk("zTXt", keyword + [0] + PNGBuilder.zlib(text)) : PNGBuilder.chunk("tEXt", keyword + text)
  }

  private static func webP(exif: [UInt8]? = nil, xmp: [UInt8]? = nil) throws -> [UInt8] {
    let picture = Picture(width: 4, height: 3) { _, _ in [9, 9, 9, 255] }
    var file = WebPBuilder(reading: try picture.encoded(.webp()))
    if let exif { file.chunks.append(("EXIF", exif)) }
    if let xmp { file.chunks.append(("XMP ", xmp)) }
    return file.extended(width: 4, height: 3, flags: 0x0c).bytes
  }

  private static func tiff(_ tags: [(tag: Int, type: Int, bytes: [UInt8])]) -> [UInt8] {
    var builder = TIFFBuilder(bits: 8, samples: 3, color: 2) { x, y, c in x + y + c }
    builder.tags = tags
    return builder.bytes
  }

  private static func gif(xmp: [UInt8]) -> [UInt8] {
    var file = GIFBuilder([.init { _, _ in 0 }], palette: [[0, 0, 0]])
    // From any byte of it, the trailer leads a reader of data blocks to the extension's end (XMP part 3, section 1.1.2).
    let trailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    file.blocksBefore = [0x21, 0xff, 11] + Array("XMP DataXMP".utf8)
    file.blocksBefore += xmp + trailer
    return file.bytes
  }

  private static func psd(xmp: [UInt8]) -> [UInt8] {
    var file = PSDBuilder(mode: 1, channels: 1) { _, _, _ in 0 }
    file.resources = [(0x0424, xmp)]
    return file.bytes
  }

  private static func heic(exif: [UInt8]? = nil, xmp: [UInt8]) -> [UInt8] {
    var builder = HEIFBuilder([
      HEIFBuilder.Item(.orange), HEIFBuilder.Item(kind: "mime", mediaType: "text/plain", data: [1, 2, 3]),
      HEIFBuilder.Item(kind: "mime", mediaType: "application/rdf+xml", data: xmp),
    ])
    builder.references = [("cdsc", 2, [1]), ("cdsc", 3, [1])]
    return builder.bytes
  }

  private static func avif(xmp: [UInt8]) throws -> [UInt8] {
    var file: [UInt8] = []
    let picture = Picture(width: 16, height: 16) { _, _ in [9, 9, 9, 255] }
    try picture.encode(EncodeOptions(.avif(effort: 0), FileMetadata(xmp: xmp))) { file += $0 }
    return file
  }

  private func kept(
    _ file: [UInt8], _ kept: KeptMetadata = .copyright, for format: ImageFileFormat = .jpeg
  ) -> (metadata: FileMetadata, warnings: [String]) {
    ImageCodec.metadata(of: EncodedImage(file), keeping: kept, for: format)
  }

  /// The Exif block of a picture with these rights.
  private func exif(_ artist: String, _ copyright: String) -> [UInt8] {
    ExifDirectories(picture: [.text(0x013b, artist), .text(0x8298, copyright)]).bytes
  }

  // MARK: Reading

  private static let photosWithXMP: [(name: String, file: [UInt8])] = [
    ("JPEG", jpeg(xmp: xmpRights)),
    ("PNG", png(PNGBuilder.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmpRights))),
    (
      "PNG, deflated",
      png(PNGBuilder.chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0en\0\0".utf8) + PNGBuilder.zlib(xmpRights)))
    ),
    ("PNG, raw profile xmp", png(rawProfile("xmp", xmpRights))),
    ("PNG, raw profile APP1", png(rawProfile("APP1", Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmpRights))),
    ("WebP", (try? webP(xmp: xmpRights)) ?? []), ("TIFF", tiff([(700, 1, xmpRights)])),
    ("TIFF, of another type", tiff([(700, 7, xmpRights)])), ("HEIC", heic(xmp: xmpRights)),
    ("AVIF", (try? avif(xmp: xmpRights)) ?? []), ("GIF", gif(xmp: xmpRights)), ("PSD", psd(xmp: xmpRights)),
    (
      "UTF-16",
      jpeg(
        xmp: [0xfe, 0xff]
          + String(decoding: xmpRights, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    ),
  ]

  @Test(arguments: photosWithXMP.map(\.name))
  func copyrightInXMPAloneIsKept(name: String) throws {
    let photo = try #require(Self.photosWithXMP.first { $0.name == name }).file
    let (metadata, warnings) = kept(photo)
    #expect(metadata.exif == exif("Ann & Co; Zo\u{eb}", "\u{a9} <Ann>"))
    #expect(warnings == [])
    // Exif has no entry for a credit line.
    let packet = try #require(metadata.xmp.map { String(decoding: $0, as: UTF8.self) })
    #expect(packet.contains("photoshop:Credit=\"Agency &quot;A&quot;\"") && !packet.contains("Zo\u{eb}"))
  }

  private static let photosWithIPTC: [(name: String, file: [UInt8])] = [
    ("JPEG", jpeg(iptc: iptcRights)), ("PNG, raw profile iptc", png(rawProfile("iptc", resources(iptcRights)))),
    ("PNG, bare records", png(rawProfile("iptc", iptcRights, isDeflated: false))),
    ("TIFF", tiff([(33723, 7, iptcRights)])), ("TIFF, resources", tiff([(34377, 1, resources(iptcRights))])),
  ]

  @Test(arguments: photosWithIPTC.map(\.name))
  func copyrightInIPTCAloneIsKept(name: String) throws {
    let photo = try #require(Self.photosWithIPTC.first { $0.name == name }).file
    let (metadata, warnings) = kept(photo)
    #expect(metadata.exif == exif("J\u{f6}rg", "\u{a9} J\u{f6}rg") && warnings == [])
    #expect(metadata.xmp.map { String(decoding: $0, as: UTF8.self) }?.contains("photoshop:Credit=\"Agency J\"") == true)
    #expect(metadata.iptc == nil)
  }

  @Test func iptcWithoutACharacterSetIsLatin1() {
    let records = Self.iptc([(2, 80, [0x4a, 0xf6, 0x72, 0x67]), (2, 80, Array("Ann".utf8)), (2, 116, [0xa9])])
    #expect(kept(Self.jpeg(iptc: records)).metadata.exif == exif("J\u{f6}rg; Ann", "\u{a9}"))
  }

  @Test func exifPrecedesXMPAndXMPPrecedesIPTC() throws {
    let exifOfArtist = ExifDirectories(picture: [.text(0x013b, "Exif")]).bytes
    let xmp = Self.xmp(
      "<dc:creator><rdf:Seq><rdf:li>XMP</rdf:li></rdf:Seq></dc:creator><dc:rights>XMP's</dc:rights>")
    let iptc = Self.iptc(artist: "IPTC", copyright: "IPTC's", credit: "IPTC's credit")
    let all = kept(Self.jpeg(exif: exifOfArtist, xmp: xmp, iptc: iptc)).metadata
    #expect(all.exif == exif("Exif", "XMP's"))
    #expect(String(decoding: try #require(all.xmp), as: UTF8.self).contains("Credit=\"IPTC's credit\""))
    #expect(kept(Self.jpeg(exif: exifOfArtist, iptc: iptc)).metadata.exif == exif("Exif", "IPTC's"))
    #expect(kept(Self.jpeg(xmp: xmp, iptc: iptc)).metadata.exif == exif("XMP", "XMP's"))
    // Blank values don't count.
    let blank = ExifDirectories(picture: [.text(0x013b, "  "), .text(0x8298, " ")]).bytes
    #expect(kept(Self.jpeg(exif: blank, iptc: iptc)).metadata.exif == exif("IPTC", "IPTC's"))
  }

  /// The keywords of PNG's section 11.3.3.1, and the one that ExifTool writes.
  @Test(arguments: ["tEXt", "zTXt", "iTXt"], ["Author", "Artist"])
  func copyrightInPNGTextIsKept(type: String, keyword: String) {
    let chunk = { (keyword: String, text: String) -> [UInt8] in
      let latin1 = text.unicodeScalars.map { UInt8($0.value) }
      let data: [UInt8] =
        switch type {
        case "tEXt": latin1
        case "zTXt": [0] + PNGBuilder.zlib(latin1)
        default: [0, 0] + Array("en\0\0".utf8) + Array(text.utf8)
        }
      return PNGBuilder.chunk(type, Array("\(keyword)\0".utf8) + data)
    }
    let texts = chunk("Comment", "a mug") + chunk(keyword, "J\u{f6}rg") + chunk("Copyright", "\u{a9} J\u{f6}rg")
    #expect(kept(Self.png(texts)).metadata.exif == exif("J\u{f6}rg", "\u{a9} J\u{f6}rg"))
    let xmp = PNGBuilder.chunk(
      "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Self.xmp("<dc:rights>XMP's</dc:rights>"))
    #expect(kept(Self.png(texts + xmp)).metadata.exif == exif("J\u{f6}rg", "XMP's"))
  }

  // MARK: Exif

  /// Type 129 of Exif 3.0. Few programs know it, so the copy uses the type for text.
  @Test(arguments: [KeptMetadata.copyright, .keep])
  func utf8TextsOfExif3AreKept(kept choice: KeptMetadata) {
    let block = ExifDirectories(picture: [
      .bytes(0x013b, type: 129, Array("J\u{f6}rg\0".utf8)), .bytes(0x8298, type: 129, Array("\u{a9}\0".utf8)),
    ]).bytes
    #expect(kept(Self.jpeg(exif: block), choice).metadata.exif == exif("J\u{f6}rg", "\u{a9}"))
  }

  /// "Photographer, zero, editor, zero" (Exif 2.32, section 4.6.5).
  @Test(arguments: [ImageFileFormat.jpeg, .png, .webp, .tiff, .avif])
  func bothHalvesOfACopyrightAreKept(format: ImageFileFormat) throws {
    let block = exif("Ann", "Ann 2024\0Editor")
    let metadata = kept(Self.jpeg(exif: block), for: format).metadata
    #expect(metadata.exif == block)
    let coding = try #require(EncodeOptions.Coding.standard(format))
    var file: [UInt8] = []
    try Picture(width: 16, height: 16) { _, _ in [9, 9, 9, 255] }.encode(EncodeOptions(coding, metadata)) { file += $0 }
    #expect(kept(file).metadata.exif == block)
  }

  @Test(arguments: ["exif", "APP1"], [false, true])
  func exifInARawProfileIsRead(name: String, isDeflated: Bool) throws {
    let block = ExifDirectories(picture: [.short(0x0112, 6), .text(0x013b, "Ann"), .text(0x8298, "(c) Ann")]).bytes
    for label in name == "exif" ? [[], Array("Exif\0\0".utf8)] : [Array("Exif\0\0".utf8)] {
      let photo = Self.png(Self.rawProfile(name, label + block, isDeflated: isDeflated))
      #expect(try ImageCodec.probe(EncodedImage(photo)).orientation == .right)
      #expect(kept(photo).metadata.exif == exif("Ann", "(c) Ann"))
      // The format's own chunk wins, wherever it is.
      let both = Self.png(
        Self.rawProfile(name, label + block)
          + PNGBuilder.chunk("eXIf", ExifBuilder(isBigEndian: true, orientation: 3).bytes))
      #expect(try ImageCodec.probe(EncodedImage(both)).orientation == .down)
    }
  }

  @Test func aRawColorProfileCountsUnlessTheFileStatesOtherColors() throws {
    let profile = [UInt8](repeating: 7, count: 200)
    let text = Self.rawProfile("icc", profile)
    #expect(try ImageCodec.probe(EncodedImage(Self.png(text))).iccProfile == profile)
    #expect(try ImageCodec.probe(EncodedImage(Self.png(text + PNGBuilder.chunk("sRGB", [0])))).iccProfile == nil)
  }

  @Test func anInvalidRawProfileIsIgnored() throws {
    let block = exif("Ann", "(c)")
    let whole = Self.rawProfile("exif", block, isDeflated: false)
    for text in [
      "", "\n", "\nexif\n", "\nexif\n   99\n4949", "\nexif\n-1\n49", "\nexif\n 2\n49zz",
      "\nexif\n99999999999999999999\n49",
    ] {
      let chunk = PNGBuilder.chunk("tEXt", Array("Raw profile type exif\0\(text)".utf8))
      #expect(kept(Self.png(chunk)).metadata == FileMetadata())
      #expect(kept(Self.png(chunk + whole)).metadata.exif == block)
    }
    let bomb = PNGBuilder.chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + [0x78, 1, 2, 3])
    #expect(kept(Self.png(bomb)).metadata == FileMetadata())
    var limits = DecodeLimits()
    limits.maxMetadata = block.count - 1
    #expect(
      ImageCodec.metadata(of: EncodedImage(Self.png(whole)), keeping: .copyright, for: .png, limits: limits).metadata
        .exif == nil)
  }

  // MARK: Keeping

  private static let caption = iptc([
    (2, 120, Array("a caption".utf8)), (2, 80, Array("J".utf8)), (2, 110, Array("C".utf8)),
  ])

  @Test(arguments: [ImageFileFormat.jpeg, .png, .tiff, .webp, .avif])
  func keepPreservesXMPAndIPTCInEachFormatThatStoresThem(format: ImageFileFormat) throws {
    let title = Self.xmp("<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>A mug</rdf:li></rdf:Alt></dc:title>")
    let (metadata, warnings) = kept(Self.jpeg(xmp: title, iptc: Self.caption), .keep, for: format)
    let coding = try #require(EncodeOptions.Coding.standard(format))
    var file: [UInt8] = []
    try Picture(width: 16, height: 16) { _, _ in [9, 9, 9, 255] }.encode(EncodeOptions(coding, metadata)) { file += $0 }
    let again = kept(file, .keep).metadata
    let packet = String(decoding: try #require(again.xmp), as: UTF8.self)
    #expect(packet.contains("A mug"))
    if [.webp, .avif].contains(format) {
      #expect(
        warnings == [
          "\(format.name) can't hold IPTC, so the photo's is left out, except for its creator, copyright notice and credit"
        ])
      #expect(again.iptc == nil && packet.contains("photoshop:Credit=\"C\""))
    } else {
      #expect(warnings == [])
      // A TIFF's values may be padded to multiples of 32 bits.
      #expect(again.iptc?.starts(with: Self.caption) == true && !packet.contains("Credit=\"C\""))
    }
    #expect(again.exif == ExifDirectories(picture: [.text(0x013b, "J")]).bytes)
  }

  /// The rendered picture is upright and has another size, and lacks the photo's thumbnail, gain map and pending edits.
  @Test func xmpAboutTheOriginalPictureIsRemoved() throws {
    let packet = Self.xmp(
      """
      <tiff:Orientation>6</tiff:Orientation><dc:title>A mug</dc:title>
      <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType='Resource'><xmpGImg:image>AAAA</xmpGImg:image></rdf:li></rdf:Alt></xmp:Thumbnails>
      <Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Mime='image/jpeg'/></rdf:li></rdf:Seq></Container:Directory>
      """,
      attributes: """
        xmlns:tiff='http://ns.adobe.com/tiff/1.0/' xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:xmp='http://ns.adobe.com/xap/1.0/'
        xmlns:xmpGImg='http://ns.adobe.com/xap/1.0/g/img/' xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'
        xmlns:Container='http://ns.google.com/photos/1.0/container/' xmlns:Item='http://ns.google.com/photos/1.0/container/item/'
        exif:PixelXDimension='4000' tiff:Make='Camera' hdrgm:Version='1.0'
        """)
    let photo = Self.jpeg(xmp: packet)
    #expect(try ImageCodec.probe(EncodedImage(photo)).gainMap != nil)
    let copy = String(decoding: try #require(kept(photo, .keep).metadata.xmp), as: UTF8.self)
    for name in ["Orientation", "Thumbnails", "AAAA", "Directory", "PixelXDimension", "hdrgm", "gain-map", "Item"] {
      #expect(!copy.contains(name), "\(name)")
    }
    for text in ["A mug", "tiff:Make='Camera'", "xmlns:xmpGImg", "<?xpacket end='w'?>"] {
      #expect(copy.contains(text), "\(text)")
    }
    // The remaining XMP is read back unchanged, and reading it again removes nothing more.
    #expect(
      kept(Self.jpeg(xmp: Array(copy.utf8)), .keep).metadata.xmp.map { String(decoding: $0, as: UTF8.self) } == copy)
  }

  @Test func xmpThatAJPEGCannotHoldIsDroppedWithAWarning() throws {
    let title = Self.xmp("<dc:title>\(String(repeating: "x", count: 70_000))</dc:title><dc:rights>Ann</dc:rights>")
    let photo = Self.tiff([(700, 1, title)])
    let (metadata, warnings) = kept(photo, .keep)
    #expect(metadata.xmp == nil && metadata.exif == ExifDirectories(picture: [.text(0x8298, "Ann")]).bytes)
    #expect(warnings.count == 1 && warnings[0].contains("more than a JPEG can hold (65504)"), "\(warnings)")
    #expect(kept(photo, .keep, for: .png).metadata.xmp != nil)
  }

  @Test func theSecondPartOfExtendedXMPIsDroppedWithAWarning() throws {
    let packet = Self.xmp(
      "<dc:rights>Ann</dc:rights>",
      attributes:
        "xmlns:xmpNote='http://ns.adobe.com/xmp/note/' xmpNote:HasExtendedXMP='0123456789ABCDEF0123456789ABCDEF'")
    var photo = Self.jpeg(xmp: packet)
    photo.insert(
      contentsOf: JPEGBuilder.segment(0xe1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [1, 2, 3]), at: 2)
    let (metadata, warnings) = kept(photo, .keep)
    #expect(warnings == ["the second part of its XMP (extended XMP) is left out"])
    #expect(String(decoding: try #require(metadata.xmp), as: UTF8.self).contains("Extended") == false)
    #expect(
      kept(photo).warnings == [] && kept(photo).metadata.exif == ExifDirectories(picture: [.text(0x8298, "Ann")]).bytes)
  }

  // MARK: Untrusted bytes

  /// No entity is ever expanded or declared.
  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><x>&c;</x>", "<a><b></a></b>", "<a", "<a>", "text", "<a b=c/>",
    "<a b='<'/>", "", "<?xml", "<!-- ", "<a/><b", String(repeating: "<a>", count: 100),
  ])
  func unreadableXMPIsAWarning(packet: String) {
    let (metadata, warnings) = kept(Self.jpeg(xmp: Array(packet.utf8)), .keep)
    #expect(metadata == FileMetadata() && warnings == ["its XMP can't be read, and is left out"])
  }

  @Test func aReferenceToAnUnknownEntityIsKept() {
    let packet = Self.xmp("<dc:rights>&a; &#0; &#xd800; & &lt;b&gt; &#169;&#x1f4f7;</dc:rights>")
    #expect(
      kept(Self.jpeg(xmp: packet)).metadata.exif
        == ExifDirectories(picture: [
          .text(0x8298, "&a;  &#xd800; & <b> \u{a9}\u{1f4f7}")
        ]).bytes)
  }

  @Test func truncatedOrChangedMetadataIsNoError() throws {
    var random = SeededRandom(seed: 7)
    for length in Self.xmpRights.indices { _ = kept(Self.jpeg(xmp: Array(Self.xmpRights[..<length])), .keep) }
    for length in Self.iptcRights.indices {
      let cut = Array(Self.iptcRights[..<length])
      _ = kept(Self.png(Self.rawProfile("iptc", Self.resources(cut))), .keep)
    }
    for _ in 0..<300 {
      var (xmp, iptc) = (Self.xmpRights, Self.resources(Self.iptcRights))
      for _ in 0..<3 {
        xmp[Int.random(in: xmp.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        iptc[Int.random(in: iptc.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let photo = Self.png(Self.rawProfile("xmp", xmp) + Self.rawProfile("iptc", iptc))
      for format in [ImageFileFormat.jpeg, .webp] {
        for choice in KeptMetadata.allCases { _ = kept(photo, choice, for: format) }
      }
    }
  }

  @Test func damagedIPTCIsAWarning() {
    let cut = Array(Self.iptc([(2, 80, Array("Ann".utf8)), (2, 116, Array("(c) Ann".utf8))]).dropLast())
    let (metadata, warnings) = kept(Self.jpeg(iptc: cut))
    #expect(metadata.exif == ExifDirectories(picture: [.text(0x013b, "Ann")]).bytes)
    #expect(warnings == ["its IPTC is damaged; only the part before the damage is read"])
  }
}

extension EncodeOptions.Coding {
  /// A format's default settings.
  fileprivate static func standard(_ format: ImageFileFormat) -> Self? {
    let codings: [Self] = [.jpeg(), .png(), .webp(), .tiff(), .avif(effort: 0)]
    return codings.first { $0.format == format }
  }
}
