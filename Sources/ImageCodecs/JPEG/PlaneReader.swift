import CLibraries
import PixelCore

/// Reads the planes stored in a JPEG, without interpolating chroma or converting colours.
///
/// An intact file is read from its blocks (``readsBlocks``), at a reduced scale from their lowest coefficients alone, which
/// is several times as fast as libjpeg. libjpeg decodes all other files. At a reduced scale, chroma that is subsampled in both directions is reduced less, so that it is as large as luma if possible.
package final class PlaneReader {
  /// The scale at which the picture is decoded.
  public let scale: DecodeScale
  /// The planes of the whole picture at full size.
  public let fullLayout: PlaneLayout
  /// The planes that ``read(into:)`` delivers.
  public let layout: PlaneLayout
  /// Number of rows of each plane in a group.
  public let groupHeights: [Int]
  /// Number of samples written per row of each plane: its width, rounded up to whole blocks.
  public let paddedWidths: [Int]
  private let decoder: JPEGDecoder
  /// The whole picture, if it is decoded without libjpeg.
  private let picture: BlockPicture?
  private let timeLimit: TimeLimit?
  private var row = 0
  private var group = 0

  /// Whether the planes are made from the file's blocks. If false, libjpeg decodes the file.
  public var readsBlocks: Bool { picture != nil }

  /// Returns the side of the square of full-size samples that are averaged in each sample of `plane`: 8 if the plane is
  /// decoded at an eighth of its size and ``readsBlocks``, otherwise 1.
  public func meansOf(plane: Int) -> Int {
    let own = plane == 0 ? scale : fullLayout.chromaScale(scale)
    return readsBlocks && own == .eighth ? 8 : 1
  }

  /// The file's header.
  public var info: ImageInfo { decoder.info }

  /// Warnings about the file. Complete after the last row.
  public var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits) throws(CodecError) {
    decoder = try JPEGDecoder(file, limits: limits)
    guard let planes = decoder.info.planes else { throw .noPlanes(.jpeg) }
    (self.scale, fullLayout, timeLimit) = (scale, planes, limits.timeLimit)
    if let picture = BlockPicture(file, scale: scale, limits: limits), picture.layout == planes {
      self.picture = picture
      layout = planes.scaled(scale)
      (groupHeights, paddedWidths) = (picture.groupHeights, picture.paddedWidths)
      return
    }
    picture = nil
    layout = planes.scaled(scale)
    let described = try decoder.setPlaneScale(scale, count: layout.sizes.count)
    precondition(
      zip(described, layout.sizes).allSatisfy { Int($0.width) == $1.width && Int($0.height) == $1.height },
      "libjpeg makes planes of the sizes that its rule says")
    groupHeights = described.map { Int($0.group_height) }
    paddedWidths = described.map { Int($0.padded_width) }
  }

  /// Returns a reader of the same picture at another scale, which reuses what this reader knows of the blocks. It
  /// delivers the same samples as a new reader of the file. Nil if this reader isn't ``readsBlocks``, or holds too few
  /// coefficients, as that of a progressive file does for a larger scale.
  public func reader(at scale: DecodeScale) -> PlaneReader? {
    picture?.picture(at: scale).map { PlaneReader(self, $0, scale: scale) }
  }

  private init(_ other: PlaneReader, _ picture: BlockPicture, scale: DecodeScale) {
    (decoder, fullLayout, self.scale, self.picture) = (other.decoder, other.fullLayout, scale, picture)
    (layout, timeLimit) = (fullLayout.scaled(scale), other.timeLimit)
    (groupHeights, paddedWidths) = (picture.groupHeights, picture.paddedWidths)
  }

  /// Decodes the next group of rows of every plane to `destinations`, with the given stride between rows. Rows below a
  /// plane's last row aren't part of the picture.
  ///
  /// The last group is returned only after the file has been read to its end and is complete. Otherwise the call
  /// throws.
  /// - Returns: Whether there was a group left.
  public func read(
    into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]
  ) throws(CodecError) -> Bool {
    if let picture {
      try timeLimit?.check()
      guard group < picture.groupCount else { return false }
      picture.makeGroup(group, into: destinations)
      group += 1
      return true
    }
    guard row < layout.luma.height else { return false }
    try decoder.readPlanes(to: destinations)
    row = min(row + groupHeights[0], layout.luma.height)
    if row == layout.luma.height { try decoder.finish() }
    return true
  }
}
