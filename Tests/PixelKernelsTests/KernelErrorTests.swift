import Errors
import PixelKernels
import TestSupport
import Testing

@Suite struct KernelErrorTests {
  @Test func anUnknownLevelIsReportedWithTheAvailableOnes() throws {
    let error = try #require(throws: KernelError.self) {
      try CPULevel.chosen(environment: ["PACKSHOT_CPU": "fast"])
    }
    #expect(error.code == .environment && error.reason == "unknown-cpu-level")
    #expect(
      error.details
        == ["variable": "PACKSHOT_CPU", "found": "fast", "allowed": ["baseline", "avx2", "avx512"]])
    #expect(objections(to: [error, KernelError.cpuLevelNotAvailable(found: .avx512, allowed: [.baseline])]) == [])
  }
}
