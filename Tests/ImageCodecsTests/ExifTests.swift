import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

@Suite struct ExifTests {
  /// The header of a JPEG with this Exif block.
  private func info(_ block: [UInt8]) throws -> ImageInfo {
    var builder = JPEGBuilder(width: 8, height: 16, components: [.init(id: 1) { _, _ in 128 }])
    builder.segments = JPEGBuilder.segment(0xe1, Array("Exif\0\0".utf8) + block)
    return try ImageCodec.probe(EncodedImage(builder.bytes))
  }

  @Test(arguments: Orientation.allCases, [false, true])
  func readsEveryOrientationInBothByteOrders(orientation: Orientation, isBigEndian: Bool) throws {
    for type in [1, 3, 4, 6, 8, 9, 13] {
      let block = ExifBuilder(isBigEndian: isBigEndian, orientation: orientation.rawValue, orientationType: type).bytes
      let info = try info(block)
      #expect(info.orientation == orientation)
      let isTurned = orientation.rawValue >= 5
      #expect(info.uprightSize == PixelSize(width: isTurned ? 16 : 8, height: isTurned ? 8 : 16))
    }
  }

  @Test(arguments: [0, 9, 255, 65535])
  func anOrientationOutOfRangeIsIgnored(value: Int) throws {
    #expect(try info(ExifBuilder(isBigEndian: false, orientation: value).bytes).orientation == .up)
  }

  @Test(arguments: [false, true])
  func readsTheCaptureDate(isBigEndian: Bool) throws {
    let block = ExifBuilder(isBigEndian: isBigEndian, orientation: 3, takenAt: "2019:12:31 23:59:07").bytes
    let info = try info(block)
    #expect(info.capturedAt == Date(timeIntervalSince1970: 1_577_836_747))
    #expect(info.orientation == .down)
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2019:13:01 00:00:00", "2019:01:01 24:00:00", "2019-01-01 00:00:00",
    "2019:01:01", "yesterday, at about ten",
  ])
  func anInvalidDateIsIgnored(text: String) throws {
    #expect(try info(ExifBuilder(isBigEndian: true, takenAt: text).bytes).capturedAt == nil)
  }

  @Test func aTruncatedBlockIsNoError() throws {
    let block = ExifBuilder(isBigEndian: true, orientation: 6, takenAt: "2019:12:31 23:59:07").bytes
    for length in block.indices {
      let info = try info(Array(block[..<length]))
      // The orientation's entry ends at byte 22, the date's text at the block's end (its last byte is a zero).
      #expect(info.orientation == (length >= 20 ? .right : .up))
      #expect((info.capturedAt == nil) == (length < block.count))
    }
  }

  @Test func anyByteMayBeWrong() throws {
    let block = ExifBuilder(isBigEndian: false, orientation: 6, takenAt: "2019:12:31 23:59:07").bytes
    for index in block.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var changed = block
        changed[index] = value
        #expect(throws: Never.self) { try info(changed) }
      }
    }
  }
}
