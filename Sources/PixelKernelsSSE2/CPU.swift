import CSimd

/// Returns the highest instruction-set module of x86-64 that this machine supports: 0 for this one, 1 for AVX2, 2 for
/// AVX-512.
public func cpuLevel() -> Int { Int(csimd_cpu_level()) }

/// Whether the CPU's PDEP instruction, which moves bits to the positions of a mask, takes only a few cycles.
public func depositsBitsFast() -> Bool { csimd_deposits_bits_fast() != 0 }
