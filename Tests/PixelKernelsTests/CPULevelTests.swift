import PixelKernels
import Testing

@Suite struct CPULevelTests {
  @Test func levelsAreOrderedByTheirRequirements() {
    #expect(CPULevel.allCases == CPULevel.allCases.sorted())
    #expect(CPULevel.available.first == .baseline)
    #expect(CPULevel.available.last == .detected)
  }

  @Test func theDetectedLevelIsTheDefault() throws {
    #expect(try CPULevel.chosen(environment: [:]) == .detected)
    #expect(try CPULevel.chosen(environment: ["PACKSHOT_CPU": ""]) == .detected)
  }

  @Test(arguments: CPULevel.available) func theVariableForcesALevel(_ level: CPULevel) throws {
    #expect(try CPULevel.chosen(environment: ["PACKSHOT_CPU": level.rawValue]) == level)
    #expect(Kernels(level: level).level == level)
  }

  @Test func anUnknownLevelIsRefusedWithTheKnownOnes() {
    let error = #expect(throws: KernelError.self) { try CPULevel.chosen(environment: ["PACKSHOT_CPU": "AVX2"]) }
    #expect(error == .unknownCPULevel(found: "AVX2", allowed: CPULevel.allCases))
  }

  @Test(.enabled(if: CPULevel.detected < .avx512, "this machine has every level"))
  func anUnsupportedLevelIsRefused() {
    #expect(throws: KernelError.cpuLevelNotAvailable(found: .avx512, allowed: CPULevel.available)) {
      try CPULevel.chosen(environment: ["PACKSHOT_CPU": "avx512"])
    }
  }
}
