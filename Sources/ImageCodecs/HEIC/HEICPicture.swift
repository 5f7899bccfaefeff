import PixelCore

/// What is to be decoded for a picture of a HEIC: one coded picture, or those of a grid.
struct HEICPicture {
  let size: PixelSize
  /// The coded pictures, row by row.
  let parts: [HEIFItem]
  let columns: Int
  /// Of each part.
  let partSize: PixelSize
  /// Of the first part, and of all as far as samples go.
  let coding: HEVCConfiguration

  init(_ id: UInt32, in container: HEIFContainer) throws(CodecError) {
    guard let item = container.items[id] else {
      throw .damaged(.heic, reason: "its picture is not in it", row: nil)
    }
    switch item.kind {
    case "hvc1":
      (parts, columns) = ([item], 1)
      size = try Self.size(of: item)
    case "grid":
      let grid = try container.withBytes(of: item) { bytes throws(CodecError) in try Grid(bytes) }
      let parts = container.references("dimg", from: id).compactMap { container.items[$0] }
      guard parts.count == grid.columns * grid.rows else {
        throw .damaged(.heic, reason: "it has \(parts.count) parts of \(grid.columns * grid.rows)", row: nil)
      }
      (self.parts, columns, size) = (parts, grid.columns, grid.size)
    case let kind:
      throw .unsupported(.heic, feature: "a picture that is not coded as H.265 has it, but as “\(kind)”")
    }
    partSize = try Self.size(of: parts[0])
    coding = try Self.coding(of: parts[0])
    for part in parts { try check(part) }
    let (width, height) = (partSize.width, partSize.height)
    let step = coding.chromaStep ?? PixelSize(width: 1, height: 1)
    let rows = parts.count / columns
    guard width * columns >= size.width, height * rows >= size.height,
      columns == 1 || width % step.width == 0, rows == 1 || height % step.height == 0
    else {
      throw .damaged(.heic, reason: "\(columns) × \(rows) parts of \(partSize) do not make \(size) pixels", row: nil)
    }
  }

  private func check(_ part: HEIFItem) throws(CodecError) {
    guard !part.isProtected else { throw .unsupported(.heic, feature: "an encrypted picture") }
    guard part.kind == "hvc1" else { throw .unsupported(.heic, feature: "parts coded as “\(part.kind)”") }
    if let name = part.unknownProperty { throw .unsupported(.heic, feature: "a property (\(name))") }
    let coding = try Self.coding(of: part)
    let size = try Self.size(of: part)
    guard size == partSize, coding.depth == self.coding.depth, coding.chromaStep == self.coding.chromaStep else {
      throw .damaged(.heic, reason: "its parts are not alike", row: nil)
    }
  }

  private static func size(of item: HEIFItem) throws(CodecError) -> PixelSize {
    guard let size = item.size, min(size.width, size.height) > 0 else {
      throw .damaged(.heic, reason: "it does not say how large its picture is", row: nil)
    }
    return size
  }

  private static func coding(of item: HEIFItem) throws(CodecError) -> HEVCConfiguration {
    guard let coding = item.coding else {
      throw .damaged(.heic, reason: "it does not say how its picture is coded", row: nil)
    }
    return coding
  }

  /// How parts make a picture (ISO/IEC 23008-12, section 6.6.2.3).
  private struct Grid {
    let columns, rows: Int
    let size: PixelSize

    init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
      var reader = BoxReader(bytes, 0..<bytes.count)
      _ = try reader.number(UInt8.self)
      let sideBytes = try reader.number(UInt8.self) & 1 == 0 ? 2 : 4
      rows = 1 + Int(try reader.number(UInt8.self))
      columns = 1 + Int(try reader.number(UInt8.self))
      size = PixelSize(
        width: Int(try reader.number(bytes: sideBytes)), height: Int(try reader.number(bytes: sideBytes)))
      guard min(size.width, size.height) > 0 else {
        throw .damaged(.heic, reason: "its picture has no pixels", row: nil)
      }
    }
  }

  /// Bytes that the planes of the picture take, or of some of its pixels.
  func planeBytes(isAlpha: Bool, pixels: Int? = nil) -> Int {
    let chroma = isAlpha ? 0 : coding.chromaStep.map { 4 * 2 / ($0.width * $0.height) } ?? 0
    return (4 + chroma) * sampleBytes * (pixels ?? size.pixelCount) / 4
  }

  var sampleBytes: Int { coding.depth > 8 ? 2 : 1 }
}
