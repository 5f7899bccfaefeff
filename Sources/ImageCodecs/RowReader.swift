import PixelCore

/// A picture being decoded, from its top row down.
///
/// Pixels come as red, green, blue, alpha, encoded, in the file's own colour space: 16 bits per channel from
/// samples of more than 8 bits, otherwise 8. The picture is not turned. Readers are used by one thread at a time and share
/// nothing.
package protocol RowReader: AnyObject {
  /// What the header said.
  var info: ImageInfo { get }
  /// Size and format of what ``read(rows:into:stride:)`` delivers: the format is ``ImageInfo/pixelFormat``.
  var shape: ImageShape { get }
  /// What a person should know of this file although it was read: each once, complete after the last row.
  var warnings: [String] { get }

  /// Decodes the next rows to `destination`, each `stride` bytes after the one above it.
  ///
  /// With the last row the file is read to its end and found whole, or the call throws. So after it the picture is the
  /// file's, complete: a file that ends early, has a wrong check sum or lacks its end mark never passes for a good one.
  /// - Returns: how many rows were decoded: `rows`, or as many as were left.
  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int
}
