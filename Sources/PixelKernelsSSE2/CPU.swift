import CSimd

/// Which of the instruction-set modules of x86-64 this machine can run: 0 this one, 1 that for AVX2 too, 2 that for AVX-512
/// as well.
public func cpuLevel() -> Int { Int(csimd_cpu_level()) }
