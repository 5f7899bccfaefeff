import PixelCore

/// A gain map in a photo's file: a second picture that makes the first brighter on HDR screens (Ultra HDR 1.1,
/// ISO 21496-1, and Apple's own kind).
package struct GainMap: Sendable, Hashable, Codable {
  /// Size of the map as stored. Viewers stretch it over the photo as stored.
  public let size: PixelSize
  /// Whether the map's picture has one channel, not three.
  public let isGrey: Bool
  /// Whether the map is a progressive JPEG, whose decoder holds all coefficients.
  let isProgressive: Bool
  /// The map's JPEG in the photo's file.
  let place: Range<Int>
  /// What the map's values mean.
  public let coding: GainMapCoding
  /// The headroom of a map coded in Apple's way, as a factor of light. Nil for other maps.
  public let appleHeadroom: Double?

  /// Whether the gain can differ between red, green and blue. Such a map fits only the colours that it was made for.
  public var dependsOnColors: Bool { !isGrey || coding.channels.count > 1 }

  /// The colour of the map where nothing becomes brighter or darker. Nil if the map can't express that.
  public var neutral: Color? {
    let values = coding.channels.map(\.neutral)
    guard let red = values[0], let green = values.count > 1 ? values[1] : red, let blue = values.last! else {
      return nil
    }
    return Color(red: red, green: green, blue: blue)
  }

  /// Returns the map's own file.
  public func file(in photo: EncodedImage) -> EncodedImage {
    photo.withBytes { EncodedImage($0[place.clamped(to: 0..<$0.count)]) }
  }

  /// Upper estimate of the bytes held while a map of `pixels` pixels is made from the map: its file, its decoder, the
  /// map while it is turned, and the picture as pixels, as symbols and as a file.
  public func workingBytes(making pixels: Int) -> Int {
    let coefficients = isProgressive ? 6 * ((size.width + 15) & ~15) * ((size.height + 15) & ~15) : 0
    return place.count + coefficients + 4 * size.pixelCount + 1024 * size.width + GainMapFile.mostBytes(pixels)
      + 10 * pixels + HuffmanOptimizer.fixedMemory + 256 << 10
  }
}

/// What a file states about its gain map.
package enum StatedGainMap: Sendable, Hashable, Codable {
  case usable(GainMap)
  /// There is one that can't be kept, for a reason worded to follow "because".
  case unusable(String)
}

extension StatedGainMap {
  /// Whether a file can state it, for a header that comes from another process.
  var isPossible: Bool {
    switch self {
    case .usable(let map):
      (1...65_535).contains(map.size.width) && (1...65_535).contains(map.size.height)
        && [1, 3].contains(map.coding.channels.count) && (0...1 << 50).contains(map.place.lowerBound)
        && (0...1 << 50).contains(map.place.upperBound) && (try? map.coding.checked().get()) != nil
        && map.appleHeadroom.map(AppleGainMap.isPossible(headroom:)) ?? true
    case .unusable(let reason): reason.utf8.count <= 200
    }
  }
}

/// Reads a gain map's place and meaning from untrusted bytes.
extension StatedGainMap {
  static let isoLabel = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  /// Nil if the JPEG has no gain map. Pictures that its index lists for other purposes, such as previews, are ignored.
  init?(ofJPEG file: UnsafeRawBufferPointer) {
    var isDeclared = false
    var places: [Range<Int>]?
    for segment in SegmentReader(file, at: 2).prefix(while: { $0.marker != 0xda }) {
      let content = segment.content
      switch segment.marker {
      case 0xe1: isDeclared = isDeclared || content.xmp.map(GainMapCoding.isMentioned) == true
      case 0xe2:
        isDeclared = isDeclared || content.starts(with: Self.isoLabel)
        if places == nil { places = PictureIndex.places(in: content, at: segment.start + 4) }
      default: break
      }
    }
    for place in places ?? [] {
      guard place.upperBound <= file.count, let map = StatedGainMap(at: place, in: file) else { continue }
      self = map
      return
    }
    guard isDeclared else { return nil }
    let isCut = places?.contains { $0.upperBound > file.count } == true
    self = .unusable(isCut ? "the file ends before it does" : "the file has no index (MPF) that leads to it")
  }

  /// Nil if the picture at `place` isn't a gain map.
  private init?(at place: Range<Int>, in file: UnsafeRawBufferPointer) {
    let map = UnsafeRawBufferPointer(rebasing: file[place])
    guard map.starts(with: [0xff, 0xd8]) else { return nil }
    var (size, components, isProgressive) = (PixelSize(width: 0, height: 0), 0, false)
    var (iso, xmp): (UnsafeRawBufferPointer?, UnsafeRawBufferPointer?)
    for segment in SegmentReader(map, at: 2).prefix(while: { $0.marker != 0xda }) {
      let content = segment.content
      switch segment.marker {
      case 0xc0...0xc2 where content.count >= 6:
        size = PixelSize(
          width: Int(content[3]) << 8 | Int(content[4]), height: Int(content[1]) << 8 | Int(content[2]))
        (components, isProgressive) = (Int(content[5]), segment.marker == 0xc2)
      case 0xe1: xmp = xmp ?? content.xmp
      case 0xe2 where content.starts(with: Self.isoLabel):
        iso = UnsafeRawBufferPointer(rebasing: content[Self.isoLabel.count...])
      default: break
      }
    }
    let standard = iso.flatMap(GainMapCoding.read(iso:)) ?? xmp.flatMap(GainMapCoding.read(xmp:))
    // A map can have Apple's metadata beside a standard's. Its values then follow the standard, and Apple's curve would
    // change them.
    let apple = standard == nil ? AppleGainMap(xmp: xmp, photo: file) : nil
    guard let read = standard ?? apple?.coding else { return nil }
    switch read {
    case .failure(let fault): self = .unusable(fault.reason)
    case .success(let coding):
      guard [1, 3].contains(components), min(size.width, size.height) > 0 else {
        self = .unusable("it is not a JPEG that packshot reads")
        return
      }
      self = .usable(
        GainMap(
          size: size, isGrey: components == 1, isProgressive: isProgressive, place: place, coding: coding,
          appleHeadroom: apple?.headroom))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The XMP packet in a segment's content.
  fileprivate var xmp: UnsafeRawBufferPointer? {
    starts(with: JPEGMetadata.xmpLabel)
      ? UnsafeRawBufferPointer(rebasing: self[JPEGMetadata.xmpLabel.count...]) : nil
  }
}
