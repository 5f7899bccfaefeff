import CJPEG
import PixelCore

/// Reads a JPEG as the planes that it holds, without interpolating chroma or converting colours.
public final class PlaneReader {
  /// What ``read(into:)`` delivers.
  public let layout: PlaneLayout
  /// How many rows of each plane come with each group.
  public let groupHeights: [Int]
  /// How many samples of a row of each plane are written: at least its width, as blocks are whole.
  public let paddedWidths: [Int]
  private let decoder: JPEGDecoder
  private var row = 0

  /// What the header said.
  public var info: ImageInfo { decoder.info }

  /// What a person should know of this file although it was read: complete after the last row.
  public var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits) throws(CodecError) {
    decoder = try JPEGDecoder(file, limits: limits)
    guard let planes = decoder.info.planes else { throw .noPlanes(.jpeg) }
    layout = planes.scaled(scale)
    let described = try decoder.setPlaneScale(scale, count: layout.sizes.count)
    precondition(
      zip(described, layout.sizes).allSatisfy { Int($0.width) == $1.width && Int($0.height) == $1.height },
      "libjpeg makes planes of the sizes that its rule says")
    groupHeights = described.map { Int($0.group_height) }
    paddedWidths = described.map { Int($0.padded_width) }
  }

  /// Decodes the next group of rows of every plane to where `destinations` say, each row the plane's stride after the one
  /// above it. What comes below a plane's last row is no part of the picture.
  ///
  /// With the last group the file is read to its end and found whole, or the call throws.
  /// - Returns: Whether there was a group left.
  public func read(
    into destinations: [(base: UnsafeMutableRawPointer, stride: Int)]
  ) throws(CodecError) -> Bool {
    guard row < layout.luma.height else { return false }
    try decoder.readPlanes(to: destinations, row: row)
    row = min(row + groupHeights[0], layout.luma.height)
    if row == layout.luma.height { try decoder.finish(row: row) }
    return true
  }
}
