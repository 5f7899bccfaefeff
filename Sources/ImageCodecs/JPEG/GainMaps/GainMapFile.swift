import PixelCore

/// The file of a gain map for a rendered picture, which a JPEG of the picture contains.
package struct GainMapFile: Sendable, Hashable {
  let bytes: [UInt8]

  /// Encodes a gain map's values, which have been moved as the picture was.
  ///
  /// - Parameters:
  ///   - image: The values, as opaque encoded pixels of 8 bits.
  ///   - map: The photo's gain map.
  public init(_ image: Image, of map: GainMap) throws(CodecError) {
    var bytes: [UInt8] = []
    let segments =
      JPEGMetadata.segments(FileMetadata(xmp: map.coding.xmp))
      + JPEGMetadata.segment(0xe2, StatedGainMap.isoLabel + map.coding.iso)
    let writer = try JPEGRowWriter(
      shape: image.shape, settings: JPEG(quality: Self.quality, subsampling: .none), isGrey: map.isGrey,
      segments: segments
    ) { bytes += $0 }
    let table = map.appleHeadroom.map(AppleGainMap.table)
    var row = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: image.size.width, height: 1), format: image.shape.format))
    for y in 0..<image.size.height {
      row.mutableRow(0).copyMemory(from: image.row(y), byteCount: image.shape.bytesPerRow)
      if let table {
        let values = row.mutableRow(0).assumingMemoryBound(to: UInt8.self)
        for place in 0..<image.shape.bytesPerRow where place % 4 != 3 { values[place] = table[Int(values[place])] }
      }
      try writer.write(RowBand(shape: image.shape, rows: y..<y + 1, base: row.row(0), stride: row.stride))
    }
    try writer.finish()
    self.bytes = bytes
  }

  /// Number of bytes.
  public var count: Int { bytes.count }

  /// The quality of maps. An error of a value is multiplied by the range of gains, which is several stops.
  private static let quality = 95

  /// Upper estimate of the bytes of a map of some pixels.
  public static func mostBytes(_ pixels: Int) -> Int { 4 * pixels + 16 << 10 }

  // MARK: In a JPEG

  /// The XMP description of a picture whose gain map has `count` bytes (Ultra HDR 1.1, section "GContainer").
  var description: String {
    """
    <rdf:Description xmlns:rdf="\(XMPNamespace.rdf)" rdf:about="" xmlns:hdrgm="\(GainMapCoding.namespace)" \
    xmlns:Container="http://ns.google.com/photos/1.0/container/" \
    xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0"><Container:Directory><rdf:Seq>\
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>\
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" \
    Item:Length="\(count)"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description>
    """
  }

  /// Whether a picture's XMP has room for the description of a gain map.
  public static func fits(beside xmp: [UInt8]?, in format: ImageFileFormat) -> Bool {
    (xmp?.count ?? 0) + mostDescriptionBytes <= format.type.longestXMP
  }

  /// Upper limit of the bytes that the description adds.
  private static let mostDescriptionBytes = 1024

  /// The segments of a picture that state its gain map, besides XMP. The index has no lengths yet.
  var segments: [UInt8] {
    JPEGMetadata.segment(0xe2, StatedGainMap.isoLabel + GainMapCoding.isoVersion)
      + JPEGMetadata.segment(0xe2, PictureIndex.content(first: 0, second: (0, count)))
  }
}

/// Holds a JPEG until it is complete, because its index states its length, and then passes it on, followed by its gain
/// map.
final class GainMapAppender {
  private var bytes: [UInt8] = []
  private let map: GainMapFile
  private let sink: ByteSink

  init(_ map: GainMapFile, to sink: @escaping ByteSink) { (self.map, self.sink) = (map, sink) }

  func take(_ more: UnsafeRawBufferPointer) { bytes += more }

  func finish() throws {
    let place = bytes.withUnsafeBytes { bytes in
      SegmentReader(bytes, at: 2).first { $0.marker == 0xe2 && $0.content.starts(with: Array("MPF\0".utf8)) }!.start + 4
    }
    let index = PictureIndex.content(first: bytes.count, second: (bytes.count - place, map.count))
    bytes.replaceSubrange(place..<place + index.count, with: index)
    try bytes.withUnsafeBytes(sink)
    try map.bytes.withUnsafeBytes(sink)
  }
}
