import ImageCodecs
import Parameters
import PixelCore
import Testing

/// Requirements on every format of the list.
@Suite struct FormatListTests {
  static let formats = ImageFileFormat.allCases.filter(\.isWritten)
  private static let shape = ImageShape(size: PixelSize(width: 5, height: 3), format: .encodedOpaque)

  private func written(_ coding: EncodeOptions.Coding) throws -> [UInt8] {
    try Image(PixelBuffer(shape: Self.shape)).encoded(coding)
  }

  @Test func namesAndExtensionsAreUnique() {
    let words = FormatList.all.flatMap { Set([$0.identifier] + $0.extensions + $0.rareExtensions) }
    #expect(Set(words).count == words.count && words.allSatisfy { $0 == $0.lowercased() })
  }

  @Test(arguments: formats)
  func aFormatIsFoundByItsNameExtensionsAndSignature(format: ImageFileFormat) throws {
    #expect(ImageFileFormat(rawValue: format.rawValue) == format)
    for name in format.type.extensions + format.type.rareExtensions {
      #expect(ImageFileFormat(pathExtension: name.uppercased()) == format)
    }
    let file = try written(EncodeOptions.Coding(format))
    #expect(file.withUnsafeBytes { ImageFileFormat(signature: $0) } == format)
    #expect(try ImageCodec.probe(EncodedImage(file)).format == format)
    // Each byte of the signature counts, and the file must be long enough.
    for piece in format.type.signature {
      for place in piece.offset..<piece.offset + piece.bytes.count {
        var other = file
        other[place] ^= 0x55
        #expect(other.withUnsafeBytes { ImageFileFormat(signature: $0) } != format)
        #expect(file[..<place].withUnsafeBytes { ImageFileFormat(signature: $0) } != format)
      }
    }
  }

  @Test(arguments: formats)
  func depthAndAlphaAreKeptAsDeclared(format: ImageFileFormat) throws {
    var buffer = PixelBuffer(shape: ImageShape(size: PixelSize(width: 64, height: 2), format: .encodedStraight))
    for y in 0..<2 {
      let row = buffer.mutableRow(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<64 * 4 { row[x] = UInt8(truncatingIfNeeded: 37 * x + 91 * y + x * x) | 1 }
    }
    let image = Image(buffer)
    let picture = try Picture(decoding: image.encoded(EncodeOptions.Coding(format)))
    let info = try ImageCodec.probe(EncodedImage(image.encoded(EncodeOptions.Coding(format))))
    #expect(info.hasAlpha == format.canHoldAlpha)
    let isSame = (0..<2).allSatisfy { y in
      let row = image.row(y).assumingMemoryBound(to: UInt8.self)
      return (0..<64).allSatisfy { x in (0..<4).allSatisfy { Int(picture[x, y][$0]) == Int(row[4 * x + $0]) } }
    }
    #expect(isSame == format.isLossless)
  }

  @Test(arguments: formats)
  func planesAreReadIfTheFormatHasThem(format: ImageFileFormat) throws {
    let file = EncodedImage(try written(EncodeOptions.Coding(format)))
    let hasPlanes = try ImageCodec.probe(file).planes != nil
    #expect(hasPlanes == format.type.canHoldPlanes)
    #expect(((try? ImageCodec.makePlaneReader(bytes: file)) != nil) == hasPlanes)
  }

  @Test(arguments: formats)
  func aSideThatIsTooLongIsRefused(format: ImageFileFormat) throws {
    let long = ImageShape(size: PixelSize(width: 1, height: format.longestSide + 1), format: .encodedOpaque)
    let error = #expect(throws: CodecError.self) {
      try ImageCodec.makeWriter(shape: long, options: EncodeOptions(EncodeOptions.Coding(format))) { _ in }
    }
    #expect(error?.message.contains("neither side may exceed \(format.longestSide)") == true)
  }

  /// Catalogs contain these descriptions. A changed description would make finished pictures stale.
  @Test(arguments: [
    (EncodeOptions.Coding.jpeg(), "jpeg, quality 82, optimized"),
    (.jpeg(quality: 5, optimize: false), "jpeg, quality 5"),
    (.png(), "png, compression 6"), (.png(compression: 9, depth: .sixteen), "png, compression 9, 16 bits"),
    (.png(compression: 0, depth: .eight), "png, compression 0, 8 bits"),
    (.png(colors: 64), "png, compression 6, 64 colours, dither 0.5"), (.png(dither: 0), "png, compression 6"),
    (.jpeg(subsampling: .none), "jpeg, quality 82, subsampling full, optimized"),
    (.jpeg(quality: 9, subsampling: .twoByOne, progressive: true), "jpeg, quality 9, subsampling half, progressive"),
    (.webp(), "webp, quality 88, effort 4"), (.webp(quality: 0, effort: 6), "webp, quality 0, effort 6"),
    (.webp(quality: 5, effort: 0, lossless: true), "webp, lossless, effort 0"),
    (.avif(), "avif, quality 82, effort 4"), (.avif(quality: 0, effort: 10), "avif, quality 0, effort 10"),
    (.tiff(), "tiff, compression 6"), (.tiff(compression: 0, depth: .eight), "tiff, compression 0, 8 bits"),
    (.avif(subsampling: .none), "avif, quality 82, effort 4, subsampling full"),
  ])
  func settingsKeepTheirDescriptions(coding: EncodeOptions.Coding, words: String) {
    #expect(coding.description == words)
  }

  @Test func settingsAreEqualIfFormatAndValuesAre() {
    #expect(EncodeOptions.Coding.png() == EncodeOptions.Coding(.png) && EncodeOptions.Coding.jpeg() != .png())
    #expect(EncodeOptions.Coding.png(depth: .eight) != .png() && EncodeOptions.Coding.jpeg() != .jpeg(quality: 81))
    #expect(Set<EncodeOptions.Coding>([.png(), .png(compression: 6), .jpeg(), .jpeg(quality: 82)]).count == 2)
  }

  @Test func encoderSettingsHaveTheirAllowedValuesAndDefaults() {
    #expect(
      FormatList.parameterNames
        == [
          "quality", "subsampling", "progressive", "optimize", "compression", "depth", "colors", "dither", "effort",
          "lossless",
        ])
    #expect(ImageFileFormat.jpeg.parameter("subsampling")?.allowed == "one of quarter, half, full")
    #expect(ImageFileFormat.jpeg.parameter("quality")?.allowed == "a whole number from 1 to 100")
    #expect(ImageFileFormat.jpeg.parameter("depth") == nil)
    #expect(ImageFileFormat.png.parameter("depth")?.allowed == "8 or 16 bits")
    #expect(ImageFileFormat.png.parameter("colors")?.allowed == "a whole number from 2 to 256")
    #expect(ImageFileFormat.png.parameter("compression")?.defaultValue == 6)
    #expect(ImageFileFormat.webp.parameter("quality")?.allowed == "a whole number from 0 to 100")
    #expect(ImageFileFormat.webp.parameter("effort")?.allowed == "a whole number from 0 to 6")
    #expect(ImageFileFormat.webp.parameter("lossless")?.allowed == "true or false")
    #expect(ImageFileFormat.avif.parameter("quality")?.allowed == "a whole number from 0 to 100")
    #expect(ImageFileFormat.avif.parameter("effort")?.allowed == "a whole number from 0 to 10")
    #expect(ImageFileFormat.avif.parameter("subsampling")?.allowed == "one of quarter, half, full")
  }

  @Test func aReadOnlyFormatIsRefusedAsAnOutput() {
    #expect(ImageFileFormat(pathExtension: "HEIC") == .heic && ImageFileFormat(writtenAs: "heic") == nil)
    #expect(FormatList.written.allSatisfy { $0 != HEIC.self } && ImageFileFormat.name(ofOther: "heif") == "HEIC")
    #expect(ImageFileFormat(writtenAs: "gif") == nil && ImageFileFormat.name(ofOther: "psb") == "PSB")
    expectRefusal("notWritable", "only reads this format") {
      try written(EncodeOptions.Coding(.heic))
    }
  }

  @Test func sentencesNameAllFormats() {
    #expect(FormatList.names("or") == "JPEG, PNG, WebP, AVIF, TIFF, HEIC, GIF, BMP or PSD")
    #expect(FormatList.extensions == ".jpg, .jpeg, .png, .webp, .avif, .tif or .tiff")
    #expect(
      FormatList.namesWithExtensions
        == "JPEG (.jpg, .jpeg), PNG (.png), WebP (.webp), AVIF (.avif) and TIFF (.tif, .tiff)")
  }
}
