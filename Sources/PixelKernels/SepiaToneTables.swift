import PixelCore

/// Tables for Core Image's sepia. They take 82 kB and are made on first use.
struct SepiaToneTables: Sendable {
  static let shared = SepiaToneTables()

  /// Entries of a table indexed by the square root of linear light, 0…65535.
  private static let rootEntries = 4096
  /// Table entries per unit of the root; √65535 is the last entry. A computed property, which the compiler evaluates
  /// once. A stored one would be checked for initialisation at every pixel.
  static var entriesPerRoot: Float { Float(rootEntries - 1) / Float(65535).squareRoot() }

  /// Returns the index for light of 0…65535 in a table indexed by the square root.
  @inline(__always)
  static func rootIndex(_ light: UInt32) -> Int { Int(Float(light).squareRoot() * entriesPerRoot + 0.5) }

  /// 16-bit linear light for encoded sRGB in 1/16 levels, 0…255.
  private let linear: [UInt32]
  /// The tone's red in the low half and green in the high half, as 16-bit linear light, by the root of luminance.
  private let redGreen: [UInt32]
  /// The tone's blue, by the root of luminance.
  private let blue: [UInt32]
  /// 16-bit encoded sRGB, by the root of linear light.
  private let encoded: [UInt32]
  /// The opaque pixel at full intensity, by the root of luminance.
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

  /// Calls `body` with pointers to the tables: linear, red and green, blue, encoded, opaque.
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

  /// Converts 0…1 to 0…65535.
  private static func sixteenBits(_ value: Double) -> UInt32 { UInt32((value * 65535).rounded()) }
}
