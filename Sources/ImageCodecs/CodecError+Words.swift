import Errors
import PixelCore

extension CodecError {
  /// What kind of failure it is.
  public var code: ErrorCode {
    switch self {
    case .notAnImage, .unsupported, .noLibrary: .notAnImage
    case .tooManyPixels, .sideTooLong, .outOfMemory, .tooMuchMetadata, .tooManyScans, .tookTooLong: .overLimit
    case .truncated, .damaged: .damaged
    case .tooLargeToWrite, .tooManyPixelsToWrite, .invalidOption, .tooManyBytes, .noPlanes, .notWritable: .recipe
    case .sinkFailed: .cannotWrite
    }
  }

  /// Which of the cases it is.
  public var reason: String {
    switch self {
    case .notAnImage: "not-an-image"
    case .unsupported: "unsupported-feature"
    case .noLibrary: "no-format-library"
    case .tooManyPixels: "too-many-pixels"
    case .sideTooLong: "side-too-long"
    case .tooMuchMetadata: "too-much-metadata"
    case .tooManyScans: "too-many-scans"
    case .tookTooLong: "took-too-long"
    case .truncated: "truncated"
    case .damaged: "damaged"
    case .outOfMemory: "out-of-memory"
    case .tooLargeToWrite: "too-large-to-write"
    case .tooManyPixelsToWrite: "too-many-pixels-to-write"
    case .invalidOption: "invalid-setting"
    case .tooManyBytes: "too-many-bytes"
    case .noPlanes: "no-planes"
    case .notWritable: "not-writable"
    case .sinkFailed: "sink-failed"
    }
  }

  /// The format, what was found, and what is allowed.
  public var facts: Facts {
    switch self {
    case .notAnImage(let found): ["found": .text(found)]
    case .unsupported(let format, let feature): ["format": .text(format.rawValue), "feature": .text(feature)]
    case .noLibrary(let format, let name, let why):
      ["format": .text(format.rawValue), "library": .text(name), "why": .text(why)]
    case .tooManyPixels(let size, let limit), .sideTooLong(let size, let limit):
      ["width": .count(size.width), "height": .count(size.height), "limit": .count(limit)]
    case .tooMuchMetadata(let format, let found, let limit):
      ["format": .text(format.rawValue), "found": found.map { .count($0) }, "limit": .count(limit)]
    case .tooManyScans(let limit): ["limit": .count(limit)]
    case .tookTooLong(let limit): ["limit": .number(limit)]
    case .truncated(let format, let row): ["format": .text(format.rawValue), "row": row.map { .count($0) }]
    case .damaged(let format, let why, let row):
      ["format": .text(format.rawValue), "why": .text(why), "row": row.map { .count($0) }]
    case .outOfMemory(let format), .noPlanes(let format): ["format": .text(format.rawValue)]
    case .tooLargeToWrite(let format, let size, let limit), .tooManyPixelsToWrite(let format, let size, let limit):
      [
        "format": .text(format.rawValue), "width": .count(size.width), "height": .count(size.height),
        "limit": .count(limit),
      ]
    case .invalidOption(let format, let name, let found, let allowed):
      ["format": .text(format.rawValue), "setting": .text(name), "found": .text(found), "allowed": .text(allowed)]
    case .tooManyBytes(let format, let quality, let found, let limit):
      [
        "format": .text(format.rawValue), "quality": .count(quality), "found": .count(found), "limit": .count(limit),
      ]
    case .notWritable(let format, let why): ["format": .text(format.rawValue), "why": .text(why)]
    case .sinkFailed: [:]
    }
  }

  /// What can be done about it, where that is known.
  public var remedy: (any Remedy)? {
    switch self {
    case .tooManyPixels: LimitRemedy.raise(.maxPixels)
    case .tooMuchMetadata: LimitRemedy.raise(.maxMetadata)
    case .tooManyScans: LimitRemedy.raise(.maxScans)
    case .tookTooLong: LimitRemedy.raise(.maxSeconds)
    case .unsupported(let format, _): CodecRemedy.saveAsOrdinary(format)
    case .noLibrary: CodecRemedy.installLibrary
    case .tooManyBytes: CodecRemedy.allowMoreBytes
    case .sinkFailed(let error): (error as? any DescribedError)?.remedy
    case .notAnImage, .sideTooLong, .truncated, .damaged, .outOfMemory, .tooLargeToWrite, .tooManyPixelsToWrite,
      .invalidOption, .noPlanes, .notWritable:
      nil
    }
  }

  /// What happened, in a sentence for the person whose file it is.
  public var message: String {
    switch self {
    case .notAnImage(let found): "this is \(found); packshot reads \(FormatList.names("and"))"
    case .unsupported(let format, let feature):
      "this \(format.name) has \(feature), which packshot does not read"
    case .noLibrary(let format, let name, let why):
      "\(format.name) needs \(name), which is not installed or cannot be loaded (\(why))"
    case .tooManyPixels(let size, let limit):
      "the picture has \(size) = \(size.pixelCount) pixels; the limit is \(limit)"
    case .sideTooLong(let size, let limit): "the picture is \(size) pixels; neither side may exceed \(limit)"
    case .tooMuchMetadata(let format, let found, let limit):
      "the \(format.name) has \(found.map { "\($0)" } ?? "more than \(limit)") bytes of metadata (Exif, colour profile); "
        + "the limit is \(limit)"
    case .tooManyScans(let limit): "the JPEG has more scans than the limit of \(limit)"
    case .tookTooLong(let limit):
      "it took longer than \(limit == limit.rounded() ? "\(Int(limit))" : "\(limit)") seconds, which is the limit for a photo"
    case .truncated(let format, let row): "the \(format.name) is cut short: its data ends \(Self.place(row))"
    case .damaged(let format, let why, let row): "the \(format.name) is damaged \(Self.place(row)): \(why)"
    case .outOfMemory(let format): "there is not enough memory for this \(format.name)"
    case .tooLargeToWrite(let format, let size, let limit):
      "a \(format.name) cannot hold \(size) pixels; neither side may exceed \(limit)"
    case .tooManyPixelsToWrite(let format, let size, let limit):
      "a \(format.name) cannot hold \(size) = \(size.pixelCount) pixels; it may have \(limit)"
    case .invalidOption(let format, let name, let found, let allowed):
      "the \(name) of the \(format.name) is \(found); it must be \(allowed)"
    case .tooManyBytes(let format, let quality, let found, let limit):
      "the \(format.name) has \(found) bytes even at quality \(quality); targetBytes allows \(limit)"
    case .noPlanes(let format):
      "this \(format.name) has no planes of luma and chroma to be read by themselves; read its rows of pixels"
    case .notWritable(let format, let why): "the \(format.name) cannot be written: \(why)"
    case .sinkFailed(let error): "the encoded picture could not be stored: \(error)"
    }
  }

  private static func place(_ row: Int?) -> String {
    row.map { $0 == 0 ? "before its first row is complete" : "after row \($0)" } ?? "in its header"
  }
}
