import PixelCore

/// A gain map coded in Apple's way ("Applying Apple HDR effect to your photos", Apple developer documentation): the
/// light is multiplied by 1 + (headroom − 1) · v, where v is the map's value, decoded with the curve of BT.709.
package struct AppleGainMap {
  /// The headroom as a factor of light. Nil if neither the map nor the photo states a possible one.
  let headroom: Double?

  /// Nil if the map isn't coded in this way.
  ///
  /// - Parameters:
  ///   - xmp: The map's packet.
  ///   - photo: The photo's file, whose maker's note can state the headroom.
  init?(xmp: UnsafeRawBufferPointer?, photo: UnsafeRawBufferPointer) {
    guard let xmp, let kinds = XMPTexts(xmp, namespace: "http://ns.apple.com/pixeldatainfo/1.0/")?.texts,
      kinds["AuxiliaryImageType"]?.first == "urn:com:apple:photo:2020:aux:hdrgainmap"
    else { return nil }
    let stated = XMPTexts(xmp, namespace: "http://ns.apple.com/HDRGainMap/1.0/")?.texts["HDRGainMapHeadroom"]?.first
    let found =
      stated.flatMap { Double($0) } ?? JPEGMetadata.withBlocks(in: photo) { $0.exif.flatMap(Self.headroom(inExif:)) }
    headroom = found.flatMap { Self.isPossible(headroom: $0) ? $0 : nil }
  }

  /// Whether a map can have a headroom. Files can state any number. ``table(headroom:)`` divides by its logarithm, which
  /// is 0 for a headroom of 1.
  static func isPossible(headroom: Double) -> Bool { headroom > 1 && headroom < 0x1p100 }

  /// The logarithm of a factor of light to base 2.
  private static func stops(of factor: Double) -> Double { ExactMath.logarithm(factor) / ExactMath.logarithm(2) }

  /// The equivalent coding of values converted by ``table(headroom:)``.
  var coding: Result<GainMapCoding, GainMapCoding.Fault> {
    guard let headroom else {
      return .failure(.init(reason: "it is of Apple's own kind, and the file states no usable headroom"))
    }
    let stops = Self.stops(of: headroom)
    return GainMapCoding(
      channels: [.init(min: 0, max: stops, baseOffset: 0, alternateOffset: 0)], baseHeadroom: 0,
      alternateHeadroom: stops
    ).checked()
  }

  /// Returns the logarithmic value for each of the map's values.
  ///
  /// - Parameter headroom: A possible headroom.
  public static func table(headroom: Double) -> [UInt8] {
    precondition(isPossible(headroom: headroom))
    return (0..<256).map { value in
      let coded = Double(value) / 255
      let light = coded < 0.081 ? coded / 4.5 : ExactMath.power((coded + 0.099) / 1.099, 1 / 0.45)
      return UInt8((255 * stops(of: 1 + (headroom - 1) * light) / stops(of: headroom)).rounded())
    }
  }

  /// Returns the headroom by Apple's formula from tags 33 and 48 of the maker note.
  private static func headroom(inExif block: UnsafeRawBufferPointer) -> Double? {
    guard let tiff = TIFFStructure(block) else { return nil }
    let photo = tiff.directory(at: tiff.directory(at: tiff.first)(0x8769).flatMap(tiff.number))
    guard let note = photo(0x927c)?.values, note.starts(with: Array("Apple iOS\0".utf8)), note.count > 14,
      note[12] == 0x4d, note[13] == 0x4d
    else { return nil }
    // The note is a TIFF structure from its directory on, whose offsets count from the note's start.
    return ([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 14] + note[8...]).withUnsafeBytes { bytes in
      guard let structure = TIFFStructure(bytes) else { return nil }
      let entry = structure.directory(at: structure.first)
      guard let first = entry(33).flatMap(structure.fraction), let second = entry(48).flatMap(structure.fraction)
      else { return nil }
      return headroom(first, second)
    }
  }

  /// Returns the headroom by Apple's formula, as a factor of light.
  public static func headroom(_ first: Double, _ second: Double) -> Double {
    let stops =
      first < 1
      ? (second <= 0.01 ? -20 * second + 1.8 : -0.101 * second + 1.601)
      : (second <= 0.01 ? -70 * second + 3 : -0.303 * second + 2.303)
    return ExactMath.power(2, max(stops, 0))
  }
}

extension TIFFStructure {
  /// Returns a single signed fraction; nil for anything else.
  fileprivate func fraction(_ entry: Entry) -> Double? {
    guard entry.type == 10, entry.count == 1 else { return nil }
    func number(_ place: Int) -> Double {
      let number = entry.values.loadUnaligned(fromByteOffset: place, as: Int32.self)
      return Double(isBigEndian ? Int32(bigEndian: number) : Int32(littleEndian: number))
    }
    return number(4) == 0 ? nil : number(0) / number(4)
  }
}
