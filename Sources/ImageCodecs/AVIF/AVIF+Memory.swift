import PixelCore

/// The memory that libavif and aom need to write an AVIF: a model fitted to measurements.
///
/// Peak memory of `avifEncoderWrite` including the picture's planes, with libavif 0.11.1 and aom 3.6.0 on one thread.
/// The pictures are gradients with some noise, at quality 82 unless stated. The ratio of model to measurement was
/// between 0.9 and 1.25 for other sizes and settings too.
///
/// | pixels | chroma | effort | measured, MB | model, MB |
/// |---|---|---|---|---|
/// | 6000 × 4000 | 4:2:0 | 0 | 379 | 418 |
/// | 6000 × 4000 | 4:2:0 | 4 | 379 | 418 |
/// | 6000 × 4000 | 4:2:0, with alpha | 4 | 402 | 464 |
/// | 6000 × 4000 | 4:4:4 | 4 | 637 | 670 |
/// | 6000 × 4000 | 4:2:0, quality 0 | 4 | 346 | 418 |
/// | 4000 × 3000 | 4:2:0 | 4 | 194 | 212 |
/// | 4000 × 3000 | 4:2:0 | 5 | 215 | 235 |
/// | 4000 × 3000 | 4:2:0 | 6 | 253 | 269 |
/// | 3000 × 2000 | 4:2:0 | 4 | 102 | 109 |
/// | 3000 × 2000 | 4:2:0, nothing but noise, quality 100 | 4 | 134 | 138 |
/// | 3000 × 2000 | 4:2:2 | 4 | 124 | 132 |
/// | 3000 × 2000 | 4:4:4, with alpha | 4 | 174 | 183 |
/// | 3000 × 2000 | 4:2:0 | 5 | 175 | 183 |
/// | 3000 × 2000 | 4:2:0 | 6 | 200 | 212 |
/// | 3000 × 2000 | 4:2:0 | 8 | 201 | 212 |
/// | 3000 × 2000 | 4:4:4 | 6 | 295 | 306 |
/// | 1900 × 1070 | 4:2:0 | 4 | 59 | 62 |
/// | 1000 × 1000 | 4:2:0 | 0 | 22 | 23 |
/// | 1000 × 1000 | 4:2:0 | 4 | 32 | 34 |
/// | 1000 × 1000 | 4:2:0 | 10 | 41 | 40 |
/// | 300 × 200 | 4:2:0 | 4 | 7.6 | 7.7 |
extension AVIF {
  /// Bytes for the picture, the encoder's working data and the file, all of which are held whole.
  public func encodingMemory(for shape: ImageShape) -> Int {
    let bytesPerPixel =
      planesBytes + (shape.format.alpha == .straight ? 2 : 0) + detailBytes + searchBytes(in: shape.size)
    return 6 << 20 + Int(bytesPerPixel * Double(shape.size.pixelCount))
  }

  public func encodingMemory(forAtMost bound: ImageShape) -> Int {
    // aom may search a smaller picture more thoroughly, which takes more memory.
    let sides = (bound.size.width, bound.size.height)
    let sizes = [Int.max, Side.large - 1, Side.huge - 1].flatMap { limit in
      [
        PixelSize(width: min(sides.0, limit), height: sides.1), PixelSize(width: sides.0, height: min(sides.1, limit)),
      ]
    }
    return sizes.map { encodingMemory(for: ImageShape(size: $0, format: bound.format)) }.max()!
  }

  /// Lengths of the shorter side from which aom searches less.
  private enum Side {
    static let large = 1080
    static let huge = 2160
  }

  // MARK: Bytes a pixel

  /// Bytes per pixel for the planes, the encoder's copies of them and its notes about blocks.
  private var planesBytes: Double {
    switch subsampling {
    case .twoByTwo: 18
    case .twoByOne: 22
    case .none: 29
    }
  }

  /// Bytes per pixel for the details that a high quality keeps, and for the larger file.
  private var detailBytes: Double { Double(max(0, 16 - quantizer)) * 5 / 16 }

  /// Bytes per pixel for trying several ways of dividing blocks.
  private func searchBytes(in size: PixelSize) -> Double {
    let side = min(size.width, size.height)
    let bytes: Double =
      switch speed {
      case 7...: 0
      case 6: side < Side.large ? 11 : 0
      case 5: side < Side.huge ? 13 : 2
      default: side < Side.huge ? 18 : 5
      }
    return subsampling == .none ? bytes * 1.3 : bytes
  }
}
