import PixelCore

/// The alpha of a picture in a HEIF file.
///
/// Alpha is a picture that refers to the picture with the colours (`auxl`): one for the whole picture, or one for each
/// part of a grid. Other pictures with such a reference, such as a depth map or a gain map, state another purpose in
/// their `auxC`.
struct HEIFAlpha<Coding: HEIFCoding> {
  /// The alpha picture; nil if the colours have none.
  let picture: HEIFPicture<Coding>?
  let isPremultiplied: Bool

  /// The names of alpha in an `auxC`: for HEVC, for AVC and for any coding.
  private static var names: [String] {
    [
      "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
    ]
  }

  /// - Parameters:
  ///   - id: The item of the colours.
  ///   - colors: The picture of that item.
  init(of id: UInt32, _ colors: HEIFPicture<Coding>, _ container: HEIFContainer) throws(CodecError) {
    let format = container.format
    if let alpha = Self.alpha(of: id, container) {
      picture = try HEIFPicture(alpha, in: container)
      isPremultiplied = container.references.targets("prem", of: id).contains(alpha)
    } else {
      let alphas = colors.parts.map { Self.alpha(of: $0.id, container) }
      let known = alphas.compactMap(\.self)
      guard !known.isEmpty else {
        (picture, isPremultiplied) = (nil, false)
        return
      }
      let premultiplied = zip(colors.parts, known).filter {
        container.references.targets("prem", of: $0.id).contains($1)
      }
      guard known.count == alphas.count, [0, alphas.count].contains(premultiplied.count) else {
        throw .unsupported(format, feature: "alpha that is not alike in all parts of its grid")
      }
      picture = try HEIFPicture(known, columns: colors.columns, size: colors.size, in: container)
      isPremultiplied = !premultiplied.isEmpty
    }
    guard picture!.size == colors.size, picture!.coding.depth == colors.coding.depth else {
      throw .unsupported(format, feature: "alpha of another size or depth than its colours")
    }
  }

  /// Returns the item that is the alpha of another item.
  private static func alpha(of id: UInt32, _ container: HEIFContainer) -> UInt32? {
    container.references.sources("auxl", of: id).first { names.contains(container.items[$0]?.purpose ?? "") }
  }
}
