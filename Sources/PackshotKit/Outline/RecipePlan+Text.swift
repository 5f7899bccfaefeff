import ImageCodecs
import Text

extension RecipePlan {
  /// The plan as text for people. Each line ends with a line feed.
  public var text: String {
    var lines = ["recipe \(recipe), \(subject)"]
    lines += sources.map { "source \($0.name): \($0.summary)" }
    lines.append("photo: \(photo)")
    for (index, line) in colors.enumerated() { lines.append(index == 0 ? "colours: \(line)" : "  \(line)") }
    lines.append(
      working.map { "work in \($0.bits) bits, \($0.transfer)" } ?? "only move pixels, which keep the file's values")
    lines += steps.map(\.line)
    for output in notMade {
      lines.append("output \(output.file): not made of this photo, because \(output.reason)")
    }
    for output in outputs {
      lines.append("output \(output.file)")
      lines += output.notes.map { "  \($0)" } + output.steps.map(\.line)
      lines.append("  encode \(output.encoding): \(output.encoded), \(output.encoded.bits) bits per channel")
    }
    lines.append(
      "memory for one photo: about \(bytesPerPhoto.megabytes) plus the file itself; "
        + "shared by all photos: \(sharedBytes.megabytes)")
    return lines.map { printableText($0) + "\n" }.joined()
  }
}

extension RecipePlan.Shape: CustomStringConvertible {
  /// The shape as text, such as `at most 300 × 200, opaque`.
  public var description: String { "\(isLimit ? "at most " : "")\(width) × \(height), \(alpha)" }
}

extension RecipePlan.Step {
  fileprivate var line: String { "  \(filter) → \(output)\(work.words)" }
}

extension RecipePlan.Work {
  fileprivate var words: String {
    switch self {
    case .rows: ""
    case .fusedWithNext: ", fused with the next"
    case .fused: ", fused"
    case .whole: ", needs the whole image (barrier)"
    case .late: ", once it is resized"
    }
  }
}
