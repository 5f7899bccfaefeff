/// An error as a value that can be compared, stored, written as JSON, and sent between processes.
///
/// `code` and `reason` stay the same in every version. `message` is English text for people, and may be improved.
public struct ErrorDescriptor: DescribedError, Hashable {
  /// The kind of failure.
  public var code: ErrorCode
  /// The specific failure within ``code``; empty in ``DescribedError/descriptor`` if it is the name of the error's
  /// case.
  public var reason: String
  /// What was found, and what is allowed. A recipe's message may have several lines.
  public var message: String
  /// What the error is about: paths, values, limits.
  public var details: Details
  /// What can be done about it, if known.
  public var remedy: Remedy?

  /// The error itself.
  public var descriptor: ErrorDescriptor { self }

  /// - Parameters:
  ///   - details: Additional details. They take precedence over details from the labels of the case's values.
  ///   - reason: The reason, if it isn't the name of the case.
  public init(
    _ code: ErrorCode, _ message: String, _ details: Details = [:], reason: String = "", remedy: Remedy? = nil
  ) {
    (self.code, self.reason, self.message, self.details, self.remedy) = (code, reason, message, details, remedy)
  }

  /// Describes any error. An error that isn't a ``DescribedError`` becomes a fault.
  public init(_ error: any Error) {
    guard let error = error as? any DescribedError else {
      self.init(.fault, "\(error)", reason: "fault")
      return
    }
    self = error.descriptor
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return }
    if reason.isEmpty { reason = caseName(of: error).kebabCase }
    guard let payload = mirror.children.first else { return }
    let values = Mirror(reflecting: payload.value)
    for (name, value) in values.displayStyle == .tuple ? Array(values.children) : [payload] {
      let isLabelled = values.displayStyle == .tuple && name?.hasPrefix(".") == false
      if isLabelled || value is any DetailedValue { details.add(value, named: name ?? "") }
    }
  }

  /// The same error with another message, code or remedy, and with more details.
  public func with(
    message: String? = nil, _ details: Details = [:], code: ErrorCode? = nil, remedy: Remedy? = nil
  ) -> ErrorDescriptor {
    ErrorDescriptor(
      code ?? self.code, message ?? self.message, details.with(self.details), reason: reason,
      remedy: remedy ?? self.remedy)
  }

  /// The error with texts cut to the lengths that are accepted from another process.
  public var bounded: ErrorDescriptor {
    ErrorDescriptor(
      code, message.cut(to: 4000), details.bounded(count: 20, length: 500), reason: reason.cut(to: 100),
      remedy: remedy?.bounded)
  }
}

extension ErrorDescriptor: Codable {
  private enum CodingKeys: String, CodingKey { case code, reason, message, details, remedy }

  /// Encodes an object, without keys for empty properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    if !reason.isEmpty { try container.encode(reason, forKey: .reason) }
    try container.encode(message, forKey: .message)
    if !details.values.isEmpty { try container.encode(details, forKey: .details) }
    try container.encodeIfPresent(remedy, forKey: .remedy)
  }

  /// Decodes an object. An unknown code, for example from a newer version, becomes a fault.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      ErrorCode(rawValue: try container.decode(String.self, forKey: .code)) ?? .fault,
      try container.decode(String.self, forKey: .message),
      try container.decodeIfPresent(Details.self, forKey: .details) ?? [:],
      reason: try container.decodeIfPresent(String.self, forKey: .reason) ?? "",
      remedy: try container.decodeIfPresent(Remedy.self, forKey: .remedy))
  }
}

/// Whether a value of any type is an optional that is nil.
func isNil(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional && mirror.children.isEmpty
}

/// Returns the name of an enum's case: `tooManyPixels`. If an enum has cases without values, it must not define
/// `description`.
package func caseName(of value: Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }

extension String {
  /// The words of a camel-case name, joined with hyphens: `notUTF8` is `not-utf-8`, `noSKUColumn` is `no-sku-column`.
  package var kebabCase: String {
    let letters = Array(self)
    return letters.indices.reduce(into: "") { words, place in
      let letter = letters[place]
      if place > 0, letter.isUppercase || letter.isNumber {
        let isWithin = letters[place - 1].isUppercase && !letter.isNumber
        let next = place + 1 < letters.count ? letters[place + 1] : letter
        if letters[place - 1].isLetter, !isWithin || next.isLowercase { words += "-" }
      }
      words += letter.lowercased()
    }
  }
}
