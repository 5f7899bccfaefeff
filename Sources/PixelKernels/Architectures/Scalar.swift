#if !canImport(PixelKernelsSSE2)
  extension CPULevel {
    /// The highest level of this machine and this build.
    public static let detected = CPULevel.baseline
  }

  extension VectorLoops {
    /// The table of an architecture, or a build, without instruction-set modules: the scalar loops do everything.
    init(level: CPULevel) { self.init() }
  }
#endif
