import PixelCore

/// What a HEIF file says of its picture before that is decoded.
struct HEIFHeader<Coding: HEIFCoding> {
  let picture: HEIFPicture<Coding>
  /// As large as the picture, if there is any.
  let alpha: HEIFPicture<Coding>?
  let isPremultiplied: Bool
  /// The part of the picture that is shown.
  let frame: PixelRect
  let orientation: Orientation
  /// What the container says of colours, or else the coding.
  let codes: ColorCodes?
  let iccProfile: [UInt8]?
  let capturedAt: String?

  init(_ container: HEIFContainer, maxMetadata: Int) throws(CodecError) {
    let format = container.format
    guard let id = container.primary, let item = container.items[id] else {
      throw .unsupported(format, feature: "only pictures that follow each other in time")
    }
    try HEIFPicture<Coding>.checkProperties(of: item, format)
    picture = try HEIFPicture(id, in: container)
    (frame, orientation) = try Self.placement(item, size: picture.size, format)
    codes = item.codes ?? picture.parts[0].item.codes ?? picture.coding.codes
    let profile = item.profile ?? picture.parts[0].item.profile
    if let profile, profile.count > maxMetadata {
      throw .tooMuchMetadata(format, found: profile.count, limit: maxMetadata)
    }
    iccProfile = profile.map { Array(container.file[$0]) }
    capturedAt = container.withExif { Exif($0).capturedAt }
    let alphas = try HEIFAlpha<Coding>(of: id, picture, container)
    (alpha, isPremultiplied) = (alphas.picture, alphas.isPremultiplied)
  }

  // MARK: Its place

  /// The frame, and Exif's word for the turns and mirrorings after it, in the order that they are listed in. What Exif says
  /// itself does not count in this format.
  private static func placement(
    _ item: HEIFItem, size: PixelSize, _ format: ImageFileFormat
  ) throws(CodecError) -> (frame: PixelRect, orientation: Orientation) {
    var frame = PixelRect(origin: .zero, size: size)
    var (turns, mirroring) = (0, 0)
    for property in item.properties {
      switch property {
      case .frame(let part):
        guard frame.size == size, turns == 0, mirroring == 0, let place = part.place(in: size) else {
          throw .unsupported(format, feature: "a frame (clap) that is not one of whole pixels before any turn")
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
}
