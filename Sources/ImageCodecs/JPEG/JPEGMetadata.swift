/// The metadata in a JPEG's segments before its first scan.
enum JPEGMetadata {
  static let exifLabel = Array("Exif\0\0".utf8)
  static let xmpLabel = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  /// Maximum bytes of a segment, without its marker and length.
  static let longestSegment = 65_535 - 2

  private static let (exifMarker, resourcesMarker) = (0xe1 as UInt8, 0xed as UInt8)

  /// Calls `body` with the first Exif block, the first XMP packet, and the image resources, which may span several
  /// segments.
  static func withBlocks<R>(in file: UnsafeRawBufferPointer, _ body: (MetadataBlocks) -> R) -> R {
    var blocks = MetadataBlocks()
    var resources: [UnsafeRawBufferPointer] = []
    for segment in SegmentReader(file, at: 2).prefix(while: { $0.marker != 0xda }) {
      let behind = { (label: [UInt8]) in
        segment.content.starts(with: label) ? UnsafeRawBufferPointer(rebasing: segment.content[label.count...]) : nil
      }
      switch segment.marker {
      case exifMarker:
        blocks.exif = blocks.exif ?? behind(exifLabel)
        blocks.xmp = blocks.xmp ?? behind(xmpLabel)
      case resourcesMarker: if let content = behind(ImageResources.label) { resources.append(content) }
      default: break
      }
    }
    return Array(resources.joined()).withUnsafeBytes { resources in
      blocks.iptc = ImageResources.iptc(in: resources)
      return body(blocks)
    }
  }

  /// Returns the segments with metadata, without colour profiles.
  static func segments(_ metadata: FileMetadata) -> [UInt8] {
    let xmp = metadata.gainMap.map { XMPPacket.packet(metadata.xmp, adding: $0.description) } ?? metadata.xmp
    return segment(exifMarker, metadata.exif.map { exifLabel + $0 }) + segment(exifMarker, xmp.map { xmpLabel + $0 })
      + segment(resourcesMarker, metadata.iptc.map { ImageResources.label + ImageResources.resource($0) })
      + (metadata.gainMap?.segments ?? [])
  }

  /// Returns a segment; nothing without content.
  static func segment(_ marker: UInt8, _ content: [UInt8]?) -> [UInt8] {
    guard let content else { return [] }
    let length = content.count + 2
    return [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)] + content
  }
}
