import PixelCore
import PixelKernels
import Testing

@Suite struct ResampleWeightsTests {
  @Test(arguments: ResamplingKernel.allCases, [PixelFormat.Depth.eight, .sixteen])
  func everySampleSumsToOneAndStaysInThePicture(_ kernel: ResamplingKernel, _ depth: PixelFormat.Depth) {
    let one = depth == .eight ? 1 << 14 : 1 << 24
    for (input, output) in [(1, 1), (1, 9), (9, 1), (2, 7), (3, 50), (50, 3), (640, 333), (333, 640), (1000, 20)] {
      let weights = ResampleWeights(inputLength: input, outputLength: output, kernel: kernel, depth: depth)
      for sample in 0..<output {
        #expect(weights.weights(of: sample).reduce(0, +) == one)
        #expect(weights.weights(of: sample).count == weights.inputs(of: sample).count)
        #expect(weights.inputs(of: sample).clamped(to: 0..<input) == weights.inputs(of: sample))
      }
    }
  }

  @Test(arguments: ResamplingKernel.allCases) func keepingTheSizeIsTheIdentity(_ kernel: ResamplingKernel) {
    // Mitchell's kernel isn't 0 at ±1, so it softens even then.
    guard kernel != .mitchell else { return }
    let weights = ResampleWeights(inputLength: 40, outputLength: 40, kernel: kernel, depth: .eight)
    for sample in 0..<40 { #expect(weights.inputs(of: sample) == sample..<(sample + 1)) }
  }

  @Test func halvingWithABoxTakesTheMeanOfTwo() {
    let weights = ResampleWeights(inputLength: 8, outputLength: 4, kernel: .box, depth: .eight)
    #expect(weights.inputs(of: 1) == 2..<4)
    #expect(Array(weights.weights(of: 1)) == [8192, 8192])
  }

  @Test func bilinearDoublingSamplesAtQuarterPositions() {
    let weights = ResampleWeights(inputLength: 4, outputLength: 8, kernel: .bilinear, depth: .eight)
    // Samples 3 and 4 are at 1.75 and 2.25, between the pixels at 1.5 and 2.5.
    #expect(weights.inputs(of: 3) == 1..<3)
    #expect(Array(weights.weights(of: 3)) == [12288, 4096])
    #expect(Array(weights.weights(of: 4)) == [4096, 12288])
    // The first sample is at 0.25. Only pixel 0 counts there.
    #expect(weights.inputs(of: 0) == 0..<1)
  }

  @Test func aFractionalWindowShiftsTheSamples() {
    // A window from 1.5 to 3.5 in two samples: these are at 2 and 3, midway between pixels.
    let weights = ResampleWeights(
      inputLength: 5, outputLength: 2, start: 1.5, length: 2, kernel: .bilinear, depth: .eight)
    #expect(weights.inputs(of: 0) == 1..<3)
    #expect(Array(weights.weights(of: 0)) == [8192, 8192])
    #expect(weights.inputs == 1..<4)
  }

  @Test(arguments: ResamplingKernel.allCases) func mirroredSamplesHaveMirroredWeights(_ kernel: ResamplingKernel) {
    // A box includes only one of its sides, and a middle pair of taps may share an odd unit.
    guard kernel != .box else { return }
    let weights = ResampleWeights(inputLength: 97, outputLength: 31, kernel: kernel, depth: .eight)
    for sample in 0..<31 {
      let mirrored = Array(weights.weights(of: 30 - sample).reversed())
      for (left, right) in zip(weights.weights(of: sample), mirrored) { #expect(abs(left - right) <= 1) }
    }
  }

  /// So many pixels that each weighs less than half a unit.
  @Test(arguments: [30_000, 70_000]) func weightsThatAllRoundToZeroStillSumToOne(_ input: Int) {
    let weights = ResampleWeights(inputLength: input, outputLength: 2, depth: .eight)
    for sample in 0..<2 { #expect(weights.weights(of: sample).reduce(0, +) == 1 << 14) }
  }
}
