import PixelCore

/// A decoder that delivers a picture row by row, from the top.
///
/// Pixels are red, green, blue, alpha, encoded, in the file's own colour space. CMYK is the exception: readers convert
/// it (``ColorHandling``). Channels have 16 bits if samples have more than 8 bits, otherwise 8. The orientation isn't
/// applied. A reader is used by one thread at a time and shares no state.
package protocol RowReader: AnyObject {
  /// The file's header.
  var info: ImageInfo { get }
  /// Size and format of the rows from ``read(rows:into:stride:)``: the format is ``ImageInfo/pixelFormat``.
  var shape: ImageShape { get }
  /// Warnings about the file, without repetitions. Complete after the last row.
  var warnings: [String] { get }

  /// Decodes the next rows to `destination`, `stride` bytes apart.
  ///
  /// Before it returns the last row, it reads the file to its end, and throws if the file isn't complete. So a file
  /// that ends early, has a wrong checksum or lacks its end mark never passes for a good one.
  /// - Returns: Number of decoded rows: `rows`, or as many as were left.
  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int
}
