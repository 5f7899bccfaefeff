import PixelCore

/// The order of blocks in a baseline JPEG with one scan (T.81, A.2).
struct ScanLayout {
  /// For each block of an MCU, 0 for luma and 1 for chroma.
  let components: [UInt32]
  let mcuCount: Int

  var blockCount: Int { components.count * mcuCount }
  var hasChroma: Bool { components.contains(1) }

  init(size: PixelSize, subsampling: EncodeOptions.ChromaSubsampling) {
    let step = subsampling.step
    components = [UInt32](repeating: 0, count: step.pixelCount) + [1, 1]
    mcuCount = Self.mcuCount(size, width: 8 * step.width, height: 8 * step.height)
  }

  /// Creates the layout of a picture without chroma.
  init(grey size: PixelSize) {
    components = [0]
    mcuCount = Self.mcuCount(size, width: 8, height: 8)
  }

  private static func mcuCount(_ size: PixelSize, width: Int, height: Int) -> Int {
    (size.width + width - 1) / width * ((size.height + height - 1) / height)
  }
}
