#if canImport(PixelKernelsSSE2)
  import PixelKernelsAVX2
  import PixelKernelsAVX512
  import PixelKernelsSSE2

  extension CPULevel {
    /// The highest level supported by this machine and this build.
    public static let detected: CPULevel = {
      switch PixelKernelsSSE2.cpuLevel() {
      case 2: .avx512
      case 1: .avx2
      default: .baseline
      }
    }()
  }

  extension VectorLoops {
    /// Creates the table for x86-64. Each instruction set replaces loops of a lower one if that is faster.
    init(level: CPULevel) {
      self.init()
      useSSE2()
      if level >= .avx2 { useAVX2() }
      if level >= .avx512 { useAVX512() }
    }

    private mutating func useSSE2() {
      sourceOver = PixelKernelsSSE2.sourceOver
      premultiply = PixelKernelsSSE2.premultiply
      unpremultiply = PixelKernelsSSE2.unpremultiply
      scale = PixelKernelsSSE2.scale
      sepiaMatrix = PixelKernelsSSE2.sepiaMatrix
      sepiaTone = PixelKernelsSSE2.sepiaTone
      colorMatrix = PixelKernelsSSE2.colorMatrix
      convertToSRGB = PixelKernelsSSE2.convertToSRGB
      convertToSRGBByTable = PixelKernelsSSE2.convertToSRGBByTable
      colorMatrix16 = PixelKernelsSSE2.colorMatrix16

      widenForBlur = PixelKernelsSSE2.widenForBlur
      narrowFromBlur = PixelKernelsSSE2.narrowFromBlur
      weigh = PixelKernelsSSE2.weigh
      halveRows = PixelKernelsSSE2.halveRows
      halveColumns = PixelKernelsSSE2.halveColumns
      doubleRows = PixelKernelsSSE2.doubleRows
      doubleColumns = PixelKernelsSSE2.doubleColumns

      makeBlockSamples1 = PixelKernelsSSE2.makeBlockSamples1
      makeBlockSamples2 = PixelKernelsSSE2.makeBlockSamples2
      makeBlockSamples4 = PixelKernelsSSE2.makeBlockSamples4
      makeBlockSamples8 = PixelKernelsSSE2.makeBlockSamples8

      addDifferences = PixelKernelsSSE2.addDifferences
      filter = PixelKernelsSSE2.filter
      // Up uses the scalar loop, which the compiler vectorises.
      unfilterSub = PixelKernelsSSE2.unfilterSub
      unfilterAverage = PixelKernelsSSE2.unfilterAverage
      unfilterPaeth = PixelKernelsSSE2.unfilterPaeth
    }

    private mutating func useAVX2() {
      sourceOver = PixelKernelsAVX2.sourceOver
      premultiply = PixelKernelsAVX2.premultiply
      unpremultiply = PixelKernelsAVX2.unpremultiply
      scale = PixelKernelsAVX2.scale
      sepiaMatrix = PixelKernelsAVX2.sepiaMatrix
      sepiaTone = PixelKernelsAVX2.sepiaTone
      convertToRGB = PixelKernelsAVX2.convertToRGB
      convertToSRGBByTable = PixelKernelsAVX2.convertToSRGBByTable

      sourceOver16 = PixelKernelsAVX2.sourceOver16
      premultiply16 = PixelKernelsAVX2.premultiply16
      unpremultiply16 = PixelKernelsAVX2.unpremultiply16
      scale16 = PixelKernelsAVX2.scale16
      sepiaTone16 = PixelKernelsAVX2.sepiaTone16

      makeBlockSamples4 = PixelKernelsAVX2.makeBlockSamples4
      makeBlockSamples8 = PixelKernelsAVX2.makeBlockSamples8
      if PixelKernelsSSE2.depositsBitsFast() {
        canReadBlocks = true
        readBlocks = PixelKernelsAVX2.readBlocks
        refineBlocks = PixelKernelsAVX2.refineBlocks
      }
      halvePixels = PixelKernelsAVX2.halvePixels
      halveSamples = PixelKernelsAVX2.halveSamples
      sampleLanczos = PixelKernelsAVX2.sampleLanczos
      resampleVertically = PixelKernelsAVX2.resampleVertically
      resampleHorizontally = PixelKernelsAVX2.resampleHorizontally
      resampleVertically16 = PixelKernelsAVX2.resampleVertically16
      resampleHorizontally16 = PixelKernelsAVX2.resampleHorizontally16
      weaveRows = PixelKernelsAVX2.weaveRows
      resamplePlaneHorizontally = PixelKernelsAVX2.resamplePlaneHorizontally

      widenForBlur = PixelKernelsAVX2.widenForBlur
      narrowFromBlur = PixelKernelsAVX2.narrowFromBlur
      weigh = PixelKernelsAVX2.weigh
      halveRows = PixelKernelsAVX2.halveRows
      halveColumns = PixelKernelsAVX2.halveColumns
      doubleRows = PixelKernelsAVX2.doubleRows
      doubleColumns = PixelKernelsAVX2.doubleColumns

      addDifferences = PixelKernelsAVX2.addDifferences
      filter = PixelKernelsAVX2.filter
      // Sub and average aren't faster with wider vectors, because they process one pixel per vector. AVX2 needs fewer
      // steps to select one of Paeth's sums.
      unfilterUp = PixelKernelsAVX2.unfilterUp
      unfilterPaeth = PixelKernelsAVX2.unfilterPaeth
      unfilterPaethPair = PixelKernelsAVX2.unfilterPaethPair
    }

    private mutating func useAVX512() {
      sourceOver = PixelKernelsAVX512.sourceOver
      premultiply = PixelKernelsAVX512.premultiply
      unpremultiply = PixelKernelsAVX512.unpremultiply
      scale = PixelKernelsAVX512.scale
      sepiaMatrix = PixelKernelsAVX512.sepiaMatrix
      // The sepia tone's tables are read one entry at a time, however wide vectors are.

      resampleVertically = PixelKernelsAVX512.resampleVertically
      resampleHorizontally = PixelKernelsAVX512.resampleHorizontally

      // The other steps of a blur are limited by memory more than by arithmetic.
      weigh = PixelKernelsAVX512.weigh
    }
  }
#endif
