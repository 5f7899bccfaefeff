/// Detects a gain map: a second picture in a JPEG that makes the first brighter on HDR screens.
enum GainMap {
  /// Whether the segments declare a gain map, by ISO 21496-1 or in the XMP of Ultra HDR.
  static func isDeclared(in file: UnsafeRawBufferPointer) -> Bool {
    SegmentReader(file, at: 2).prefix { $0.marker != 0xda }.contains { segment in
      switch segment.marker {
      case 0xe2: segment.content.starts(with: "urn:iso:std:iso:ts:21496:-1\0".utf8)
      case 0xe1:
        segment.content.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8)
          && segment.content.contains("http://ns.adobe.com/hdr-gain-map/1.0/")
      default: false
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return count >= text.count
      && (0...count - text.count).contains { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
