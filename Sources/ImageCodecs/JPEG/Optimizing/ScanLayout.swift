import PixelCore

/// The blocks of a baseline JPEG's only scan (T.81, A.2).
struct ScanLayout {
  /// For each block of a unit of the scan (MCU), 0 for luma, 1 for chroma.
  let components: [UInt32]
  let unitCount: Int

  var blockCount: Int { components.count * unitCount }
  var hasChroma: Bool { components.contains(1) }

  init(size: PixelSize, subsampling: EncodeOptions.ChromaSubsampling) {
    let step =
      switch subsampling {
      case .twoByTwo: (x: 2, y: 2)
      case .twoByOne: (x: 2, y: 1)
      case .none: (x: 1, y: 1)
      }
    components = [UInt32](repeating: 0, count: step.x * step.y) + [1, 1]
    unitCount = Self.unitCount(size, width: 8 * step.x, height: 8 * step.y)
  }

  /// A picture of luma only.
  init(grey size: PixelSize) {
    components = [0]
    unitCount = Self.unitCount(size, width: 8, height: 8)
  }

  private static func unitCount(_ size: PixelSize, width: Int, height: Int) -> Int {
    (size.width + width - 1) / width * ((size.height + height - 1) / height)
  }
}
