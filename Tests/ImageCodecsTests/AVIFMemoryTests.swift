import ImageCodecs
import PixelCore
import Testing

/// The measured memory of the encoder and the decoders, compared with the prediction: at least nine tenths of the measured value,
/// and at most 1.3 times as much.
@Suite struct AVIFMemoryTests {
  /// Peak memory in MB of libavif 0.11.1 with aom 3.6.0, less the process's memory before.
  private static let written: [(width: Int, height: Int, coding: EncodeOptions.Coding, hasAlpha: Bool, seen: Double)] =
    [
      (6000, 4000, .avif(), false, 379.4), (6000, 4000, .avif(effort: 0), false, 379.0),
      (6000, 4000, .avif(), true, 402.4), (6000, 4000, .avif(subsampling: .none), false, 637.0),
      (6000, 4000, .avif(effort: 2), false, 381.9), (6000, 4000, .avif(quality: 0), false, 345.8),
      (4000, 3000, .avif(), false, 194.0), (4000, 3000, .avif(effort: 5), false, 214.9),
      (4000, 3000, .avif(effort: 6), false, 252.7), (3000, 2000, .avif(effort: 6, subsampling: .none), false, 294.7),
      (3000, 2000, .avif(), false, 101.5),
      (3000, 2000, .avif(subsampling: .twoByOne), false, 123.7), (3000, 2000, .avif(subsampling: .none), true, 173.8),
      (3000, 2000, .avif(quality: 100), false, 134.3), (3000, 2000, .avif(effort: 5), false, 175.0),
      (3000, 2000, .avif(effort: 6), false, 200.0), (3000, 2000, .avif(effort: 8), false, 201.2),
      (3000, 2000, .avif(effort: 5, subsampling: .none), false, 250.8), (1900, 1070, .avif(), false, 59.2),
      (1000, 1000, .avif(), false, 31.6), (1000, 1000, .avif(effort: 0), false, 21.6),
      (1000, 1000, .avif(effort: 10), false, 40.8), (1000, 1000, .avif(effort: 10, subsampling: .none), false, 58.0),
      (300, 200, .avif(), false, 7.6),
    ]

  @Test(arguments: written.indices) func thePredictionCoversTheEncodersMemory(index: Int) {
    let (width, height, coding, hasAlpha, seen) = Self.written[index]
    let shape = ImageShape(
      size: PixelSize(width: width, height: height), format: hasAlpha ? .encodedStraight : .encodedOpaque)
    let said = Double(ImageCodec.encodingMemory(for: shape, coding: coding)) / 1_048_576
    #expect((0.9...1.3).contains(said / seen), "\(said) MB for \(seen)")
  }

  /// Pictures below 1080 pixels are searched more thoroughly.
  @Test(arguments: [(1920, 1080), (1080, 1080), (2160, 3000), (1200, 4000), (6000, 4000), (500, 300)])
  func noSmallerPictureExceedsTheBound(width: Int, height: Int) {
    let shape = { (width: Int, height: Int) in
      ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque)
    }
    for effort in 0...10 {
      let bound = ImageCodec.encodingMemory(forAtMost: shape(width, height), coding: .avif(effort: effort))
      for (less, lower) in [
        (width, height), (width - 1, height), (width, height - 1), (width / 2, height), (1079, 1079), (2159, 2159),
      ]
      where less <= width && lower <= height {
        #expect(ImageCodec.encodingMemory(for: shape(less, lower), coding: .avif(effort: effort)) <= bound)
      }
    }
  }

  /// Peak memory in MB of libde265 1.0.11, which copies the coded data, less the process's memory before.
  @Test(arguments: [
    (1000, 1000, 0.6, 3.6), (3000, 2000, 3.6, 21.3), (4000, 3000, 7.1, 42.4), (6000, 4000, 14.3, 84.9),
  ])
  func thePredictionCoversTheHEICDecodersMemory(
    width: Int, height: Int, coded: Double, seen: Double
  ) throws {
    var item = HEIFBuilder.Item(.orange, width: width, height: height)
    item.data += [UInt8](repeating: 0, count: Int(coded * 1_048_576))
    let info = try ImageCodec.probe(EncodedImage(HEIFBuilder([item]).bytes))
    // 4 MB are for the decoder itself, whatever the size.
    let said = Double(ImageCodec.decodingMemory(for: info)) / 1_048_576 - 4
    #expect((0.9...1.3).contains(said / seen), "\(said) MB for \(seen)")
  }
}
