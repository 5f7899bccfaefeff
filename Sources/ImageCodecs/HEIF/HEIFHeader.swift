import PixelCore

import struct Foundation.Date

/// The properties of a HEIF file's picture that are known before decoding.
struct HEIFHeader<Coding: HEIFCoding> {
  let picture: HEIFPicture<Coding>
  /// The alpha picture, if there is one. It has the size of the picture.
  let alpha: HEIFPicture<Coding>?
  let isPremultiplied: Bool
  /// The part of the picture that is shown.
  let frame: PixelRect
  let orientation: Orientation
  /// The colours stated by the container, or by the coded picture if the container states none.
  let codes: ColorCodes?
  let iccProfile: [UInt8]?
  let capturedAt: Date?

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

  // MARK: Placement

  /// Returns the crop, and the Exif orientation equivalent to the rotations and mirrorings after it, in the order of
  /// the properties. The orientation in the Exif block is ignored in this format.
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
        // Two mirrorings at one axis cancel out; at both axes they are half a turn.
        if mirroring != 0 && mirroring != axis + 1 { turns = (turns + 2) % 4 }
        mirroring = mirroring == 0 ? axis + 1 : 0
      default: break
      }
    }
    return (frame, Orientation(quarterTurns: turns, mirroring: mirroring))
  }
}
