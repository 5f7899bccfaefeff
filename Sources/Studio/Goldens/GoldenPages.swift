import Foundation
import Hummingbird
import PackshotKit

/// Golden suites: checks, and the approval or rejection of pictures that have changed.
struct GoldenPages: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    let part = router.group("goldens")
    part.get { _, _ in try await list() }
    part.get("suite") { request, _ in try await suite(request.suite) }
    part.get("picture") { request, _ in try await picture(request) }
    part.post("check") { request, _ in
      let form = try await Form(request, shop.token)
      let suite = form["suite"] ?? ""
      try await shop.goldens.check(suite, at: place(suite), options())
      return Response.redirect(to: address(suite))
    }
    part.post("approve") { request, _ in try await approve(Form(request, shop.token)) }
    part.post("reject") { request, _ in
      let form = try await Form(request, shop.token)
      let suite = form["suite"] ?? ""
      if let name = form["case"] { shop.goldens[suite]?.rejected.insert(name) }
      return Response.redirect(to: address(suite))
    }
  }

  private func address(_ suite: String) -> String { "/goldens/suite?suite=\(suite.percentEncoded)" }

  /// The path of a suite; the studio's folder itself can be one.
  private func place(_ suite: String) throws -> String {
    suite.isEmpty ? shop.folder.path : try shop.folder.absolutePath(of: suite)
  }

  private func options() -> GoldenCheck.Options {
    var options = GoldenCheck.Options()
    (options.limits, options.workers) = (shop.limits, shop.workers)
    return options
  }

  // MARK: The list of suites

  struct List {
    let count: String
    let rows: [Row]
    let isEmpty: Bool
  }

  private func list() async throws -> Response {
    let suites = try await BlockingWork.run { [shop] _ in shop.folder.contents().suites }
    let rows = suites.map { suite in
      let check = shop.goldens[suite]
      return Row(
        id: suite, address: address(suite), title: suite.isEmpty ? "This folder" : suite,
        subtitle: check.map { "checked \($0.at.displayText)" } ?? "not checked yet",
        figures: check.map { [.init(name: "failed", text: "\($0.failing.count)")] } ?? [])
    }
    return try await shop.page(
      "goldens", title: "Golden pictures", part: "goldens",
      List(count: suites.count.counted("suite"), rows: rows, isEmpty: rows.isEmpty))
  }

  // MARK: A suite

  struct Suite {
    let suite: String
    let name: String
    let cases: Int
    let isChecked: Bool
    let summary: String
    let open: [Case]
    let isAllPassed: Bool
    let passed: [String]
    let hasPassed: Bool
  }

  /// A case that didn't pass.
  struct Case {
    let suite: String
    let name: String
    let state: String
    let message: String
    let suggestion: String?
    let expected: String?
    let actual: String?
    let difference: String?
    /// Names the case and the picture that is to be approved.
    let approval: String?
    let isRejected: Bool
    let number: Int
  }

  private func suite(_ suite: String) async throws -> Response {
    let place = try place(suite)
    let cases = try await BlockingWork.run { _ in try GoldenSuite(folder: place).cases }
    let check = shop.goldens[suite]
    let open = (check?.failing ?? []).enumerated().map { number, outcome in
      Case(outcome, of: suite, check!, number: number, picture: picture(of: outcome, suite, check!.pictures))
    }
    let passed = check?.outcomes.filter { $0.state == .passed }.map(\.name) ?? cases.map(\.name)
    return try await shop.page(
      "suite", title: suite.isEmpty ? "Golden suite" : suite, part: "goldens",
      Suite(
        suite: suite, name: suite.isEmpty ? "This folder" : suite, cases: cases.count, isChecked: check != nil,
        summary: check.map {
          "\($0.outcomes.count.counted("case")), \(passed.count.formatted()) passed, checked \($0.at.displayText) in "
            + "\($0.summary.seconds.formatted(.number.precision(.fractionLength(1)))) seconds"
        } ?? cases.count.counted("case"), open: open, isAllPassed: check != nil && open.isEmpty, passed: passed,
        hasPassed: !passed.isEmpty))
  }

  /// Returns the address of a case's picture, if there is one.
  private func picture(of outcome: GoldenOutcome, _ suite: String, _ folder: String) -> (String) -> String? {
    { name in
      let path = "\(folder)/\(outcome.name)/\(name).png"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return "/goldens/picture?suite=\(suite.percentEncoded)&case=\(outcome.name.percentEncoded)&picture=\(name)"
        + "&\(outcome.digest ?? "")"
    }
  }

  private func picture(_ request: Request) async throws -> Response {
    guard let check = shop.goldens[request.suite], let name = request.query("case"),
      let picture = request.query("picture"), ["expected", "actual", "difference"].contains(picture),
      check.outcomes.contains(where: { $0.name == name }),
      let bytes = FileManager.default.contents(atPath: "\(check.pictures)/\(name)/\(picture).png")
    else { throw HTTPError(.notFound) }
    return Response(
      status: .ok, headers: [.contentType: "image/png"], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  // MARK: Approval

  private func approve(_ form: Form) async throws -> Response {
    let suite = form["suite"] ?? ""
    let path = try place(suite)
    let names = form["approval"].map { [$0] } ?? []
    if names.isEmpty { throw HTTPError(.badRequest, message: "No case was chosen.") }
    let options = options()
    try await BlockingWork.run { _ in
      let approval = try GoldenApproval(GoldenSuite(folder: path), names: names, options: options)
      let steps = approval.steps()
      if let refused = steps.first(where: { $0.refusal != nil }) {
        throw HTTPError(.conflict, message: "\(refused.outcome.name) is not approved: \(refused.refusal!).")
      }
      try approval.approve(steps)
    }
    try await shop.goldens.check(suite, at: path, options)
    return Response.redirect(to: address(suite))
  }
}

extension StudioGoldens.Check {
  /// The cases that didn't pass.
  var failing: [GoldenOutcome] { outcomes.filter { $0.state != .passed } }
}

extension GoldenPages.Case {
  fileprivate init(
    _ outcome: GoldenOutcome, of suite: String, _ check: StudioGoldens.Check, number: Int, picture: (String) -> String?
  ) {
    self.init(
      suite: suite, name: outcome.name, state: "\(outcome.state)", message: outcome.message.sentence,
      suggestion: outcome.remedy?.suggestion.sentence, expected: picture("expected"), actual: picture("actual"),
      difference: picture("difference"), approval: outcome.digest.map { "\(outcome.name)@\($0)" },
      isRejected: check.rejected.contains(outcome.name), number: number)
  }
}

extension Request {
  fileprivate var suite: String { query("suite") ?? "" }
}
