import CLibraries
import PixelCore

/// Takes planes as ``PlaneWriter`` does.
package protocol PlaneSink: AnyObject {
  /// Takes the next group of rows of luma and both chromas, each row the plane's stride after the one above it. Rows and the
  /// last group are filled up.
  func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) throws
  /// Says that all rows have been written.
  func finish() throws
}

/// Writes a JPEG from planes: luma, and for each 2 × 2 of it one sample of either chroma, as ``PlaneLayout`` says
/// what they are.
///
/// The same samples and options give the same bytes. After an error, and before ``finish()``, what the sink has is no
/// whole file.
package final class PlaneWriter: PlaneSink {
  /// Rows of luma in a group; of either chroma there are half as many.
  public static let groupHeight = 16

  private let encoder: JPEGEncoder

  init(
    size: PixelSize, settings: JPEG, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) {
    encoder = try JPEGEncoder(to: SinkBox(sink))
    let segments = JPEGMetadata.segments(metadata)
    try encoder.check {
      packshot_jpeg_writer_start_planes(
        $0, UInt32(size.width), UInt32(size.height), Int32(settings.quality), settings.progressive ? 1 : 0,
        metadata.iccProfile, metadata.iccProfile?.count ?? 0, segments, segments.count)
    }
  }

  /// How many samples of each row of luma are read, for a picture of some width; of either chroma half as many. Those that
  /// belong to no pixel repeat the last one, so that they cost little.
  public static func paddedWidth(_ width: Int) -> Int { (width + 15) & ~15 }

  /// Encodes the next group of rows of luma and both chromas, each row the plane's stride after the one above it. A last
  /// group that is not full repeats the picture's last row.
  public func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) throws(CodecError) {
    let pointers = planes.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    try encoder.check { packshot_jpeg_writer_write_planes($0, pointers, planes.map(\.stride)) }
  }

  /// Ends the file, once all rows are written. The sink has taken every byte when it returns.
  public func finish() throws(CodecError) { try encoder.check { packshot_jpeg_writer_finish($0) } }
}
