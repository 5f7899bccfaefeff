import Errors
import PixelCore

/// Why a file could not be read or written.
public enum CodecError: DescribedError {
  /// The content is no format that is read; `found` says what it looks like.
  case notAnImage(found: String)
  /// A valid file with something in it that is not read, such as "12-bit samples".
  case unsupported(ImageFileFormat, feature: String)
  /// The library that reads and writes the format cannot be loaded; `reason` is what the system's loader says.
  case noLibrary(ImageFileFormat, name: String, reason: String)
  /// More pixels than the limits allow.
  case tooManyPixels(size: PixelSize, limit: Int)
  /// A side longer than any that is read.
  case sideTooLong(size: PixelSize, limit: Int)
  /// More bytes of metadata than the limits allow; `found` is nil where that is all that is known.
  case tooMuchMetadata(ImageFileFormat, found: Int?, limit: Int)
  /// More scans of a JPEG than the limits allow.
  case tooManyScans(limit: Int)
  /// Reading took longer than the limit, in seconds.
  case tookTooLong(limit: Double)
  /// The file ends before its end mark, after `row` whole rows; nil where it ends within the header.
  case truncated(ImageFileFormat, row: Int?)
  /// The content contradicts itself or the format, found after `row` whole rows; nil in the header.
  case damaged(ImageFileFormat, reason: String, row: Int?)
  /// The decoder or encoder got no memory.
  case outOfMemory(ImageFileFormat)
  /// A picture that the format cannot hold: a side is longer than `limit`.
  case tooLargeToWrite(ImageFileFormat, size: PixelSize, limit: Int)
  /// A picture with more pixels than the format can hold.
  case tooManyPixelsToWrite(ImageFileFormat, size: PixelSize, limit: Int)
  /// A setting that the format does not take, such as a JPEG's quality of 200.
  case invalidOption(ImageFileFormat, name: String, found: String, allowed: String)
  /// A picture whose file has more bytes than it may, even at the lowest quality.
  case tooManyBytes(ImageFileFormat, quality: Int, found: Int, limit: Int)
  /// The file's picture has no planes of luma and chroma to be read by themselves.
  case noPlanes(ImageFileFormat)
  /// The encoder refuses, for `reason`: an ICC profile that does not belong to RGB, for one.
  case notWritable(ImageFileFormat, reason: String)
  /// Whoever takes the encoded bytes failed with this error.
  case sinkFailed(any Error)
}
