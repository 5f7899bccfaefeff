import PixelCore

/// The coded pictures that make up a picture of a HEIF file: one, or the parts of a grid.
struct HEIFPicture<Coding: HEIFCoding> {
  /// The ID of an item with a coded picture, the item, and its coding.
  typealias Part = (id: UInt32, item: HEIFItem, coding: Coding)

  let size: PixelSize
  /// The coded pictures, row by row.
  let parts: [Part]
  let columns: Int
  /// Size of each part.
  let partSize: PixelSize
  /// The number of coded bytes of the largest part.
  private let codedBytes: Int

  /// The coding of the first part. The samples of the other parts have the same format.
  var coding: Coding { parts[0].coding }

  /// Creates the picture of an item.
  init(_ id: UInt32, in container: HEIFContainer) throws(CodecError) {
    guard let item = container.items[id] else {
      throw .damaged(container.format, why: "its picture is not in it", row: nil)
    }
    guard item.kind == "grid" else {
      try self.init([id], columns: 1, size: nil, in: container)
      return
    }
    let grid = try container.withBytes(of: item) { bytes throws(CodecError) in try Grid(bytes, container.format) }
    let ids = container.references.targets("dimg", of: id)
    guard ids.count == grid.columns * grid.rows else {
      throw .damaged(container.format, why: "it has \(ids.count) parts of \(grid.columns * grid.rows)", row: nil)
    }
    // A list of references contains each item once (ISO/IEC 14496-12, section 8.11.12.1).
    guard Set(ids).count == ids.count else {
      throw .damaged(container.format, why: "its grid has one part in two places", row: nil)
    }
    try self.init(ids, columns: grid.columns, size: grid.size, in: container)
  }

  /// - Parameters:
  ///   - ids: The items with coded pictures, row by row: at least one, and the same number in each row.
  ///   - size: Size of the whole picture; nil for the size of a single part.
  init(_ ids: [UInt32], columns: Int, size: PixelSize?, in container: HEIFContainer) throws(CodecError) {
    var parts: [Part] = []
    for id in ids { parts.append(try Self.part(id, container)) }
    partSize = try Self.size(of: parts[0], container)
    self.size = size ?? partSize
    (self.parts, self.columns) = (parts, columns)
    codedBytes = parts.map { container.byteCount(of: $0.item) }.max()!
    for part in parts { try checkIsAlike(part, container) }
    try checkCoversSize(container)
  }

  private static func part(_ id: UInt32, _ container: HEIFContainer) throws(CodecError) -> Part {
    let format = container.format
    guard let item = container.items[id] else { throw .damaged(format, why: "its picture is not in it", row: nil) }
    guard item.kind == Coding.itemKind else {
      throw .unsupported(format, feature: "a picture coded as “\(item.kind)” instead of “\(Coding.itemKind)”")
    }
    guard !item.isProtected else { throw .unsupported(format, feature: "an encrypted picture") }
    try checkProperties(of: item, format)
    return (id, item, try Coding(of: item, in: container))
  }

  /// Throws if an item has an essential property that isn't read.
  static func checkProperties(of item: HEIFItem, _ format: ImageFileFormat) throws(CodecError) {
    guard let name = item.unknownProperties.first(where: { !Coding.properties.contains($0) }) else { return }
    throw .unsupported(format, feature: "a property (\(name))")
  }

  private static func size(of part: Part, _ container: HEIFContainer) throws(CodecError) -> PixelSize {
    guard let size = part.item.size ?? part.coding.size, min(size.width, size.height) > 0 else {
      throw .damaged(container.format, why: "it does not say how large its picture is", row: nil)
    }
    return size
  }

  private func checkIsAlike(_ part: Part, _ container: HEIFContainer) throws(CodecError) {
    guard try Self.size(of: part, container) == partSize, part.coding.depth == coding.depth,
      part.coding.chromaStep == coding.chromaStep, part.coding.codes == coding.codes
    else { throw .damaged(container.format, why: "its parts are not alike", row: nil) }
  }

  private func checkCoversSize(_ container: HEIFContainer) throws(CodecError) {
    let (width, height) = (partSize.width, partSize.height)
    let step = coding.chromaStep ?? PixelSize(width: 1, height: 1)
    let rows = parts.count / columns
    guard width * columns >= size.width, height * rows >= size.height,
      columns == 1 || width % step.width == 0, rows == 1 || height % step.height == 0
    else {
      throw .damaged(
        container.format, why: "\(columns) × \(rows) parts of \(partSize) do not make \(size) pixels", row: nil)
    }
  }

  /// Bytes held for the decoded picture, and further bytes held while a part is decoded.
  func decodingBytes(hasChroma: Bool) -> (held: Int, passing: Int) {
    // Decoders receive copies of the coded data.
    let part = coding.decodingBytes(of: partSize) + codedBytes
    // A single part is read from the decoder's own planes. With several parts, each decoder is freed before the next
    // starts.
    return parts.count > 1 ? (coding.planeBytes(pixels: size.pixelCount, hasChroma: hasChroma), part) : (part, 0)
  }
}

/// The arrangement of parts (ISO/IEC 23008-12, section 6.6.2.3).
private struct Grid {
  let columns, rows: Int
  let size: PixelSize

  init(_ bytes: UnsafeRawBufferPointer, _ format: ImageFileFormat) throws(CodecError) {
    var reader = BoxReader(bytes, 0..<bytes.count, format)
    _ = try reader.number(UInt8.self)
    let sideBytes = try reader.number(UInt8.self) & 1 == 0 ? 2 : 4
    rows = 1 + Int(try reader.number(UInt8.self))
    columns = 1 + Int(try reader.number(UInt8.self))
    size = PixelSize(
      width: Int(try reader.number(bytes: sideBytes)), height: Int(try reader.number(bytes: sideBytes)))
    guard min(size.width, size.height) > 0 else {
      throw .damaged(format, why: "its picture has no pixels", row: nil)
    }
  }
}
