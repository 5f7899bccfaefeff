extension HEIFContainer {
  /// Calls `body` with the Exif block and the XMP packet of the file's picture.
  func withMetadata<Result>(_ body: (MetadataBlocks) -> Result) -> Result {
    func whole(_ exif: UnsafeRawBufferPointer?) -> Result {
      withXMP { body(MetadataBlocks(exif: exif, xmp: $0)) } ?? body(MetadataBlocks(exif: exif))
    }
    return withExif { whole($0) } ?? whole(nil)
  }

  private func withXMP<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let item = descriptions.first(where: \.isXMP) else { return nil }
    return try? withBytes(of: item) { bytes in body(bytes) }
  }

  /// The items that describe the file's picture.
  private var descriptions: [HEIFItem] {
    primary.map { references.sources("cdsc", of: $0) }?.compactMap { items[$0] } ?? []
  }

  /// Calls `body` with the Exif block of the file's picture, which begins with its byte order.
  func withExif<Result>(_ body: (UnsafeRawBufferPointer) -> Result?) -> Result? {
    guard let item = descriptions.first(where: { $0.kind == "Exif" }) else { return nil }
    return try? withBytes(of: item) { bytes throws(CodecError) in Self.block(in: bytes, format).flatMap(body) }
  }

  /// Returns the Exif block in an item's bytes (ISO/IEC 23008-12, annex A.2.1). The first four bytes are the number of
  /// bytes to skip before the block.
  ///
  /// Programs write the label of a JPEG before the block. Some of them count its bytes in that number, as they should;
  /// others don't.
  private static func block(in bytes: UnsafeRawBufferPointer, _ format: ImageFileFormat) -> UnsafeRawBufferPointer? {
    var reader = BoxReader(bytes, 0..<bytes.count, format)
    guard let count = try? reader.number(UInt32.self) else { return nil }
    let label = Array("Exif\0\0".utf8)
    return [Int(count), 0, Int(count) + label.count, label.count].lazy
      .compactMap { skipped -> UnsafeRawBufferPointer? in
        var reader = reader
        return (try? reader.take(skipped)).map { _ in reader.bytes }
      }
      .first { TIFFStructure($0) != nil }
  }
}
