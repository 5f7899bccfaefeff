/// The segments of a JPEG before its first scan (ITU-T T.81, section B.1.1.4); they end where one would reach beyond the file.
struct JPEGSegments: Sequence, IteratorProtocol {
  private let file: UnsafeRawBufferPointer
  private var place = 2

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// The last byte of its marker, and what stands behind its length.
  struct Segment {
    let marker: UInt8
    let data: UnsafeRawBufferPointer
  }

  mutating func next() -> Segment? {
    // Any number of bytes FF may stand before a marker's last.
    while place + 4 <= file.count, file[place] == 0xff, file[place + 1] == 0xff { place += 1 }
    guard place + 4 <= file.count, file[place] == 0xff else { return nil }
    let marker = file[place + 1]
    let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
    guard marker != 0xda, marker != 0xd9, length >= 2, length <= file.count - place - 2 else { return nil }
    defer { place += 2 + length }
    return Segment(marker: marker, data: UnsafeRawBufferPointer(rebasing: file[place + 4..<place + 2 + length]))
  }
}

extension JPEGSegments {
  /// Whether the file says that a second picture in it makes this one brighter on screens that can show that: by ISO 21496-1,
  /// or in the XMP of Ultra HDR.
  var haveGainMap: Bool {
    contains { segment in
      switch segment.marker {
      case 0xe2: segment.data.starts(with: "urn:iso:std:iso:ts:21496:-1\0".utf8)
      case 0xe1:
        segment.data.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8)
          && segment.data.contains("http://ns.adobe.com/hdr-gain-map/1.0/")
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
