import TestSupport

/// Builds an Exif block: a TIFF header, a first directory, and a second directory that the first points to.
struct ExifBuilder {
  var isBigEndian: Bool
  var orientation: Int?
  /// The field type of the orientation: 1 for BYTE, 3 for SHORT, 4 for LONG, 6, 8 and 9 for the signed types, 13 for IFD.
  var orientationType = 3
  var takenAt: String?

  var bytes: [UInt8] {
    let text: [UInt8] = takenAt.map { $0.utf8 + [0] } ?? []
    let entryCount = (orientation == nil ? 0 : 1) + (takenAt == nil ? 0 : 1)
    let second = 8 + 2 + entryCount * 12 + 4
    var result: [UInt8] = isBigEndian ? [0x4d, 0x4d, 0, 42] : [0x49, 0x49, 42, 0]
    result += long(8)
    result += short(entryCount)
    if let orientation {
      let value: [UInt8] =
        switch orientationType {
        case 1, 6: [UInt8(orientation), 0, 0, 0]
        case 3, 8: short(orientation) + [0, 0]
        default: long(orientation)
        }
      result += entry(0x0112, type: orientationType, count: 1, value: value)
    }
    guard takenAt != nil else { return result + long(0) }
    result += entry(0x8769, type: 4, count: 1, value: long(second))
    result += long(0)
    result += short(1)
    result += entry(0x9003, type: 2, count: text.count, value: long(second + 18))
    result += long(0)
    return result + text
  }

  private func entry(_ tag: Int, type: Int, count: Int, value: [UInt8]) -> [UInt8] {
    [short(tag), short(type), long(count), value].flatMap { $0 }
  }

  private func short(_ value: Int) -> [UInt8] { ordered(Array(bigEndian(value).suffix(2))) }
  private func long(_ value: Int) -> [UInt8] { ordered(bigEndian(value)) }
  private func ordered(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }
}
