import Foundation
import ImageCodecs
import PixelCore
import TestSupport
import Testing

/// Gain maps in JPEGs, read from untrusted bytes.
@Suite struct GainMapTests {
  private static let size = PixelSize(width: 24, height: 16)

  private func builder(_ form: UltraHDRBuilder.Form = .xmp, components: Int = 1) -> UltraHDRBuilder {
    let flat = { (size: PixelSize, value: Int, count: Int) in
      JPEGBuilder(
        width: size.width, height: size.height,
        components: (0..<count).map { JPEGBuilder.Component(id: UInt8($0 + 1)) { _, _ in value } })
    }
    var builder = UltraHDRBuilder(
      base: flat(PixelSize(width: 48, height: 32), 120, 1), map: flat(Self.size, 128, components))
    builder.form = form
    return builder
  }

  private func stated(_ bytes: [UInt8]) throws -> StatedGainMap? { try ImageCodec.probe(EncodedImage(bytes)).gainMap }

  private func usable(_ bytes: [UInt8]) throws -> GainMap {
    guard case .usable(let map)? = try stated(bytes) else {
      throw CodecError.notAnImage(found: "\(try stated(bytes) as Any)")
    }
    return map
  }

  @Test(arguments: UltraHDRBuilder.Form.allCases, [false, true])
  func everyFormIsRead(form: UltraHDRBuilder.Form, isBigEndian: Bool) throws {
    var builder = builder(form)
    (builder.gamma, builder.isBigEndian) = (1.5, isBigEndian)
    let map = try usable(builder.bytes)
    #expect(map.size == Self.size && map.isGrey && !map.dependsOnColors)
    let channel = map.coding.channels[0]
    if form == .apple {
      // log2(1 + (8 − 1) · v), with the headroom that the file states.
      #expect(map.appleHeadroom == 8 && map.coding.alternateHeadroom == 3)
      #expect((channel.min, channel.max, channel.gamma) == (0, 3, 1) && channel.baseOffset == 0)
    } else {
      #expect(map.appleHeadroom == nil && (map.coding.baseHeadroom, map.coding.alternateHeadroom) == (0, 3))
      #expect((channel.min, channel.max, channel.gamma) == (-1, 3, 1.5) && channel.baseOffset == 1.0 / 64)
    }
    let reader = try ImageCodec.makeReader(bytes: map.file(in: EncodedImage(builder.bytes)))
    #expect(reader.shape.size == Self.size)
  }

  /// Apple's curve would change values that the standard's metadata describe.
  @Test(arguments: [UltraHDRBuilder.Form.xmp, .iso, .isoWithOneDenominator])
  func aStandardsMetadataCountBeforeApples(form: UltraHDRBuilder.Form) throws {
    var builder = builder(form)
    builder.hasAppleMetadata = true
    let map = try usable(builder.bytes)
    #expect(map.appleHeadroom == nil && map.coding.alternateHeadroom == 3)
    #expect((map.coding.channels[0].min, map.coding.channels[0].max) == (-1, 3))
  }

  @Test func aMapOfThreeChannelsDependsOnColors() throws {
    #expect(try usable(builder(components: 3).bytes).dependsOnColors)
  }

  /// Ultra HDR 1.1: the value for a gain of 1 is (−min / (max − min))^gamma.
  @Test(arguments: [(-1.0, 3.0, 1.0, 64 as UInt8?), (-1, 3, 2, 16), (0, 2, 1, 0), (-2, 0, 1, 255), (1, 2, 1, nil)])
  func theNeutralValueFollowsFromTheGains(min: Double, max: Double, gamma: Double, value: UInt8?) throws {
    var builder = builder()
    (builder.gains, builder.gamma) = ((min, max), gamma)
    let channel = GainMapCoding.Channel(min: min, max: max, gamma: gamma)
    #expect(channel.neutral == value)
    if max > 0 { #expect(try usable(builder.bytes).neutral?.red == value) }
  }

  /// Apple, "Applying Apple HDR effect to your photos".
  @Test(arguments: [
    (0.5, 0.0, 1.8), (0.5, 0.02, 1.59898), (1.0, 0.005, 2.65), (1.0, 0.5, 2.1515), (1.0, 20.0, 0),
  ]) func applesHeadroomFollowsItsFormula(first: Double, second: Double, stops: Double) {
    #expect(abs(AppleGainMap.headroom(first, second) - pow(2, stops)) < 1e-6)
  }

  /// Apple's maker's note: the numbers 33 and 48 as signed fractions, behind a header of 14 bytes.
  private func makerNote(_ first: Double, _ second: Double) -> [UInt8] {
    let entry = { (tag: UInt8, place: Int) -> [UInt8] in [0, tag, 0, 10] + bigEndian(1) + bigEndian(place) }
    let fraction = { (number: Double) -> [UInt8] in bigEndian(Int((number * 1000).rounded())) + bigEndian(1000) }
    let header = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
    let values = header.count + 2 + 2 * 12 + 4
    let directory: [UInt8] = [0, 2] + entry(33, values) + entry(48, values + 8) + bigEndian(0)
    return header + directory + fraction(first) + fraction(second)
  }

  /// By Apple's formula, the stops are 3 − 70 · 0, −20 · 0 + 1.8, and less than 0.
  @Test(arguments: [(1.0, 0.0, 3.0 as Double?), (0.5, 0, 1.8), (1, 20, nil)])
  func applesHeadroomCanBeInTheMakersNote(first: Double, second: Double, stops: Double?) throws {
    var builder = builder(.apple)
    builder.appleHeadroom = nil
    let exif = ExifDirectories(picture: [], photo: [.bytes(0x927c, makerNote(first, second))]).bytes
    builder.base.segments = JPEGBuilder.segment(0xe1, Array("Exif\0\0".utf8) + exif)
    if let stops {
      #expect(abs(try usable(builder.bytes).coding.alternateHeadroom - stops) < 1e-9)
    } else {
      #expect(try stated(builder.bytes) == .unusable(Self.noHeadroom))
    }
  }

  private static let noHeadroom = "it is of Apple's own kind, and the file states no usable headroom"

  @Test(arguments: ["1", "0.5", "0", "-2", "nan", "inf", "1e31", "eight"])
  func applesImpossibleHeadroomsAreRefused(headroom: String) throws {
    var builder = builder(.apple)
    builder.appleHeadroom = headroom
    #expect(try stated(builder.bytes) == .unusable(Self.noHeadroom))
  }

  @Test func applesValuesBecomeLogarithmic() {
    let table = AppleGainMap.table(headroom: 8)
    #expect(table[0] == 0 && table[255] == 255)
    // BT.709 decodes 128/255 to ((0.50196 + 0.099) / 1.099)^(1 / 0.45) = 0.26148, and 255 · log2(1 + 7 · 0.26148) / 3 is 127.6.
    #expect(table[128] == 128)
  }

  // MARK: Hostile files

  @Test func aMapBeyondTheFileIsNamedAsCutOff() throws {
    var builder = builder()
    builder.claim = (nil, 1 << 30)
    #expect(try stated(builder.bytes) == .unusable("the file ends before it does"))
    builder.claim = (0x7fff_ffff, nil)
    #expect(try stated(builder.bytes) == .unusable("the file ends before it does"))
    builder.claim = (0xffff_ffff, 0xffff_ffff)
    #expect(try stated(builder.bytes) == .unusable("the file ends before it does"))
  }

  @Test func anIndexThatLeadsElsewhereIsNoMap() throws {
    var builder = builder()
    for offset in [0, 1, 7, 100] {
      builder.claim.offset = offset
      #expect(try stated(builder.bytes) == .unusable("the file has no index (MPF) that leads to it"), "\(offset)")
    }
  }

  @Test(arguments: UltraHDRBuilder.Form.allCases)
  func aCutFileNeverCrashesAndKeepsItsBase(form: UltraHDRBuilder.Form) throws {
    let bytes = builder(form).bytes
    for end in stride(from: 2, to: bytes.count, by: 3) {
      guard let info = try? ImageCodec.probe(EncodedImage(bytes[..<end])) else { continue }
      #expect(info.size == PixelSize(width: 48, height: 32))
      if case .usable(let map)? = info.gainMap { Issue.record("\(end) of \(bytes.count): \(map)") }
    }
  }

  @Test func damagedBytesNeverCrash() throws {
    var random = SeededGenerator(seed: 4)
    for form in UltraHDRBuilder.Form.allCases {
      let whole = builder(form).bytes
      for _ in 0..<3000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        guard let info = try? ImageCodec.probe(EncodedImage(bytes)), case .usable(let map)? = info.gainMap else {
          continue
        }
        _ = (map.neutral, map.workingBytes(making: map.size.pixelCount), map.coding.xmp, map.coding.iso)
        _ = (map.file(in: EncodedImage(bytes)), map.appleHeadroom.map { AppleGainMap.table(headroom: $0) })
      }
    }
  }

  @Test(arguments: [
    (1.0, 0.5, 1.0, "its gains are not numbers that make sense"),
    (0, 3, 0, "its gains are not numbers that make sense"),
    (0, 300, 1, "its gains are not numbers that make sense"),
    (-1, 0, 1, "the photo itself is the HDR picture, and its map makes it darker"),
  ]) func gainsThatMakeNoSenseAreRefused(min: Double, max: Double, gamma: Double, reason: String) throws {
    var builder = builder()
    (builder.gains, builder.gamma) = ((min, max), gamma)
    #expect(try stated(builder.bytes) == .unusable(reason))
  }

  @Test func gainsThatCannotBeWrittenAreRefused() throws {
    let reason = "its gains are not numbers that make sense"
    var builder = builder()
    builder.baseHeadroom = -0.5
    #expect(try stated(builder.bytes) == .unusable(reason))
    (builder.baseHeadroom, builder.gamma) = (0, 1e-7)
    #expect(try stated(builder.bytes) == .unusable(reason))
    // A gamma that isn't refused differs by less than a unit of the fraction, 2^-24, after it is written.
    builder.gamma = 0.001
    let coding = try usable(builder.bytes).coding
    let written = try #require(try coding.iso.withUnsafeBytes { GainMapCoding.read(iso: $0) }?.get())
    #expect(abs(written.channels[0].gamma - 0.001) < 0x1p-24)
  }

  @Test func zeroDenominatorsAreRefused() throws {
    let block = [UInt8](repeating: 0, count: 61)
    let read = block.withUnsafeBytes { GainMapCoding.read(iso: $0) }
    guard case .failure(let fault)? = read else { Issue.record("\(read as Any)" as Comment); return }
    #expect(fault.reason == "its gains are not numbers that make sense")
    let short = block[..<40].withUnsafeBytes { GainMapCoding.read(iso: $0) }
    guard case .failure(let fault)? = short else { Issue.record("\(short as Any)" as Comment); return }
    #expect(fault.reason == "its description (ISO 21496-1) is cut short")
  }

  // MARK: Writing

  @Test func whatIsWrittenIsReadAgain() throws {
    var channels = [GainMapCoding.Channel(min: -0.25, max: 2.3, gamma: 1.1, baseOffset: 0, alternateOffset: 0.0625)]
    for count in [1, 3] {
      while channels.count < count {
        var next = channels[0]
        next.max += Double(channels.count)
        channels.append(next)
      }
      let coding = GainMapCoding(channels: channels, baseHeadroom: 0.125, alternateHeadroom: 2.5)
      let xmp = coding.xmp.withUnsafeBytes { GainMapCoding.read(xmp: $0) }
      #expect(try xmp?.get() == coding)
      let iso = try #require(try coding.iso.withUnsafeBytes { GainMapCoding.read(iso: $0) }?.get())
      #expect(iso.channels.count == count && abs(iso.channels[0].max - 2.3) < 1e-6 && iso.alternateHeadroom == 2.5)
    }
  }

  /// Workers send headers as JSON. Impossible ones are refused.
  @Test func aHeaderRoundTripsThroughJSON() throws {
    let info = try ImageCodec.probe(EncodedImage(builder().bytes))
    let json = try JSONEncoder().encode(info)
    let again = try JSONDecoder().decode(ImageInfo.self, from: json)
    #expect(again == info && again.gainMap != nil)
    let text = String(decoding: json, as: UTF8.self)
    for (old, new) in [("\"gamma\":1", "\"gamma\":0"), ("\"width\":24", "\"width\":0"), ("\"max\":3", "\"max\":-3")] {
      try #require(text.contains(old), "\(text)")
      #expect(throws: (any Error).self) {
        try JSONDecoder().decode(ImageInfo.self, from: Data(text.replacing(old, with: new).utf8))
      }
    }
  }

  @Test(arguments: ["1", "0", "-8", "1e31"]) func aWorkersImpossibleHeadroomIsRefused(headroom: String) throws {
    let info = try ImageCodec.probe(EncodedImage(builder(.apple).bytes))
    let text = String(decoding: try JSONEncoder().encode(info), as: UTF8.self)
    let stated = "\"appleHeadroom\":8"
    try #require(text.contains(stated), "\(text)")
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(
        ImageInfo.self, from: Data(text.replacing(stated, with: "\"appleHeadroom\":" + headroom).utf8))
    }
  }
}
