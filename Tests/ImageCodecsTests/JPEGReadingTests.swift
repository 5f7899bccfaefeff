import ImageCodecs
import TestSupport
import Testing

@Suite struct JPEGReadingTests {
  /// A picture of one colour, given by its components' values.
  private func flat(_ values: [Int], ids: [UInt8] = [1, 2, 3, 4], sampling: (Int, Int) = (1, 1)) -> JPEGBuilder {
    JPEGBuilder(
      width: 35, height: 21,
      components: values.indices.map { index in
        let (h, v) = index == 0 ? sampling : (1, 1)
        return .init(id: ids[index], horizontal: h, vertical: v) { _, _ in values[index] }
      })
  }

  /// The colour of every pixel, if all are equal.
  private func color(of builder: JPEGBuilder, scale: DecodeScale = .full) throws -> [UInt16]? {
    let picture = try Picture(decoding: builder.bytes, scale: scale)
    let first = picture[0, 0]
    let flat = Picture(width: picture.size.width, height: picture.size.height) { _, _ in first }
    return picture.samples == flat.samples ? first : nil
  }

  /// ITU-T T.871, section 7.
  private func rgb(_ y: Int, _ cb: Int, _ cr: Int) -> [Int] {
    let (y, cb, cr) = (Double(y), Double(cb) - 128, Double(cr) - 128)
    return [y + 1.402 * cr, y - 0.344136286 * cb - 0.714136286 * cr, y + 1.772 * cb]
      .map { Int(min(max($0, 0), 255).rounded()) }
  }

  @Test func grayBlocksAreExact() throws {
    let value = { (column: Int, row: Int) in (column * 53 + row * 31) % 256 }
    let builder = JPEGBuilder(width: 35, height: 21, components: [.init(id: 1, value: value)])
    let expected = Picture(width: 35, height: 21) { x, y in
      let grey = UInt16(value(x / 8, y / 8))
      return [grey, grey, grey, 255]
    }
    for bandHeight in [1, 7, 64] { #expect(try Picture(decoding: builder.bytes, bandHeight: bandHeight) == expected) }
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).colorModel == .grey)
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (1, 4)])
  func everySamplingGivesTheFormulasColor(horizontal: Int, vertical: Int) throws {
    for (y, cb, cr) in [(128, 128, 128), (76, 85, 250), (200, 100, 110), (60, 180, 90)] {
      let color = try #require(try color(of: flat([y, cb, cr], sampling: (horizontal, vertical))))
      for (channel, expected) in rgb(y, cb, cr).enumerated() { #expect(abs(Int(color[channel]) - expected) <= 1) }
      #expect(color[3] == 255)
    }
  }

  @Test func rgbComponentsAreReadUnconverted() throws {
    var builder = flat([10, 200, 90])
    builder.segments = JPEGBuilder.adobe(transform: 0)
    #expect(try color(of: builder) == [10, 200, 90, 255])
    #expect(try color(of: flat([10, 200, 90], ids: Array("RGB".utf8))) == [10, 200, 90, 255])
  }

  @Test func invertedCMYKIsColorTimesWhite() throws {
    for values in [[255, 255, 255, 255], [0, 128, 255, 255], [200, 100, 50, 128], [255, 255, 255, 0]] {
      var builder = flat(values)
      builder.segments = JPEGBuilder.adobe(transform: 0)
      let expected = values[..<3].map { UInt16((Double($0 * values[3]) / 255).rounded()) }
      #expect(try color(of: builder) == expected + [255])
      #expect(try Picture(decoding: builder.bytes).warnings.contains { $0.contains("CMYK") })
    }
  }

  @Test func cmykWithoutAnAdobeMarkerIsNotInverted() throws {
    let values = [55, 155, 205, 127]
    let expected = values[..<3].map { UInt16((Double((255 - $0) * (255 - values[3])) / 255).rounded()) }
    #expect(try color(of: flat(values)) == expected + [255])
  }

  @Test func cmykWithAProfileIsConvertedByIt() throws {
    let profile = JPEGBuilder.segment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + ProfileBuilder.cmykProfile.bytes)
    // Little CMS 2.14 converts them to (171.05, 152.60, 96.91).
    let inks = [121, 131, 193, 61]
    for isInverted in [false, true] {
      var builder = flat(isInverted ? inks.map { 255 - $0 } : inks)
      builder.segments = (isInverted ? JPEGBuilder.adobe(transform: 0) : []) + profile
      let color = try #require(try color(of: builder)).map { Double($0) }
      #expect(zip(color, [171.05, 152.60, 96.91]).allSatisfy { abs($0 - $1) < 1 } && color[3] == 255)
      #expect(try Picture(decoding: builder.bytes).warnings.isEmpty)
    }
  }

  @Test func ycckIsConvertedToCMYK() throws {
    var builder = flat([76, 85, 250, 128])
    builder.segments = JPEGBuilder.adobe(transform: 2)
    // T.871's three values are R, G, B. The file's C, M, Y are 255 less each, and are stored inverted here.
    let color = try #require(try color(of: builder))
    for (channel, value) in rgb(76, 85, 250).enumerated() {
      let expected = Int((Double((255 - value) * 128) / 255).rounded())
      #expect(abs(Int(color[channel]) - expected) <= 1)
    }
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).colorModel == .ycck)
  }

  @Test func progressiveAndMultiScanFilesGiveTheSamePicture() throws {
    let single = flat([76, 85, 250], sampling: (2, 2))
    let expected = try Picture(decoding: single.bytes)
    for frameType: UInt8 in [0xc0, 0xc2] {
      var builder = single
      builder.frameType = frameType
      builder.scans = [[0], [1], [2]]
      #expect(try Picture(decoding: builder.bytes) == expected)
      #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).isProgressive == (frameType == 0xc2))
    }
  }

  @Test(arguments: [0xc0, 0xc2] as [UInt8])
  func aComponentMissingFromAllScansIsRefused(frameType: UInt8) throws {
    var builder = flat([76, 85, 250])
    builder.frameType = frameType
    builder.scans = [[0], [2]]
    let file = builder.bytes
    expectDamaged(.jpeg, "a colour component is in no scan") { try Picture(decoding: file) }
  }

  @Test(arguments: [1, 2, 5])
  func restartMarkersMakeNoDifference(interval: Int) throws {
    var builder = JPEGBuilder(width: 70, height: 30, components: [.init(id: 1) { $0 * 25 + $1 }])
    let expected = try Picture(decoding: builder.bytes)
    builder.restartInterval = interval
    let file = builder.bytes
    #expect(try Picture(decoding: file) == expected)
  }

  @Test func aRestartMarkerOutOfOrderIsRefused() throws {
    var builder = JPEGBuilder(width: 70, height: 30, components: [.init(id: 1) { $0 * 25 + $1 }])
    builder.restartInterval = 3
    var file = builder.bytes
    let first = try #require(file.indices.dropLast().first { file[$0] == 0xff && file[$0 + 1] == 0xd0 })
    file[first + 1] = 0xd5
    expectDamaged(.jpeg) { try Picture(decoding: file) }
  }

  @Test(arguments: DecodeScale.allCases)
  func smallerScalesRoundSizesUp(scale: DecodeScale) throws {
    let builder = flat([76, 128, 128], sampling: (2, 2))
    let picture = try Picture(decoding: builder.bytes, scale: scale)
    #expect(picture.size.width == Int((35 * Double(scale.rawValue) / 8).rounded(.up)))
    #expect(picture.size.height == Int((21 * Double(scale.rawValue) / 8).rounded(.up)))
    #expect(try color(of: builder, scale: scale) == [76, 76, 76, 255])
  }

  @Test func unsupportedProcessesAreNamedAndRefused() throws {
    var twelveBits = flat([128])
    twelveBits.frameType = 0xc1
    twelveBits.precision = 12
    expectUnsupported(twelveBits.bytes, "12-bit samples")
    var lossless = flat([128])
    lossless.frameType = 0xc3
    expectUnsupported(lossless.bytes, "lossless coding (frame type 0xc3)")
    expectUnsupported(flat([128, 128]).bytes, "2 colour components of unknown meaning")
  }

  @Test func bytesBetweenSegmentsAreAWarning() throws {
    var builder = flat([99])
    builder.segments = JPEGBuilder.segment(0xfe, Array("a comment".utf8)) + [1, 2, 3]
    let picture = try Picture(decoding: builder.bytes)
    #expect(picture[0, 0] == [99, 99, 99, 255])
    #expect(picture.warnings == ["3 extraneous bytes before marker 0xdb"])
  }

  @Test func anUnknownAdobeTransformIsAWarning() throws {
    var builder = flat([99, 128, 128])
    builder.segments = JPEGBuilder.adobe(transform: 7)
    #expect(try Picture(decoding: builder.bytes).warnings == ["Unknown Adobe color transform code 7"])
  }

  /// Many Samsung phones write a spectral selection that a baseline scan must not have, and don't follow it.
  @Test func anInvalidSpectralSelectionIsAWarning() throws {
    var builder = flat([99])
    builder.spectralSelection = [0, 0]
    let picture = try Picture(decoding: builder.bytes)
    #expect(picture[0, 0] == [99, 99, 99, 255])
    #expect(picture.warnings == ["Invalid SOS parameters for sequential JPEG"])
  }

  @Test func bytesAfterTheEndAreIgnored() throws {
    let file = flat([99]).bytes
    #expect(try Picture(decoding: file + [UInt8](repeating: 7, count: 500)) == Picture(decoding: file))
  }

  @Test func aProfileIsAssembledFromItsSegments() throws {
    let profile = (0..<1000).map { UInt8($0 & 255) }
    let piece = { (number: UInt8, bytes: ArraySlice<UInt8>) in
      JPEGBuilder.segment(0xe2, Array("ICC_PROFILE\0".utf8) + [number, 2] + bytes)
    }
    var builder = flat([99])
    builder.segments = piece(2, profile[600...]) + piece(1, profile[..<600])
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).iccProfile == profile)
    builder.segments = piece(2, profile[600...])
    #expect(try ImageCodec.probe(EncodedImage(builder.bytes)).iccProfile == nil)
    #expect(try Picture(decoding: builder.bytes).warnings == ["bad ICC marker"])
  }

  private func expectUnsupported(_ file: [UInt8], _ expected: String) {
    let error = #expect(throws: CodecError.self) { try ImageCodec.probe(EncodedImage(file)) }
    guard case .unsupported(.jpeg, let feature)? = error else {
      Issue.record("\(String(describing: error)) instead of an unsupported feature")
      return
    }
    #expect(feature == expected)
  }
}
