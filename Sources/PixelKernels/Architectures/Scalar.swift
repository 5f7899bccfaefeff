#if !canImport(PixelKernelsSSE2) && !canImport(PixelKernelsNEON)
  extension CPULevel {
    /// The highest level supported by this machine and this build.
    public static let detected = CPULevel.baseline
  }

  extension VectorLoops {
    /// Creates the table for an architecture or a build without instruction-set modules: the scalar loops process
    /// everything.
    init(level: CPULevel) { self.init() }
  }
#endif
