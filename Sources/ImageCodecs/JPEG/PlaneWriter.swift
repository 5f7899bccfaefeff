import CLibraries
import PixelCore

/// A recipient of planes, such as ``PlaneWriter``.
package protocol PlaneSink: AnyObject {
  /// Takes the next group of rows of luma and both chromas, with the given stride in bytes between rows. Each row, and
  /// the last group, is padded to whole blocks.
  func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) throws
  /// Called after all rows have been written.
  func finish() throws
}

/// Writes a JPEG from planes: luma, and for each 2 × 2 luma samples one sample of either chroma, as defined by
/// ``PlaneLayout``.
///
/// The same samples and options give the same bytes. The sink's bytes aren't a whole file before ``finish()`` or after
/// an error.
package final class PlaneWriter: PlaneSink {
  /// Rows of luma in a group. Either chroma has half as many.
  public static let groupHeight = 16

  private let encoder: JPEGEncoder

  init(
    size: PixelSize, settings: JPEG, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    let optimized = settings.optimizedLayout(size)
    encoder = try JPEGEncoder(to: sink, optimized: optimized, appending: metadata.gainMap)
    let segments = JPEGMetadata.segments(metadata)
    try encoder.check {
      packshot_jpeg_writer_start_planes(
        $0, UInt32(size.width), UInt32(size.height), Int32(settings.quality), settings.progressive ? 1 : 0,
        optimized == nil ? 0 : 1, metadata.iccProfile, metadata.iccProfile?.count ?? 0, segments, segments.count)
    }
  }

  /// Returns the number of samples that are read from each row of luma for a picture of the given width. From each row
  /// of chroma, half as many are read. Samples beyond the width should repeat the last one, so that they cost few
  /// bytes.
  public static func paddedWidth(_ width: Int) -> Int { (width + 15) & ~15 }

  /// Encodes the next group of rows of luma and both chromas, with the given stride between rows. Padding rows in the
  /// last group repeat the picture's last row.
  public func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) throws(CodecError) {
    let pointers = planes.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    try encoder.check { packshot_jpeg_writer_write_planes($0, pointers, planes.map(\.stride)) }
  }

  /// Completes the file after all rows have been written. The sink has taken every byte when it returns.
  public func finish() throws(CodecError) { try encoder.finish() }
}
