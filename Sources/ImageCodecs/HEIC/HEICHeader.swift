import PixelCore

/// What a HEIC says of its picture before that is decoded.
struct HEICHeader {
  let picture: HEICPicture
  /// As large as the picture, if there is any.
  let alpha: HEICPicture?
  let isPremultiplied: Bool
  /// The part of the picture that is shown.
  let frame: PixelRect
  let orientation: Orientation
  /// What the container says of colours.
  let codes: ColorCodes?
  let iccProfile: [UInt8]?
  let capturedAt: String?
  /// Whether it has moving pictures too.
  let hasSequence: Bool
  let warnings: [String]

  init(_ container: HEIFContainer, maxMetadata: Int) throws(CodecError) {
    guard let id = container.primary, let item = container.items[id] else {
      throw .unsupported(.heic, feature: "only pictures that follow each other in time")
    }
    if let name = item.unknownProperty { throw .unsupported(.heic, feature: "a property (\(name))") }
    picture = try HEICPicture(id, in: container)
    (frame, orientation) = try Self.placement(item, size: picture.size)
    codes = item.codes ?? picture.parts[0].codes
    let profile = item.profile ?? picture.parts[0].profile
    if let profile, profile.count > maxMetadata {
      throw .tooMuchMetadata(.heic, found: profile.count, limit: maxMetadata)
    }
    iccProfile = profile.map { Array(container.file[$0]) }
    capturedAt = Self.withExif(of: id, container) { Exif($0).capturedAt }
    alpha = try Self.alpha(of: id, picture, container)
    isPremultiplied = alpha != nil && !container.references("prem", from: id).isEmpty
    hasSequence = container.hasSequence
    warnings = Self.warnings(id, container)
  }

  // MARK: Its place

  /// The frame, and Exif's word for the turns and mirrorings after it, in the order that they are listed in. What Exif says
  /// itself does not count in this format.
  private static func placement(
    _ item: HEIFItem, size: PixelSize
  ) throws(CodecError) -> (frame: PixelRect, orientation: Orientation) {
    var frame = PixelRect(origin: .zero, size: size)
    var (turns, mirroring) = (0, 0)
    for property in item.properties {
      switch property {
      case .frame(let part):
        guard frame.size == size, turns == 0, mirroring == 0, let place = part.place(in: size) else {
          throw .unsupported(.heic, feature: "a frame (clap) that is not one of whole pixels before any turn")
        }
        frame = place
      case .turn(let count): turns = (turns + (mirroring == 0 ? count : 4 - count)) % 4
      case .mirror(let axis):
        // Twice at one axis is nothing; at both it is half a turn.
        if mirroring != 0 && mirroring != axis + 1 { turns = (turns + 2) % 4 }
        mirroring = mirroring == 0 ? axis + 1 : 0
      default: break
      }
    }
    return (frame, Orientation(quarterTurns: turns, mirroring: mirroring))
  }

  // MARK: What goes with it

  private static func alpha(
    of id: UInt32, _ picture: HEICPicture, _ container: HEIFContainer
  ) throws(CodecError) -> HEICPicture? {
    let names = ["urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"]
    let item = container.items("auxl", of: id).first { names.contains(container.items[$0]?.purpose ?? "") }
    guard let item else { return nil }
    let alpha = try HEICPicture(item, in: container)
    guard alpha.size == picture.size, alpha.coding.depth == picture.coding.depth else {
      throw .unsupported(.heic, feature: "alpha of another size or depth than its colours")
    }
    return alpha
  }

  /// Exif stands so many bytes behind its beginning, of which the first four say how many.
  static func withExif<Result>(
    of id: UInt32, _ container: HEIFContainer, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    let items = container.items("cdsc", of: id).compactMap { container.items[$0] }
    guard let item = items.first(where: { $0.kind == "Exif" }) else { return nil }
    return try? container.withBytes(of: item) { bytes throws(CodecError) in
      var reader = BoxReader(bytes, 0..<bytes.count)
      _ = try reader.take(Int(try reader.number(UInt32.self)))
      return body(UnsafeRawBufferPointer(rebasing: bytes[reader.rest]))
    }
  }

  private static func warnings(_ id: UInt32, _ container: HEIFContainer) -> [String] {
    var warnings: [String] = []
    if container.hasSequence { warnings.append("this is an animation (HEIC); only its main picture is read") }
    let parts = Set(container.references.filter { $0.kind == "dimg" }.flatMap(\.to))
    let others = Set(container.references.filter { ["thmb", "auxl"].contains($0.kind) }.map(\.from))
    let count = container.items.count { id, item in
      ["hvc1", "grid"].contains(item.kind) && !item.isHidden && !parts.contains(id) && !others.contains(id)
    }
    if count > 1 { warnings.append("this HEIC has \(count) pictures; only its main one is read") }
    let hasGainMap = container.items.values.contains {
      $0.kind == "tmap" || $0.purpose?.contains("hdrgainmap") == true
    }
    if hasGainMap { warnings.append("its gain map for HDR screens is left out; its base picture is read") }
    return warnings
  }
}
