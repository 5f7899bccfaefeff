public import Errors

/// Why a condition could not be read, and where.
public struct ConditionError: Error, Hashable {
  /// The whole condition, as it was given.
  public let text: String
  /// What it is about, counted in characters of the text; empty at the end where something is missing.
  public let place: Range<Int>
  /// What is wrong.
  public let kind: ConditionFault
  /// What stands there.
  public let found: String
  /// The words of which one may have been meant.
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

  /// What stands there, and what is wrong with it.
  public var fault: String { kind.words.fault }

  /// What is allowed instead.
  public var advice: String { kind.words.advice }

  /// The sentence with something said behind the fault, such as what was probably meant.
  public func message(suggesting suggestion: String = "") -> String { fault + suggestion + "; " + advice }

  /// The text before the place, in it and behind it: one line, of a long text only what is near.
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
  /// What is wrong and what is allowed, in a sentence.
  public var descriptor: ErrorDescriptor {
    .init(
      .condition, message(),
      [
        "condition": text, "start": place.lowerBound, "end": place.upperBound, "found": found.isEmpty ? nil : found,
        "candidates": candidates.isEmpty ? nil : candidates,
      ], reason: kind.reason)
  }
}
