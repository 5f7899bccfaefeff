import PixelCore

/// What Core Image's sepia is made of, as tables. They take 82 kB and are made once, when first used.
struct SepiaToneTables: Sendable {
  static let shared = SepiaToneTables()

  /// Entries of a table over the square root of linear light, 0…65535.
  private static let rootEntries = 4096
  /// The table index for a root of 1, √65535 being the last entry's. Computed, which the compiler does once and for all:
  /// a stored value would be checked for its first use at every pixel.
  static var entriesPerRoot: Float { Float(rootEntries - 1) / Float(65535).squareRoot() }

  /// Where the value for 0…65535 stands in a table over the square root.
  @inline(__always)
  static func rootIndex(_ light: UInt32) -> Int { Int(Float(light).squareRoot() * entriesPerRoot + 0.5) }

  /// sRGB decoded: 16 bits of linear light for every 16th of an encoded level, 0…255.
  private let linear: [UInt32]
  /// Over the root of luminance: the tone's red in the low half, green in the high half; 16 bits of linear light.
  private let redGreen: [UInt32]
  /// Over the root of luminance: the tone's blue.
  private let blue: [UInt32]
  /// sRGB encoded: 16 bits, over the root of linear light.
  private let encoded: [UInt32]
  /// Over the root of luminance: the opaque pixel that full intensity makes of it.
  private let opaque: [UInt32]

  private init() {
    linear = (0...4080).map { Self.sixteenBits(TransferCurve.decode(Double($0) / 4080)) }
    let light = (0..<Self.rootEntries).map { index in
      let root = Double(index) / Double(Self.rootEntries - 1)
      return root * root
    }
    redGreen = light.map { luminance in
      let red = Self.sixteenBits(ExactMath.power(luminance, 0.781))
      let green = Self.sixteenBits(0.9888 * ExactMath.power(luminance, 1.0849))
      return red | green << 16
    }
    blue = light.map { Self.sixteenBits(0.9145 * ExactMath.power($0, 1.9023)) }
    let encoded = light.map { Self.sixteenBits(TransferCurve.encode($0)) }
    self.encoded = encoded
    opaque = zip(redGreen, blue).map { redGreen, blue in
      let levels = [redGreen & 0xFFFF, redGreen >> 16, blue].map { dividedBy65535(encoded[Self.rootIndex($0)] * 255) }
      return levels[0] | levels[1] << 8 | levels[2] << 16 | 0xFF00_0000
    }
  }

  /// Hands out the tables as pointers: linear, red and green, blue, encoded, opaque.
  func withPointers(
    _ body: (
      _ linear: UnsafePointer<UInt32>, _ redGreen: UnsafePointer<UInt32>, _ blue: UnsafePointer<UInt32>,
      _ encoded: UnsafePointer<UInt32>, _ opaque: UnsafePointer<UInt32>
    ) -> Void
  ) {
    linear.withUnsafeBufferPointer { linear in
      redGreen.withUnsafeBufferPointer { redGreen in
        blue.withUnsafeBufferPointer { blue in
          encoded.withUnsafeBufferPointer { encoded in
            opaque.withUnsafeBufferPointer { opaque in
              body(
                linear.baseAddress!, redGreen.baseAddress!, blue.baseAddress!, encoded.baseAddress!,
                opaque.baseAddress!)
            }
          }
        }
      }
    }
  }

  /// 0…1 as 0…65535.
  private static func sixteenBits(_ value: Double) -> UInt32 { UInt32((value * 65535).rounded()) }
}
