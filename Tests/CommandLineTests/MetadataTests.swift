import Foundation
import ImageCodecs
import PackshotKit
import TestSupport
import Testing

/// The Exif that pictures keep of a photo. The expected blocks are assembled by TIFF's rules.
@Suite struct MetadataTests {
  private typealias Entry = ExifDirectories.Entry

  private static let rights = [Entry.text(0x013b, "Ann"), .text(0x8298, "(c) Shop")]
  private static let lasting =
    [Entry.text(0x010f, "Camera")] + rights + [.bytes(0x9c9b, type: 1, [65, 0, 66, 0, 0, 0])]
  private static let taken = [Entry.text(0x9003, "2024:05:01 12:30:00"), .bytes(0x9286, Array("ASCII\0\0\0nice".utf8))]
  private static let place = [Entry.text(0x0001, "N"), .bytes(0x0002, type: 5, [UInt8](repeating: 7, count: 24))]

  /// A photo's Exif: rotated, with entries that don't apply to a rendered picture.
  private static var photo: ExifDirectories {
    var exif = ExifDirectories(
      picture: (lasting + [.short(0x0112, 6), .short(0x0100, 99), .bytes(0x83bb, [1, 2, 3, 4, 5, 6])]).sorted {
        $0.tag < $1.tag
      },
      photo: (taken + [.bytes(0x927c, [UInt8](repeating: 9, count: 99)), .short(0xa001, 2), .short(0xa002, 64)]).sorted
      {
        $0.tag < $1.tag
      }, place: place)
    exif.thumbnail = Array("a thumbnail".utf8)
    return exif
  }

  private static func expected(_ choice: String) -> [UInt8]? {
    switch choice {
    case "copyright": ExifDirectories(picture: rights).bytes
    case "keep": ExifDirectories(picture: lasting, photo: taken, place: place).bytes
    default: nil
    }
  }

  private let packshot: Packshot

  init() throws {
    packshot = try Packshot()
    var photo = JPEGBuilder(width: 32, height: 16, components: [.init(id: 1) { _, _ in 120 }])
    photo.segments = JPEGBuilder.segment(0xe1, Array("Exif\0\0".utf8) + Self.photo.bytes)
    try packshot.write(Data(photo.bytes), to: "photo.jpg")
  }

  private func picture(_ name: String, of photo: String = "photo.jpg", _ choice: String, _ more: String = "") throws
    -> Data
  {
    try packshot.write(
      "packshot: 1\nmetadata: \(choice)\noutputs: [ { file: \(name)\(more) } ]\n", to: "recipe.yaml")
    let run = try packshot.run("render", "recipe.yaml", photo, name)
    try #require(run.status == 0, "\(run.errors)")
    return try packshot.read(name)
  }

  /// The Exif block after its marker, in a file of each format.
  @Test(arguments: ["strip", "copyright", "keep"], ["a.jpg", "a.png", "a.webp", "a.avif"])
  func everyFormatStoresExif(choice: String, name: String) throws {
    let file = try picture(name, choice)
    guard let block = Self.expected(choice) else {
      for text in ["Exif", "eXIf", "EXIF", "Shop", "II*\0"] {
        #expect(file.range(of: Data(text.utf8)) == nil, "\(text)")
      }
      return
    }
    let (length, label): (Int, [UInt8]) =
      switch name {
      case "a.jpg": (block.count + 8, [0xff, 0xe1] + bigEndian(block.count + 8).suffix(2) + Array("Exif\0\0".utf8))
      case "a.png": (block.count, bigEndian(block.count) + Array("eXIf".utf8))
      case "a.webp": (block.count, Array("EXIF".utf8) + bigEndian(block.count).reversed())
      // The offset of the block in its item (ISO/IEC 23008-12, annex A.2.1).
      default: (block.count + 4, [0, 0, 0, 0])
      }
    #expect(length <= file.count && file.range(of: Data(label + block)) != nil, "\(name)")
    // Upright, whatever the photo's orientation.
    let info = try ImageCodec.probe(EncodedImage([UInt8](file)))
    #expect(info.orientation == .up && info.size == PixelSize(width: 16, height: 32))
    #expect(info.capturedAt == (choice == "keep" ? Date(timeIntervalSince1970: 1_714_566_600) : nil))
  }

  /// Each format is read as well as written.
  @Test(arguments: ["b.png", "b.webp", "b.avif"])
  func exifIsReadFromEveryFormat(name: String) throws {
    _ = try picture(name, "keep")
    #expect(try picture("c.jpg", of: name, "copyright").range(of: Data(Self.expected("copyright")!)) != nil)
  }

  /// In a TIFF, the texts are tags that libtiff writes in its own order.
  @Test func aTIFFKeepsItsTexts() throws {
    let file = try picture("a.tif", "keep")
    for text in ["Camera", "Ann", "(c) Shop"] { #expect(file.range(of: Data((text + "\0").utf8)) != nil, "\(text)") }
    #expect(try picture("c.jpg", of: "a.tif", "copyright").range(of: Data(Self.expected("copyright")!)) != nil)
    #expect(try picture("a.tif", "strip").range(of: Data("Shop".utf8)) == nil)
  }

  @Test func aFileWithTargetBytesKeepsExif() throws {
    #expect(
      try picture("a.webp", "copyright", ", targetBytes: 5000").range(of: Data(Self.expected("copyright")!)) != nil)
  }

  @Test func aPhotoWithoutRightsWritesNoExif() throws {
    try packshot.writePhoto("plain.jpg")
    for choice in ["copyright", "keep"] {
      #expect(try picture("a.jpg", of: "plain.jpg", choice) == picture("b.jpg", of: "plain.jpg", "strip"))
    }
  }

  /// A comment too long for a JPEG, and entries that all point to one comment.
  @Test func exifThatIsTooLongIsReducedToTheRights() throws {
    for count in [1, 40] {
      var exif = ExifDirectories(picture: Self.rights)
      exif.photo = (0..<count).map { .bytes(0x9300 + $0, [UInt8](repeating: 1, count: 70_000 / count)) }
      let bytes = exif.bytes
      try #require(bytes.count > 60_000)
      try packshot.write(Data(PNGWithExif.file(bytes)), to: "long.png")
      let file = try picture("a.jpg", of: "long.png", "keep")
      #expect(file.count < 10_000 && file.range(of: Data(Self.expected("copyright")!)) != nil)
    }
  }

  @Test func thumbnailsKeepExif() throws {
    let run = try packshot.run("thumb", "photo.jpg", "--width", "8", "--metadata", "copyright", "--output", "thumbs")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try packshot.read("thumbs/photo-8.jpg").range(of: Data(Self.expected("copyright")!)) != nil)
  }

  @Test func aRecipeSetsTheKeptMetadata() throws {
    try packshot.write("packshot: 1\nmetadata: all\noutputs: [ { file: a.png } ]\n", to: "wrong.yaml")
    let wrong = try packshot.run("recipe", "check", "wrong.yaml")
    #expect(wrong.status == 64 && wrong.errors.contains("strip (outputs have no metadata)"))
    _ = try picture("a.png", "copyright")
    let shown = try packshot.run("recipe", "show", "recipe.yaml")
    #expect(shown.output.contains("with the photo's artist, copyright notice and credit"))
  }
}

/// A PNG of one grey pixel with an Exif block.
private enum PNGWithExif {
  static func file(_ exif: [UInt8]) -> [UInt8] {
    // A stored zlib block: the filter byte and the grey.
    let picture: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xfd, 0xff, 0, 0x80, 0x00, 0x82, 0x00, 0x81]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", bigEndian(1) + bigEndian(1) + [8, 0, 0, 0, 0]) + chunk("eXIf", exif) + chunk("IDAT", picture)
      + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return bigEndian(data.count) + named + bigEndian(Int(checksum(named)))
  }

  /// CRC-32 (PNG, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
