import PixelCore

/// A track of a picture sequence (`trak`, ISO/IEC 14496-12, section 8.3), as far as its first picture matters.
struct HEIFTrack {
  private(set) var id: UInt32 = 0
  /// The track's first picture, as an item. If the item has no pieces, the track has no picture.
  private(set) var picture = HEIFItem()
  private(set) var pictureCount = 0
  /// The references to other tracks. `auxl` refers to the colours that this track belongs to, `prem` to the alpha that
  /// this track's colours are multiplied by.
  private(set) var references: [(kind: String, to: [UInt32])] = []
  /// The items that describe the track.
  private(set) var metadata: HEIFContainer?

  private let itemKind: String
  private var start: Int?
  private var length = 0

  /// - Parameters:
  ///   - box: Content of the `trak` box.
  ///   - itemKind: The coding of pictures to read. A track with another coding counts as having no pictures.
  init(_ box: BoxReader, itemKind: String, in container: HEIFContainer) throws(CodecError) {
    self.itemKind = itemKind
    try read(box, ["mdia", "minf", "stbl"], container)
    // In a track, a length of 0 means that there is no picture. In an item it would mean the rest of the file.
    if let start, length > 0 { picture.pieces = [start..<start + length] }
  }

  /// Reads the properties of the track from a box and the boxes inside it.
  ///
  /// - Parameter path: Kinds of the boxes that lead to the sample table, from the outside in.
  private mutating func read(
    _ box: BoxReader, _ path: ArraySlice<String>, _ container: HEIFContainer
  ) throws(CodecError) {
    var box = box
    while !box.isAtEnd {
      var (kind, content) = try box.box()
      switch kind {
      case path.first: try read(content, path.dropFirst(), container)
      case "tkhd":
        let isLong = try content.versionAndFlags().version == 1
        _ = try content.take(isLong ? 16 : 8)
        id = try content.number(UInt32.self)
      case "tref": try readReferences(content)
      case "meta": metadata = try HEIFContainer(container.file, format: container.format, metadata: content)
      case "stsd" where path.isEmpty: try readDescription(content)
      case "stsz" where path.isEmpty:
        _ = try content.versionAndFlags()
        length = Int(try content.number(UInt32.self))
        pictureCount = Int(try content.number(UInt32.self))
        if length == 0, pictureCount > 0 { length = Int(try content.number(UInt32.self)) }
      case "stco" where path.isEmpty, "co64" where path.isEmpty:
        _ = try content.versionAndFlags()
        guard try content.number(UInt32.self) > 0 else { break }
        let place = try content.number(bytes: kind == "stco" ? 4 : 8)
        guard place < 1 << 60 else {
          throw .damaged(container.format, why: "its pictures are where no file has them", row: nil)
        }
        start = Int(place)
      default: break
      }
    }
  }

  private mutating func readReferences(_ box: BoxReader) throws(CodecError) {
    var box = box
    while !box.isAtEnd {
      var (kind, content) = try box.box()
      var to: [UInt32] = []
      while !content.isAtEnd { to.append(try content.number(UInt32.self)) }
      references.append((kind, to))
    }
  }

  /// Reads the coding of the pictures. Only the first description is used (`stsd`, section 8.5.2, and its fields for
  /// video, section 12.1.3).
  private mutating func readDescription(_ box: BoxReader) throws(CodecError) {
    var box = box
    _ = try box.take(8)
    guard !box.isAtEnd else { return }
    var (kind, content) = try box.box()
    guard kind == itemKind else { return }
    picture.kind = kind
    _ = try content.take(24)
    let (width, height) = (try content.number(UInt16.self), try content.number(UInt16.self))
    picture.properties = [.size(width: UInt32(width), height: UInt32(height))]
    _ = try content.take(50)
    while !content.isAtEnd {
      let (kind, property) = try content.box()
      picture.properties.append(try HEIFProperty(kind, property))
    }
  }
}
