import PixelCore

/// Tables of sRGB's transfer curve from channels of one depth to channels of another. Each is made on first use.
///
/// Every entry is the integer nearest to the curve's value.
enum TransferTables {
  /// 8-bit encoded to 16-bit linear.
  static let decodedEight = sixteenBits(from: .eight, TransferCurve.decode)
  /// 16-bit encoded to 16-bit linear.
  static let decodedSixteen = sixteenBits(from: .sixteen, TransferCurve.decode)
  /// 16-bit encoded to 8-bit linear.
  static let decodedSixteenToEight = decodedSixteen.map(Kernels.narrowed)
  /// 8-bit linear to 16-bit encoded.
  static let encodedEight = sixteenBits(from: .eight, TransferCurve.encode)
  /// 16-bit linear to 16-bit encoded.
  static let encodedSixteen = sixteenBits(from: .sixteen, TransferCurve.encode)
  /// 16-bit linear to 8-bit encoded.
  static let encodedSixteenToEight = encodedSixteen.map(Kernels.narrowed)

  private static func sixteenBits(from depth: PixelFormat.Depth, _ curve: (Double) -> Double) -> [UInt16] {
    (0...depth.largest).map { UInt16((curve(Double($0) / Double(depth.largest)) * 65535).rounded()) }
  }
}

extension Kernels {
  /// Maps straight 8-bit pixels to 16 bits through a table of 256 entries. Alpha isn't mapped but widened: 257 · a.
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

  /// Maps straight 16-bit pixels through a table of 65536 entries. Alpha doesn't change.
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

  /// Maps straight 16-bit pixels to 8 bits through a table of 65536 entries. Alpha isn't mapped but narrowed: round(a /
  /// 257).
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
