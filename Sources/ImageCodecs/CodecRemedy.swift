import Errors

/// What a picture may be and take before it is refused, by the name of the setting.
public enum Limit: String, Sendable, CaseIterable {
  /// The most pixels of a picture.
  case maxPixels
  /// The most bytes of its metadata.
  case maxMetadata
  /// The most scans of a JPEG.
  case maxScans
  /// The longest that it may take, in seconds.
  case maxSeconds
  /// The most bytes of its file.
  case maxFileSize
  /// Bytes that pictures at work may hold in all.
  case maxMemory
}

/// What can be done where a limit is in the way.
public enum LimitRemedy: RestorableRemedy, Equatable, CaseIterable {
  /// Allow more.
  case raise(Limit)

  /// One for each limit.
  public static let allCases = Limit.allCases.map(LimitRemedy.raise)

  /// `raise-limit`.
  public var name: String { "raise-limit" }
  /// The limit, by the name of its setting.
  public var facts: Facts {
    switch self {
    case .raise(let limit): ["limit": .text(limit.rawValue)]
    }
  }
  /// What to do.
  public var suggestion: String {
    switch self {
    case .raise(let limit): "raise the limit \(limit.rawValue)"
    }
  }

  /// Nil where it is another remedy's name.
  public init?(name: String, facts: Facts) {
    guard name == "raise-limit", let limit = facts.text("limit").flatMap(Limit.init) else { return nil }
    self = .raise(limit)
  }
}

/// What can be done about a ``CodecError``, apart from raising a limit.
public enum CodecRemedy: RestorableRemedy, Equatable {
  /// The file has something in it that is not read.
  case saveAsOrdinary(ImageFileFormat)
  /// The format's library is missing.
  case installLibrary
  /// No quality makes the file small enough.
  case allowMoreBytes

  /// The case, as a word that stays the same.
  public var name: String {
    switch self {
    case .saveAsOrdinary: "save-as-ordinary"
    case .installLibrary: "install-format-library"
    case .allowMoreBytes: "allow-more-bytes"
    }
  }

  /// The format.
  public var facts: Facts {
    if case .saveAsOrdinary(let format) = self { ["format": .text(format.rawValue)] } else { [:] }
  }

  /// Nil where it is another remedy's name.
  public init?(name: String, facts: Facts) {
    switch name {
    case Self.installLibrary.name: self = .installLibrary
    case Self.allowMoreBytes.name: self = .allowMoreBytes
    case "save-as-ordinary":
      guard let format = facts.text("format").flatMap(ImageFileFormat.init(rawValue:)) else { return nil }
      self = .saveAsOrdinary(format)
    default: return nil
    }
  }

  /// One of each.
  package static let examples: [CodecRemedy] = [.saveAsOrdinary(.jpeg), .installLibrary, .allowMoreBytes]

  /// What to do.
  public var suggestion: String {
    switch self {
    case .saveAsOrdinary(let format): "save it as an ordinary \(format.name)"
    case .installLibrary: "install it"
    case .allowMoreBytes: "make the picture smaller, or allow more"
    }
  }
}
