import Errors
import PixelCore

/// Why a file can't be read or written.
public enum CodecError: DescribedError {
  /// The content isn't in a supported format; `found` says what it looks like.
  case notAnImage(found: String)
  /// A picture or a drawing in a format that packshot doesn't read.
  case unsupportedFormat(format: UnsupportedFormat)
  /// A valid file with an unsupported feature, such as "12-bit samples".
  case unsupported(ImageFileFormat, feature: String)
  /// The library for the format can't be loaded; `why` is the message of the system's loader.
  case noLibrary(ImageFileFormat, library: String, why: String)
  /// More pixels than the limits allow.
  case tooManyPixels(size: PixelSize, limit: Int)
  /// A side longer than ``DecodeLimits/longestSide``.
  case sideTooLong(size: PixelSize, limit: Int)
  /// More bytes of metadata than the limits allow; `found` is nil if the exact number isn't known.
  case tooMuchMetadata(ImageFileFormat, found: Int?, limit: Int)
  /// A JPEG with more scans than the limits allow.
  case tooManyScans(limit: Int)
  /// Reading took longer than the limit, in seconds.
  case tookTooLong(limit: Double)
  /// The file ends before its end mark, after `row` whole rows; nil if it ends within the header.
  case truncated(ImageFileFormat, row: Int?)
  /// The content contradicts itself or the format, after `row` whole rows; nil in the header.
  case damaged(ImageFileFormat, why: String, row: Int?)
  /// The decoder or encoder can't allocate memory.
  case outOfMemory(ImageFileFormat)
  /// A picture with a side longer than the format's `limit`.
  case tooLargeToWrite(ImageFileFormat, size: PixelSize, limit: Int)
  /// A picture with more pixels than the format allows.
  case tooManyPixelsToWrite(ImageFileFormat, size: PixelSize, limit: Int)
  /// A setting out of the format's range, such as a JPEG quality of 200.
  case invalidOption(ImageFileFormat, name: String, found: String, allowed: String)
  /// A picture whose file exceeds its byte limit even at the lowest quality.
  case tooManyBytes(ImageFileFormat, quality: Int, found: Int, limit: Int)
  /// The file doesn't store luma and chroma as planes that can be read separately.
  case noPlanes(ImageFileFormat)
  /// The encoder refuses the picture, for example because an ICC profile isn't for RGB.
  case notWritable(ImageFileFormat, why: String)
  /// The recipient of the encoded bytes failed with this error.
  case sinkFailed(any Error)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .notAnImage(let found): .init(.notAnImage, "this is \(found); packshot reads \(FormatList.names("and"))")
    case .unsupportedFormat(let format):
      .init(
        .notAnImage, "this is \(format.description); packshot reads \(FormatList.names("and"))",
        remedy: .exportAsPicture(format))
    case .unsupported(let format, let feature):
      .init(
        .notAnImage, "this \(format.name) has \(feature), which packshot does not read",
        remedy: .saveAsOrdinary(format))
    case .noLibrary(let format, let name, let why):
      .init(
        .notAnImage, "\(format.name) needs \(name), which is not installed or cannot be loaded (\(why))",
        remedy: .installFormatLibrary)
    case .tooManyPixels(let size, let limit):
      .init(
        .overLimit, "the picture has \(size) = \(size.pixelCount) pixels; the limit is \(limit)",
        remedy: .raiseLimit(.maxPixels))
    case .sideTooLong(let size, let limit):
      .init(.overLimit, "the picture is \(size) pixels; neither side may exceed \(limit)")
    case .tooMuchMetadata(let format, let found, let limit):
      .init(
        .overLimit,
        "the \(format.name) has \(found.map { "\($0)" } ?? "more than \(limit)") bytes of metadata (Exif, colour profile); "
          + "the limit is \(limit)", remedy: .raiseLimit(.maxMetadata))
    case .tooManyScans(let limit):
      .init(.overLimit, "the JPEG has more scans than the limit of \(limit)", remedy: .raiseLimit(.maxScans))
    case .tookTooLong(let limit):
      .init(
        .overLimit,
        "the photo took longer than the limit of \(limit == limit.rounded() ? "\(Int(limit))" : "\(limit)") seconds",
        remedy: .raiseLimit(.maxSeconds))
    case .truncated(let format, let row):
      .init(.damaged, "the \(format.name) is cut short: its data ends \(Self.place(row))")
    case .damaged(let format, let why, let row):
      .init(.damaged, "the \(format.name) is damaged \(Self.place(row)): \(why)")
    case .outOfMemory(let format): .init(.overLimit, "there is not enough memory for this \(format.name)")
    case .tooLargeToWrite(let format, let size, let limit):
      .init(.recipe, "a \(format.name) cannot hold \(size) pixels; neither side may exceed \(limit)")
    case .tooManyPixelsToWrite(let format, let size, let limit):
      .init(.recipe, "a \(format.name) cannot hold \(size) = \(size.pixelCount) pixels; the limit is \(limit)")
    case .invalidOption(let format, let name, let found, let allowed):
      .init(.recipe, "the \(name) of the \(format.name) is \(found); it must be \(allowed)")
    case .tooManyBytes(let format, let quality, let found, let limit):
      .init(
        .recipe, "the \(format.name) has \(found) bytes even at quality \(quality); targetBytes allows \(limit)",
        remedy: .allowMoreBytes)
    case .noPlanes(let format):
      .init(
        .recipe,
        "this \(format.name) has no separate planes of luma and chroma; read its rows of pixels")
    case .notWritable(let format, let why): .init(.recipe, "the \(format.name) cannot be written: \(why)")
    case .sinkFailed(let error):
      .init(
        .cannotWrite, "the encoded picture could not be stored: \(error)",
        remedy: (error as? any DescribedError)?.remedy)
    }
  }

  private static func place(_ row: Int?) -> String {
    row.map { $0 == 0 ? "before its first row is complete" : "after row \($0)" } ?? "in its header"
  }
}

extension ImageFileFormat: DetailedValue {
  /// The format's identifier.
  public var details: Details { ["format": rawValue] }
}

extension Remedy {
  /// Raise a limit.
  public static func raiseLimit(_ limit: Limit) -> Remedy { .init("raise the limit \(limit)", ["limit": limit]) }
  /// Save the file again without the unsupported feature.
  public static func saveAsOrdinary(_ format: ImageFileFormat) -> Remedy {
    .init("save it as an ordinary \(format.name)", ["format": format])
  }
  /// Export a file as a picture that packshot reads.
  public static func exportAsPicture(_ format: UnsupportedFormat) -> Remedy {
    .init(format.remedy, ["format": format.rawValue])
  }
  /// Install the format's library.
  public static var installFormatLibrary: Remedy { .init("install it") }
  /// Make the picture smaller or allow more bytes, because no quality is low enough.
  public static var allowMoreBytes: Remedy { .init("make the picture smaller, or allow more") }
}
