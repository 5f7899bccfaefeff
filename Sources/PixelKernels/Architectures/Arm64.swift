#if canImport(PixelKernelsNEON)
  import PixelKernelsNEON

  extension CPULevel {
    /// The highest level supported by this machine and this build: NEON, which every arm64 CPU has.
    public static let detected = CPULevel.baseline
  }

  extension VectorLoops {
    /// Creates the table for arm64.
    init(level: CPULevel) {
      self.init()
      sourceOver = PixelKernelsNEON.sourceOver
      premultiply = PixelKernelsNEON.premultiply
      unpremultiply = PixelKernelsNEON.unpremultiply
      scale = PixelKernelsNEON.scale
      sepiaMatrix = PixelKernelsNEON.sepiaMatrix
      sepiaTone = PixelKernelsNEON.sepiaTone
      colorMatrix = PixelKernelsNEON.colorMatrix
      convertToRGB = PixelKernelsNEON.convertToRGB
      convertToSRGB = PixelKernelsNEON.convertToSRGB
      convertToSRGBByTable = PixelKernelsNEON.convertToSRGBByTable

      sourceOver16 = PixelKernelsNEON.sourceOver16
      premultiply16 = PixelKernelsNEON.premultiply16
      unpremultiply16 = PixelKernelsNEON.unpremultiply16
      scale16 = PixelKernelsNEON.scale16
      sepiaTone16 = PixelKernelsNEON.sepiaTone16
      colorMatrix16 = PixelKernelsNEON.colorMatrix16

      halvePixels = PixelKernelsNEON.halvePixels
      halveSamples = PixelKernelsNEON.halveSamples
      resampleVertically = PixelKernelsNEON.resampleVertically
      resampleHorizontally = PixelKernelsNEON.resampleHorizontally
      resampleVertically16 = PixelKernelsNEON.resampleVertically16
      resampleHorizontally16 = PixelKernelsNEON.resampleHorizontally16
      weaveRows = PixelKernelsNEON.weaveRows
      resamplePlaneHorizontally = PixelKernelsNEON.resamplePlaneHorizontally
      sampleLanczos = PixelKernelsNEON.sampleLanczos

      // Widening, narrowing and doubling rows use the scalar loops: the compiler vectorises them in fewer instructions.
      weigh = PixelKernelsNEON.weigh
      halveRows = PixelKernelsNEON.halveRows
      halveColumns = PixelKernelsNEON.halveColumns
      doubleColumns = PixelKernelsNEON.doubleColumns

      makeBlockSamples1 = PixelKernelsNEON.makeBlockSamples1
      makeBlockSamples2 = PixelKernelsNEON.makeBlockSamples2
      makeBlockSamples4 = PixelKernelsNEON.makeBlockSamples4
      makeBlockSamples8 = PixelKernelsNEON.makeBlockSamples8

      addDifferences = PixelKernelsNEON.addDifferences
      filter = PixelKernelsNEON.filter
      // Up uses the scalar loop, which the compiler vectorises.
      unfilterSub = PixelKernelsNEON.unfilterSub
      unfilterAverage = PixelKernelsNEON.unfilterAverage
      unfilterPaeth = PixelKernelsNEON.unfilterPaeth
      unfilterPaethPair = PixelKernelsNEON.unfilterPaethPair
    }
  }
#endif
