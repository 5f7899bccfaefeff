import Text

extension SuiteReport {
  /// Returns the report as JUnit XML, which build servers show with their other tests.
  ///
  /// Failed, missing and obsolete cases are failures. Broken cases are errors.
  public func junit() -> String {
    let failures = count(.failed) + count(.missing) + count(.obsolete)
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(count(.broken))\" skipped=\"0\""
    let attributes = "name=\"\(markupText(name))\" \(counts) time=\"\(Self.time(seconds))\""
    var xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(attributes)>
      <testsuite \(attributes)>

      """
    for item in cases { xml += testCase(item) }
    return xml + "</testsuite>\n</testsuites>\n"
  }

  private func testCase(_ item: Case) -> String {
    // Build servers group by class names, whose parts are separated by dots as in Java.
    let parts = item.name.split(separator: "/", omittingEmptySubsequences: false)
    let folder = ([name] + parts.dropLast().map(String.init)).joined(separator: ".")
    let element =
      switch item.state {
      case .passed: ""
      case .failed, .missing, .obsolete: "failure"
      case .broken: "error"
      }
    let head =
      "<testcase classname=\"\(markupText(folder))\" name=\"\(markupText(String(parts.last ?? "")))\" "
      + "time=\"\(Self.time(item.seconds ?? 0))\""
    guard !element.isEmpty else { return head + "/>\n" }

    let message = "message=\"\(markupText(item.headline))\""
    var lines = item.objections + item.facts.map { "\($0.label): \($0.value)" }
    if let argument = item.approveArgument {
      lines.append("Approve: \(approveCommand(confirmed: true)) \(shellWord(argument))")
    }
    // Each line is escaped separately, so that the line breaks between them aren't.
    let text = lines.map(markupText).joined(separator: "\n")
    return head + "><\(element) type=\"\(item.state.rawValue)\" \(message)>\(text)</\(element)></testcase>\n"
  }

  /// Returns seconds in JUnit's format: three decimals with a decimal point.
  private static func time(_ seconds: Double) -> String {
    let thousandths = Int((min(max(seconds.isNaN ? 0 : seconds, 0), 1e9) * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
