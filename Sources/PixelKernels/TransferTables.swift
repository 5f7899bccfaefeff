import PixelCore

/// sRGB's transfer curve as tables from channels of one depth to channels of another. Each is made once, when first used.
///
/// Every entry is the nearest whole number to the curve's value.
enum TransferTables {
  /// Encoded 8 bits to 16 bits of light.
  static let decodedEight = sixteenBits(from: .eight, TransferCurve.decode)
  /// Encoded 16 bits to 16 bits of light.
  static let decodedSixteen = sixteenBits(from: .sixteen, TransferCurve.decode)
  /// Encoded 16 bits to 8 bits of light.
  static let decodedSixteenToEight = decodedSixteen.map(Kernels.narrowed)
  /// 8 bits of light to encoded 16 bits.
  static let encodedEight = sixteenBits(from: .eight, TransferCurve.encode)
  /// 16 bits of light to encoded 16 bits.
  static let encodedSixteen = sixteenBits(from: .sixteen, TransferCurve.encode)
  /// 16 bits of light to encoded 8 bits.
  static let encodedSixteenToEight = encodedSixteen.map(Kernels.narrowed)

  private static func sixteenBits(from depth: PixelFormat.Depth, _ curve: (Double) -> Double) -> [UInt16] {
    (0...depth.largest).map { UInt16((curve(Double($0) / Double(depth.largest)) * 65535).rounded()) }
  }
}

extension Kernels {
  /// Straight 8-bit pixels to 16 bits through a table of 256 entries. Alpha passes it by: 257 · a.
  static func map(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, eightToSixteen table: [UInt16], _ count: Int
  ) {
    table.withUnsafeBufferPointer { entries in
      let table = entries.baseAddress!
      for index in 0..<count {
        let pixel = source.pixel(index)
        func entry(_ channel: UInt32) -> UInt64 { UInt64(table[Int(channel & 0xFF)]) }
        let colour = entry(pixel) | entry(pixel &>> 8) &<< 16 | entry(pixel &>> 16) &<< 32
        destination.setPixel16(index, colour | UInt64((pixel &>> 24) &* 257) &<< 48)
      }
    }
  }

  /// Straight 16-bit pixels through a table of 65536 entries. Alpha passes it by.
  static func map(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, sixteenToSixteen table: [UInt16], _ count: Int
  ) {
    table.withUnsafeBufferPointer { entries in
      let table = entries.baseAddress!
      for index in 0..<count {
        let pixel = source.pixel16(index)
        func entry(_ channel: UInt64) -> UInt64 { UInt64(table[Int(channel & 0xFFFF)]) }
        let colour = entry(pixel) | entry(pixel &>> 16) &<< 16 | entry(pixel &>> 32) &<< 32
        destination.setPixel16(index, colour | pixel & 0xFFFF_0000_0000_0000)
      }
    }
  }

  /// Straight 16-bit pixels to 8 bits through a table of 65536 entries. Alpha passes it by: round(a / 257).
  static func map(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, sixteenToEight table: [UInt8], _ count: Int
  ) {
    table.withUnsafeBufferPointer { entries in
      let table = entries.baseAddress!
      for index in 0..<count {
        let pixel = source.pixel16(index)
        func entry(_ channel: UInt64) -> UInt32 { UInt32(table[Int(channel & 0xFFFF)]) }
        let colour = entry(pixel) | entry(pixel &>> 16) &<< 8 | entry(pixel &>> 32) &<< 16
        destination.setPixel(index, colour | UInt32(Self.narrowed(UInt16(pixel &>> 48))) &<< 24)
      }
    }
  }
}
