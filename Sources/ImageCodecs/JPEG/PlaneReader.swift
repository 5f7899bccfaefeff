import CLibraries
import PixelCore

/// Reads a JPEG as the planes that it holds, without interpolating chroma or converting colours.
///
/// At less than its full size a file that is in order is read from its blocks' lowest coefficients, which is several times as
/// fast as libjpeg (``isReduced``), which decodes all others. Of chroma that is smaller than luma both ways less is left out,
/// so that it is as large as luma if it can be.
package final class PlaneReader {
  /// How large the picture is decoded.
  public let scale: DecodeScale
  /// The planes of the whole picture at its full size.
  public let fullLayout: PlaneLayout
  /// What ``read(into:)`` delivers.
  public let layout: PlaneLayout
  /// How many rows of each plane come with each group.
  public let groupHeights: [Int]
  /// How many samples of a row of each plane are written: at least its width, as blocks are whole.
  public let paddedWidths: [Int]
  private let decoder: JPEGDecoder
  /// The whole picture, where it is decoded to less than its size without libjpeg.
  private let reduced: ReducedPicture?
  private var row = 0
  private var group = 0

  /// Whether the planes are made of the blocks' lowest coefficients alone: those of a file in order, at less than its size.
  /// Others libjpeg decodes.
  public var isReduced: Bool { reduced != nil }

  /// Of how many samples across and down those of a plane are means: at an eighth of its size, of a block's.
  public func meansOf(plane: Int) -> Int {
    let own = plane == 0 ? scale : fullLayout.chromaScale(scale)
    return isReduced && own == .eighth ? 8 : 1
  }

  /// What the header said.
  public var info: ImageInfo { decoder.info }

  /// What a person should know of this file although it was read: complete after the last row.
  public var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits) throws(CodecError) {
    decoder = try JPEGDecoder(file, limits: limits)
    guard let planes = decoder.info.planes else { throw .noPlanes(.jpeg) }
    (self.scale, fullLayout) = (scale, planes)
    if scale != .full, let reduced = ReducedPicture(file, scale: scale, limits: limits), reduced.layout == planes {
      self.reduced = reduced
      layout = planes.scaled(scale)
      (groupHeights, paddedWidths) = (reduced.groupHeights, reduced.paddedWidths)
      return
    }
    reduced = nil
    layout = planes.scaled(scale)
    let described = try decoder.setPlaneScale(scale, count: layout.sizes.count)
    precondition(
      zip(described, layout.sizes).allSatisfy { Int($0.width) == $1.width && Int($0.height) == $1.height },
      "libjpeg makes planes of the sizes that its rule says")
    groupHeights = described.map { Int($0.group_height) }
    paddedWidths = described.map { Int($0.padded_width) }
  }

  /// A reader of the same picture at a smaller scale, from the coefficients that this one has read; nil where it has not. It
  /// delivers what a reader of the file does.
  public func reader(at scale: DecodeScale) -> PlaneReader? {
    guard let reduced, scale.rawValue < self.scale.rawValue else { return nil }
    return PlaneReader(self, reduced.picture(at: scale), scale: scale)
  }

  private init(_ other: PlaneReader, _ reduced: ReducedPicture, scale: DecodeScale) {
    (decoder, fullLayout, self.scale, self.reduced) = (other.decoder, other.fullLayout, scale, reduced)
    layout = fullLayout.scaled(scale)
    (groupHeights, paddedWidths) = (reduced.groupHeights, reduced.paddedWidths)
  }

  /// Decodes the next group of rows of every plane to where `destinations` say, each row the plane's stride after the one
  /// above it. What comes below a plane's last row is no part of the picture.
  ///
  /// With the last group the file is read to its end and found whole, or the call throws.
  /// - Returns: Whether there was a group left.
  public func read(
    into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]
  ) throws(CodecError) -> Bool {
    if let reduced {
      guard group < reduced.groupCount else { return false }
      reduced.makeGroup(group, into: destinations)
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
