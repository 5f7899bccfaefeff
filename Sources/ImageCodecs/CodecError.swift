import PixelCore

/// Why a file could not be read or written.
public enum CodecError: Error, Sendable {
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

  /// What happened, in a sentence for the person whose file it is.
  public var message: String {
    switch self {
    case .notAnImage(let found):
      "this is \(found); packshot reads \(FormatList.names("and"))"
    case .unsupported(let format, let feature):
      "this \(format.name) has \(feature), which packshot does not read; save it as an ordinary \(format.name)"
    case .noLibrary(let format, let name, let reason):
      "\(format.name) needs \(name), which is not installed or cannot be loaded (\(reason)); install it"
    case .tooManyPixels(let size, let limit):
      "the picture has \(size) = \(size.pixelCount) pixels; the limit is \(limit), and --max-pixels raises it"
    case .sideTooLong(let size, let limit):
      "the picture is \(size) pixels; neither side may exceed \(limit)"
    case .tooMuchMetadata(let format, let found, let limit):
      "the \(format.name) has \(found.map { "\($0)" } ?? "more than \(limit)") bytes of metadata (Exif, colour profile); "
        + "the limit is \(limit), and --max-metadata raises it"
    case .tooManyScans(let limit):
      "the JPEG has more scans than the limit of \(limit); --max-scans raises it"
    case .tookTooLong(let limit):
      "it took longer than \(limit == limit.rounded() ? "\(Int(limit))" : "\(limit)") seconds, which is the limit for a photo; --max-seconds raises it"
    case .truncated(let format, let row):
      "the \(format.name) is cut short: its data ends \(Self.place(row))"
    case .damaged(let format, let reason, let row):
      "the \(format.name) is damaged \(Self.place(row)): \(reason)"
    case .outOfMemory(let format):
      "there is not enough memory for this \(format.name)"
    case .tooLargeToWrite(let format, let size, let limit):
      "a \(format.name) cannot hold \(size) pixels; neither side may exceed \(limit)"
    case .invalidOption(let format, let name, let found, let allowed):
      "the \(name) of the \(format.name) is \(found); it must be \(allowed)"
    case .tooManyBytes(let format, let quality, let found, let limit):
      "the \(format.name) has \(found) bytes even at quality \(quality); targetBytes allows \(limit): "
        + "make the picture smaller, or allow more"
    case .noPlanes(let format):
      "this \(format.name) has no planes of luma and chroma to be read by themselves; read its rows of pixels"
    case .notWritable(let format, let reason):
      "the \(format.name) cannot be written: \(reason)"
    case .sinkFailed(let error):
      "the encoded picture could not be stored: \(error)"
    }
  }

  private static func place(_ row: Int?) -> String {
    row.map { "after row \($0)" } ?? "in its header"
  }
}
