import Foundation
import Golden
import PixelCore
import Synchronization
import Testing
import Text

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The content of a suite's reports, whatever the cases' names. `scripts/check-report` checks in a browser how the page
/// behaves.
@Suite struct ReportTests {
  private static let awkward = [
    "a<b>&\"c\" 'd'", "</script><script>alert(1)</script>", "<!--", "pipe|and\\|more", "`tick` ``ticks```",
    "two\nlines\r\n",
    "bell\u{7} and nul\u{0}", "sep\u{2028}and\u{2029}", "right\u{202E}left", "\u{FFFE}\u{FFFF}", "-rf", "",
    "$(touch x) ;&",
    "{{pictures}}", "@team #12 https://example.com", "Ünï 🧉",
  ]

  private func report(_ names: [String], state: SuiteReport.State = .failed) -> SuiteReport {
    let cases = names.map { name in
      var item = SuiteReport.Case(name: name, state: state, headline: "why \(name)")
      item.facts = [.init("fact \(name)", name)]
      item.objections = [name]
      item.recipe = [.init(.added, name)]
      item.why = name
      item.damage = [.init(PixelRect(origin: .zero, size: PixelSize(width: 2, height: 3)), pixels: 4, largest: 5)]
      item.approveArgument = "\(name)@12345678"
      return item
    }
    return SuiteReport(name: names.first ?? "empty", suite: "goldens", seconds: 1.5, version: "1.0", cases: cases)
  }

  /// The JSON in a page.
  private func state(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "<script type=\"application/json\" id=\"report\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script>"))
    let json = Data(page[start.upperBound..<end.lowerBound].utf8)
    return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  // MARK: - The page

  @Test func thePageContainsEveryNameUnchanged() throws {
    let page = report(Self.awkward).html()
    let state = try state(of: page)
    let cases = try #require(state["cases"] as? [[String: Any]])
    #expect(cases.compactMap { $0["name"] as? String } == Self.awkward)
    #expect(cases.compactMap { $0["note"] as? String } == Self.awkward)
    #expect(state["name"] as? String == Self.awkward[0])
    #expect(cases[0]["damage"] as? [[Int]] == [[0, 0, 2, 3, 4, 5]])
  }

  @Test func noNameEndsAScriptOrOpensAComment() {
    let plain = report(["plain"]).html()
    let awkward = report(Self.awkward).html()
    for tag in ["<script", "</script", "<!--", "<b>", "<title"] {
      #expect(awkward.components(separatedBy: tag).count == plain.components(separatedBy: tag).count, "\(tag)")
    }
    #expect(awkward.contains("<title>a&lt;b&gt;&amp;&quot;c&quot; &#39;d&#39;</title>"))
  }

  @Test func everyPlaceholderOfThePageIsReplaced() {
    #expect(!report(["plain"]).html().contains("{{"))
  }

  @Test func casesThatNeedADecisionComeFirst() throws {
    var report = report(["passes", "breaks", "fails", "is new"])
    for (index, state) in [SuiteReport.State.passed, .broken, .failed, .missing].enumerated() {
      report.cases[index].state = state
    }
    let cases = try #require(try state(of: report.html())["cases"] as? [[String: Any]])
    #expect(cases.compactMap { $0["name"] as? String } == ["fails", "is new", "breaks", "passes"])
  }

  @Test func picturesAreEmbeddedWithinTheBudget() throws {
    let bytes = [UInt8](repeating: 7, count: 1000)
    var report = report(["passes", "first", "second", "third"])
    report.cases[0].state = .passed
    for index in report.cases.indices { report.cases[index].actual = .embedded(bytes, orBeside: "\(index) a.png") }
    func embedded(_ budget: Int) -> [Bool] {
      let page = report.html(pictureBudget: budget)
      return (0..<4).map { page.contains("id=\"picture-\($0)\"") }
    }
    #expect(embedded(0) == [false, false, false, false])
    #expect(embedded(1999) == [true, false, false, false])
    #expect(embedded(3000) == [true, true, true, false])
    #expect(embedded(4000) == [true, true, true, true])
    #expect(report.html(pictureBudget: 1000).contains(Data(bytes).base64EncodedString()))

    // The first picture belongs to the first failure, not to the passed case.
    let cases = try #require(try state(of: report.html())["cases"] as? [[String: Any]])
    let pictures = try #require(cases[0]["pictures"] as? [String: [String: Any]])
    #expect(pictures["actual"]?["path"] as? String == "1 a.png")
  }

  @Test func aPictureWithoutAPathIsAlwaysEmbedded() {
    var report = report(["one"])
    report.cases[0].expected = .embedded([1, 2, 3])
    report.cases[0].actual = .beside("a.png")
    report.cases[0].difference = .embedded(orBeside: "d.png") { nil }
    let page = report.html(pictureBudget: 0)
    #expect(page.contains("id=\"picture-0\" data-type=\"image/png\">AQID</script>"))
    #expect(!page.contains("id=\"picture-1\""))
    #expect(!page.contains("id=\"picture-2\""))
  }

  @Test func noPictureIsReadOnceTheBudgetIsSpent() {
    let reads = Mutex(0)
    var report = report((0..<100).map { "case \($0)" })
    for index in report.cases.indices {
      report.cases[index].actual = .embedded(orBeside: "a.png") {
        reads.withLock { $0 += 1 }
        return [UInt8](repeating: 0, count: 1000)
      }
    }
    _ = report.html(pictureBudget: 2500)
    #expect(reads.withLock { $0 } == 3)
  }

  @Test func aFailingSinkEndsThePage() {
    struct Full: Error {}
    #expect(throws: Full.self) {
      try report(["one"]).writeHTML { (_: UnsafeRawBufferPointer) throws(Full) in throw Full() }
    }
  }

  // MARK: - The command

  @Test(arguments: [
    ("mugs/antique@1f2e3d4c", "mugs/antique@1f2e3d4c"), ("two words", "'two words'"), ("it's", "'it'\\''s'"),
    ("", "''"),
    ("$(x) `y` \"z\"", "'$(x) `y` \"z\"'"), ("~/a", "'~/a'"), ("Ünï", "'Ünï'"),
    ("new\nline's", "$'new\\x0Aline\\'s'"), ("right\u{202E}left", "$'right\\xE2\\x80\\xAEleft'"),
  ])
  func wordsAreQuotedForTheShell(text: String, word: String) {
    #expect(shellWord(text) == word)
  }

  /// bash reads a quoted word back as the text.
  @Test(arguments: awkward.filter { !$0.contains("\0") })
  func bashReadsAQuotedWordAsTheText(text: String) throws {
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["-c", "printf %s \(shellWord(text))"]
    let output = Pipe()
    bash.standardOutput = output
    try bash.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    bash.waitUntilExit()
    #expect(String(decoding: printed, as: UTF8.self) == text)
  }

  @Test func aNameWithAHyphenIsNotTakenForAnOption() {
    #expect(report(["plain"]).approveCommand == "packshot golden approve goldens")
    #expect(report(["plain", "-rf"]).approveCommand == "packshot golden approve -- goldens")
  }

  // MARK: - JUnit

  private final class Reader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var names: [String] = []
    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      counts[element, default: 0] += 1
      if element == "testcase" { names.append(attributes["name"] ?? "") }
    }
  }

  @Test func theXMLIsWellFormedWithTheRightCounts() throws {
    var report = report(Self.awkward)
    for (index, state) in SuiteReport.State.allCases.enumerated() { report.cases[index].state = state }
    let xml = report.junit()
    let parser = XMLParser(data: Data(xml.utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let failures = Self.awkward.count - 2
    #expect(
      reader.counts == [
        "testsuites": 1, "testsuite": 1, "testcase": Self.awkward.count, "failure": failures, "error": 1,
      ])
    #expect(xml.contains("tests=\"\(Self.awkward.count)\" failures=\"\(failures)\" errors=\"1\" skipped=\"0\""))
    #expect(reader.names[0] == "a<b>&\"c\" 'd'")
    #expect(reader.names[5] == "two\nlines\r\n")
    #expect(reader.names[6] == "bell\u{FFFD} and nul\u{FFFD}")
  }

  @Test func foldersAreClassNames() {
    let xml = report(["mugs/blue/antique"], state: .passed).junit()
    #expect(xml.contains("<testcase classname=\"mugs/blue/antique.mugs.blue\" name=\"antique\" time=\"0.000\"/>"))
    #expect(xml.contains("time=\"1.500\""))
  }

  // MARK: - Markdown

  @Test func markdownHasCountsRowsAndTheCommand() {
    var report = report(["mugs/antique"])
    report.name = "Shop"
    report.cases[0].headline = "3 pixels differ"
    report.cases[0].facts = [.init("Changed", "3")]
    #expect(
      report.markdown(page: "out/report.html") == """
        ### Golden suite Shop: 1 failed

        [The report](<out/report.html>) shows the pictures.

        | | Case | Why | Measured |
        |---|---|---|---|
        | failed | <code>mugs/antique</code> | 3 pixels differ | Changed 3 |

        If all of these are correct:

        ```sh
        packshot golden approve --yes goldens mugs/antique@12345678
        ```

        """)
  }

  @Test func markdownKeepsEveryNameInItsCell() {
    let markdown = report(Self.awkward).markdown()
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("| failed") }
    #expect(rows.count == Self.awkward.count)
    for row in rows {
      #expect(row.filter { $0 == "|" }.count == 5, "\(row)")
      #expect(!row.contains("`") && !row.contains("@") && !row.contains("\\"), "\(row)")
    }
    #expect(markdown.contains("````sh"), "the fence is longer than the backticks in a name")
  }

  @Test func markdownStaysBelowGitHubsLimit() {
    let long = report((0..<6000).map { "\(String(repeating: "|", count: 500))\($0)" }).markdown()
    #expect(long.utf8.count < 60_000)
    #expect(long.contains("more.\n"))
    #expect(long.contains("packshot golden approve --yes goldens NAME…"))

    let many = report((0..<6000).map { "case-\($0)" }).markdown()
    #expect(many.split(separator: "\n").filter { $0.hasPrefix("| failed") }.count == 50)
    #expect(many.contains("and 5950 more.\n"))
  }

  @Test func markdownWithoutFailuresIsOneLine() {
    #expect(report(["Shop"], state: .passed).markdown() == "### Golden suite Shop: 1 passed\n\n")
  }
}
