import PackshotKit

extension PhotoReport {
  /// The event of `run --json`.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", .string("photo")), .init("input", .string(input)), .init("status", .string(status.rawValue)),
      .init("outputs", .array(outputs.map(\.json))),
    ]
    if !warnings.isEmpty { members.append(.init("warnings", .array(warnings.map { .string($0) }))) }
    if let failure {
      members.append(
        .init(
          "error", .object([.init("code", .string(failure.code.rawValue)), .init("message", .string(failure.message))]))
      )
    }
    return .object(members)
  }
}

extension SkippedFile {
  var json: JSONValue {
    .object([
      .init("event", .string("skipped")), .init("input", .string(input)), .init("reason", .string(reason.rawValue)),
      .init("format", format.map { .string($0.rawValue) } ?? .null),
    ])
  }
}

extension PhotoReport.Output {
  fileprivate var json: JSONValue {
    let number = { (number: Int?) in number.map { JSONValue.integer(Int64($0)) } ?? .null }
    var members: [JSONValue.Member] = [
      .init("path", .string(path)), .init("status", .string(status.rawValue)), .init("width", number(width)),
      .init("height", number(height)), .init("bytes", number(byteCount)),
      .init("sha256", sha256.map { .string($0) } ?? .null),
    ]
    if let conflict { members.append(.init("conflict", conflict.json)) }
    return .object(members)
  }
}

extension PhotoReport.Conflict {
  fileprivate var json: JSONValue {
    switch self {
    case .changed: .object([.init("code", .string("changed"))])
    case .otherRecipe(let name):
      .object([.init("code", .string("other-recipe")), .init("recipe", .string(name))])
    }
  }
}

extension Orphan {
  /// The event of `run --prune --json`.
  var json: JSONValue {
    .object([
      .init("event", .string("orphan")), .init("path", .string(path)), .init("status", .string(status.rawValue)),
    ])
  }
}

extension BatchSummary {
  /// The last event of `run --json`.
  var json: JSONValue {
    let counts = [
      ("rendered", rendered), ("wouldRender", wouldRender), ("unchanged", unchanged), ("failed", failed),
      ("conflict", conflict), ("skipped", skipped), ("skippedPictures", skippedPictures), ("renamed", renamed),
      ("removed", removed), ("wouldRemove", wouldRemove),
    ]
    return .object(
      [.init("event", .string("summary"))] + counts.map { .init($0.0, .integer(Int64($0.1))) }
        + [.init("stopped", .boolean(isStopped)), .init("seconds", .double((seconds * 1000).rounded() / 1000))])
  }
}
