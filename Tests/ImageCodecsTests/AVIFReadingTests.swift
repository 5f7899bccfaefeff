import ImageCodecs
import PixelCore
import Testing

@Suite struct AVIFReadingTests {
  /// Samples over the whole range, and beyond the limited range.
  private static func noise(_ depth: Int) -> @Sendable (Int, Int, Int) -> Int {
    { plane, x, y in (x * 7919 + y * 104_729 + plane * 1299 + x * y * 31) % (1 << depth) }
  }

  private static let kinds: [AVIFPlanes] = {
    var kinds = [420, 422, 444, 400].flatMap { sampling in
      // avifenc accepts grey video with 8 bits only.
      (sampling == 400 ? [8] : [8, 10, 12]).flatMap { depth in
        [true, false].map { AVIFPlanes(depth: depth, sampling: sampling, isFull: $0, sample: noise(depth)) }
      }
    }
    for (matrix, red, blue) in [(1, 0.2126, 0.0722), (9, 0.2627, 0.0593), (4, 0.3, 0.11), (7, 0.212, 0.087)] {
      kinds.append(AVIFPlanes(isFull: false, matrix: matrix, weights: (red, blue), sample: noise(8)))
    }
    kinds.append(AVIFPlanes(sampling: 444, matrix: 0, weights: nil, sample: noise(8)))
    kinds.append(AVIFPlanes(depth: 10, sampling: 444, matrix: 0, weights: nil, sample: noise(10)))
    kinds.append(AVIFPlanes(sampling: 444, sample: noise(8), hasAlpha: true))
    return kinds
  }()

  /// Levels are those of the formula, rounded: only the error of the floating point itself is allowed.
  @Test(.enabled(if: Program.avifenc != nil, "avifenc is not in PATH"), arguments: kinds.indices)
  func samplesBecomeTheFormulasColors(kind: Int) throws {
    let planes = Self.kinds[kind]
    let picture = try Picture(decoding: planes.file(try #require(Program.avifenc)))
    #expect(picture.size == planes.size && picture.depth == (planes.depth == 8 ? .eight : .sixteen))
    let largest = planes.depth == 8 ? 255.0 : 65_535.0
    for y in 0..<planes.size.height {
      for x in 0..<planes.size.width {
        let levels = planes.color(x, y).map { min(max($0, 0), 1) * largest }
        let isRounded = zip(levels, picture[x, y]).allSatisfy { abs($0 - Double($1)) <= 0.5 + 1e-5 }
        #expect(isRounded, "\(picture[x, y]) at \(x), \(y) should be \(levels)")
      }
    }
  }

  @Test(.enabled(if: Program.avifenc != nil, "avifenc is not in PATH"))
  func rotationAndMirroringBecomeAnOrientation() throws {
    let avifenc = try #require(Program.avifenc)
    let planes = AVIFPlanes(sample: Self.noise(8))
    // Quarter turns counter-clockwise, then top to bottom (0) or left to right (1), in Exif's terms (CIPA DC-008, table 6).
    for (turns, mirror, orientation) in [
      (0, nil, Orientation.up), (1, nil, .left), (2, nil, .down), (3, nil, .right), (0, 0, .downMirrored),
      (0, 1, .upMirrored), (1, 0, .leftMirrored), (1, 1, .rightMirrored), (2, 0, .upMirrored), (3, 0, .rightMirrored),
      (3, 1, .leftMirrored),
    ] as [(Int, Int?, Orientation)] {
      let mirroring = mirror.map { ["--imir", "\($0)"] } ?? ["--irot", "\(turns)"]
      let file = try planes.file(avifenc, "--irot", "\(turns)", mirroring[0], mirroring[1])
      #expect(try ImageCodec.probe(EncodedImage(file)).orientation == orientation, "\(turns), \(mirror ?? -1)")
    }
  }

  @Test(.enabled(if: Program.avifenc != nil, "avifenc is not in PATH"))
  func aCleanApertureCropsThePicture() throws {
    let avifenc = try #require(Program.avifenc)
    let planes = AVIFPlanes(sampling: 444, sample: Self.noise(8))
    let whole = try planes.file(avifenc, "--crop", "0,0,21,15")
    #expect(try Picture(decoding: whole).size == planes.size)
    let part = try Picture(decoding: planes.file(avifenc, "--crop", "2,2,10,8"))
    let all = try Picture(decoding: whole)
    #expect(part == Picture(width: 10, height: 8) { all[$0 + 2, $1 + 2] })
  }

  @Test(.enabled(if: Program.avifenc != nil, "avifenc is not in PATH"))
  func colorsOfCodePointsAreConvertedOrReported() throws {
    let avifenc = try #require(Program.avifenc)
    let planes = AVIFPlanes(sample: Self.noise(8))
    let hdr = "which is not tone mapped: they are read as sRGB, and will look flat"
    for (primaries, transfer, name, warning) in [
      (1, 13, nil, nil), (2, 2, nil, nil), (1, 1, nil, nil),
      (9, 16, nil, "its colours are HDR (PQ), \(hdr)"), (9, 18, nil, "its colours are HDR (HLG), \(hdr)"),
      (12, 13, "Display P3", nil), (9, 13, "BT.2020", nil), (1, 8, "sRGB's primaries, linear", nil),
      (22, 13, "EBU 3213", nil),
      (12, 17, nil, "its colours are not known (H.273's transfer 17), so they are read as sRGB"),
    ] as [(Int, Int, String?, String?)] {
      let file = try planes.file(avifenc, primaries: primaries, transfer: transfer)
      let info = try ImageCodec.probe(EncodedImage(file))
      #expect(info.colors.profileName == name && info.colors.needsConversion == (name != nil))
      #expect(info.colorWarning == warning)
    }
  }

  @Test(.enabled(if: Program.avifenc != nil, "avifenc is not in PATH"))
  func premultipliedColorsAreDividedByTheirAlpha() throws {
    let planes = AVIFPlanes(
      sampling: 444, sample: { plane, x, _ in plane == 3 ? [128, 255, 0, 10][x % 4] : [100, 128, 128][plane] },
      hasAlpha: true)
    let file = try planes.file(try #require(Program.avifenc), "--premultiply")
    let picture = try Picture(decoding: file)
    // 100 of 128 is 199 of 255. At alpha 0 the colour is dropped, and colours above alpha are clamped.
    #expect(picture[0, 0] == [199, 199, 199, 128] && picture[1, 0] == [100, 100, 100, 255])
    #expect(picture[2, 0] == [0, 0, 0, 0] && picture[3, 0] == [255, 255, 255, 10])
  }

  @Test func brandsDetermineTheFormat() {
    func file(_ brands: String, length: Int? = nil) -> [UInt8] {
      let data = Array(brands.utf8)
      return [0, 0, 0, UInt8(length ?? data.count + 8)] + Array("ftyp".utf8) + data
    }
    for (bytes, isOne) in [
      (file("avif\0\0\0\0avifmif1miaf"), true), (file("avis\0\0\0\0avis"), true), (file("mif1\0\0\0\0mif1avif"), true),
      (file("mif1\0\0\0\0heicmif1"), false), (file("heic\0\0\0\0mif1heic"), false), (file("isom\0\0\0\0mp41"), false),
      // Beyond the box's end, and within its version.
      (file("mif1\0\0\0\0mif1avif", length: 20), false), (file("mif1avifmif1"), false),
      (file("avif", length: 200), true),
      (file("mif"), false),
    ] {
      #expect(bytes.withUnsafeBytes { ImageFileFormat(signature: $0) == .avif } == isOne, "\(bytes)")
    }
  }

  @Test func limitsAreCheckedBeforeAnyPixelIsDecoded() throws {
    let file = try EncodedImage(
      AVIFWritingTests.picture().encoded(.avif(), iccProfile: [UInt8](repeating: 1, count: 100)))
    expectRefusal("tooManyPixels", "45 × 37 = 1665 pixels; the limit is 1664") {
      try ImageCodec.makeReader(bytes: file, limits: DecodeLimits(maxPixels: 1664))
    }
    var limits = DecodeLimits()
    limits.maxMetadata = 99
    expectRefusal("tooMuchMetadata", "bytes of metadata (Exif, colour profile); the limit is 99") {
      try ImageCodec.probe(file, limits: limits)
    }
    limits = DecodeLimits()
    limits.timeLimit = TimeLimit(seconds: -1)
    expectRefusal("tookTooLong", "-1 seconds") {
      try Picture(decoding: Array(file.withBytes { Array($0) }), limits: limits)
    }
  }

  /// The coded picture is larger than the header says, so no memory must be taken for it.
  @Test func aPictureThatContradictsItsHeaderIsDamaged() throws {
    var file = try AVIFWritingTests.picture(width: 300, height: 200).encoded(.avif())
    let ispe = try #require(file.indices.dropLast(16).first { file[$0..<$0 + 4].elementsEqual("ispe".utf8) })
    // The box's version, then width and height in four bytes each.
    #expect(Array(file[ispe + 8..<ispe + 16]) == [0, 0, 1, 44, 0, 0, 0, 200])
    file.replaceSubrange(ispe + 8..<ispe + 16, with: [0, 0, 0, 30, 0, 0, 0, 20])
    expectDamaged(.avif) { try Picture(decoding: file) }
  }

  @Test func memoryIsPredictedFromTheHeader() throws {
    let size = PixelSize(width: 300, height: 200)
    let file = try AVIFWritingTests.picture(width: 300, height: 200).encoded(.avif())
    let memory = ImageCodec.decodingMemory(for: try ImageCodec.probe(EncodedImage(file)))
    #expect(memory > 3 * size.pixelCount)
  }
}
