public import Errors

/// An error in a typed condition, with its position.
public struct ConditionError: Error, Hashable {
  /// The condition as typed.
  public let text: String
  /// The position of the error, counted in characters of the text. Empty at the end if something is missing.
  public let place: Range<Int>
  /// The kind of error.
  public let kind: ConditionFault
  /// The text at that position.
  public let found: String
  /// The words that may have been meant.
  public let candidates: [String]

  init(
    _ text: String, at place: Range<Int>, _ kind: ConditionFault, found: String = "", candidates: [String] = []
  ) {
    self.text = text
    self.place = place
    self.kind = kind
    self.found = found
    self.candidates = candidates
  }

  /// The fault, with the text found.
  public var fault: String { kind.words.fault }

  /// What is allowed instead.
  public var advice: String { kind.words.advice }

  /// The message, with a suggestion such as “did you mean …” after the fault.
  public func message(suggesting suggestion: String = "") -> String { fault + suggestion + "; " + advice }

  /// The text before, at and after the position, on one line. Long text is cut off on both sides.
  public var excerpt: (before: String, marked: String, after: String) {
    let (start, end) = (max(0, place.lowerBound - 48), min(text.count, place.upperBound + 24))
    let part = { (range: Range<Int>) in String(text.dropFirst(range.lowerBound).prefix(range.count)) }
    return (
      (start > 0 ? "…" : "") + part(start..<place.lowerBound), part(place),
      part(place.upperBound..<end) + (end < text.count ? "…" : "")
    )
  }
}

extension ConditionError: DescribedError {
  /// The fault and the allowed alternatives, as a sentence.
  public var descriptor: ErrorDescriptor {
    .init(
      .condition, message(),
      [
        "condition": text, "start": place.lowerBound, "end": place.upperBound, "found": found.isEmpty ? nil : found,
        "candidates": candidates.isEmpty ? nil : candidates,
      ], reason: kind.reason)
  }
}
