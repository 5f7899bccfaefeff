import Foundation
import Hummingbird
import PackshotKit

/// The runs of all processes: the list, and a page that follows a run.
struct RunPages: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    let part = router.group("runs")
    part.get { request, _ in try await list(from: request.offset) }
    part.get(":id") { request, context in try await page(context.id, failuresFrom: request.offset) }
    part.post(":id/stop") { request, context in
      _ = try await Form(request, shop.token)
      shop.runs[try context.id]?.stop.stop()
      return Response.redirect(to: "/runs/\(try context.id.text)")
    }
  }

  // MARK: The list

  private static let pageSize = 100

  struct List {
    let count: String
    let rows: [Row]
    let isEmpty: Bool
    let next: String?
    let failure: String?
  }

  private func list(from offset: Int) async throws -> Response {
    try await shop.catalog.perform { catalog in
      try catalog.stopKilledRuns()
      let list = try catalog.read { reader in
        let runs = try reader.fetch(
          Fetch<Catalog.Run>(by: [.init("started", descending: true)], limit: Self.pageSize, offset: offset))
        let count = try reader.count(Fetch<Catalog.Run>())
        return List(
          count: count.counted("run"), rows: runs.map { row($0) }, isEmpty: count == 0,
          next: offset + Self.pageSize < count ? "?from=\(offset + Self.pageSize)" : nil,
          failure: shop.runs.failure?.sentence)
      }
      return try shop.page("runs", title: "Runs", part: "runs", list)
    }
  }

  func row(_ run: Catalog.Run) -> Row {
    var figures = [Row.Figure(name: "rendered", text: Int(run.rendered).formatted())]
    if run.unchanged > 0 { figures.append(.init(name: "unchanged", text: Int(run.unchanged).formatted())) }
    if run.failed > 0 { figures.append(.init(name: "failed", text: Int(run.failed).formatted())) }
    if run.conflict > 0 { figures.append(.init(name: "kept", text: Int(run.conflict).formatted())) }
    let settings = RunSettings(run, shop.catalog.paths)
    return Row(
      id: run.id.text, address: "/runs/\(run.id.text)", title: run.started.displayText,
      subtitle: [
        run.status.rawValue, settings.recipe.map(shop.folder.relative), settings.output.map(shop.folder.relative),
      ]
      .compactMap(\.self).joined(separator: ", "), figures: figures)
  }

  // MARK: A run

  struct RunContent {
    let title: String
    let status: String
    let isRunning: Bool
    let isOwn: Bool
    let address: String
    let done: Int
    let found: Int?
    let facts: [PhotoPages.Fact]
    /// The machine and the engine.
    let machine: String
    let warnings: [String]
    /// Photos with warnings.
    let rows: [Row]
    let hasRows: Bool
    let moreWarned: Details.More?
    let hasWarnings: Bool
    let failures: [Failure]
    let hasFailures: Bool
    let failureCount: String
    let nextFailures: String?
    let tiles: [PhotoPages.Tile]
    let hasTiles: Bool
    let morePhotos: Details.More?
    let again: String?
  }

  struct Failure {
    let path: String
    let message: String
  }

  /// Photos with warnings on the page of a run.
  private static let warnedOnPage = 100

  /// Failed photos on a page of a run.
  private static let failuresOnPage = 500

  private func page(_ id: UUID, failuresFrom offset: Int) async throws -> Response {
    try await shop.catalog.perform { catalog in
      try catalog.stopKilledRuns()
      let allFailures = Fetch<Catalog.RunFailure>(where: .equal("run", id))
      let allPhotos = Fetch<Catalog.Photo>(
        where: .and([.equal("kind", PhotoKind.original), .any("renditions", .equal("run", id))]))
      let ofRun = "renditions.run=\(id.text)"
      let warnedPhotos = Fetch<Catalog.Photo>(
        where: .and([
          .equal("kind", PhotoKind.original), .any("renditions", .and([PhotoFilter.isWarned, .equal("run", id)])),
        ]), by: [.init("path")], limit: Self.warnedOnPage)
      let (rows, warnedCount) = try catalog.read { reader in
        (
          try reader.fetch(warnedPhotos).map { try Row(warned: $0, in: reader) },
          try reader.count(Fetch<Catalog.Photo>(where: warnedPhotos.condition))
        )
      }
      let (run, failures, tiles, failureCount, photoCount) = try catalog.read { reader in
        (
          try reader.existing(Catalog.Run.self, id),
          try reader.fetch(
            Fetch<Catalog.RunFailure>(
              where: allFailures.condition, by: [.init("path")], limit: Self.failuresOnPage, offset: offset)),
          try reader.fetch(
            Fetch<Catalog.Photo>(where: allPhotos.condition, by: [.init("id", descending: true)], limit: 48)
          ).map { try PhotoPages.Tile(of: $0, run: id, in: reader) },
          try reader.count(allFailures), try reader.count(allPhotos)
        )
      }
      let warnings = run.warnings?.split(separator: "\n").map(String.init) ?? []
      let settings = RunSettings(run, shop.catalog.paths)
      let (own, done) = (shop.runs[id], Int(run.rendered + run.unchanged + run.failed + run.conflict))
      let content = RunContent(
        title: "Run of \(run.started.displayText)", status: run.status.rawValue, isRunning: run.status == .running,
        isOwn: own != nil,
        address: "/runs/\(id.text)", done: done, found: own?.found.withLock(\.self),
        facts: facts(of: run, done, settings), machine: "\(run.host), \(run.engineVersion)",
        warnings: warnings, rows: rows, hasRows: !rows.isEmpty,
        moreWarned: .init(
          rows.count, of: warnedCount, "photo", at: "/photos?state=warned&where=\(ofRun.percentEncoded)"),
        hasWarnings: !warnings.isEmpty || !rows.isEmpty,
        failures: failures.map { Failure(path: $0.path, message: $0.message) }, hasFailures: !failures.isEmpty,
        failureCount: failureCount.counted("photo"),
        nextFailures: offset + failures.count < failureCount
          ? "/runs/\(id.text)" + PageAddress.text([:], from: offset + failures.count) : nil,
        tiles: tiles, hasTiles: !tiles.isEmpty,
        morePhotos: .init(tiles.count, of: photoCount, "photo", at: "/photos?where=\(ofRun.percentEncoded)"),
        again: settings.recipe.map(shop.folder.relative).flatMap {
          $0.hasPrefix("/") ? nil : "/recipes/edit?file=\($0.percentEncoded)"
        })
      return try shop.page("run", title: content.title, part: "runs", content)
    }
  }

  private func facts(of run: Catalog.Run, _ done: Int, _ settings: RunSettings) -> [PhotoPages.Fact] {
    let seconds = max((run.finished ?? Date()).timeIntervalSince(run.started), 0.001)
    var facts: [PhotoPages.Fact] = [
      .init(name: "Rendered", text: Int(run.rendered).formatted()),
      .init(name: "Failed", text: Int(run.failed).formatted()),
    ]
    for (name, count) in [
      ("Unchanged", run.unchanged), ("Existing picture kept", run.conflict), ("Skipped files", run.skipped),
    ]
    where count > 0 { facts.append(.init(name: name, text: Int(count).formatted())) }
    if run.status == .running || run.finished != nil {
      facts.append(.init(name: "Time", text: Duration.seconds(seconds).displayText))
      facts.append(
        .init(
          name: "Speed",
          text: "\((Double(done) / seconds).formatted(.number.precision(.fractionLength(1)))) photos a second"))
    }
    if run.status == .running, done > 0, let found = shop.runs[run.id]?.found.withLock(\.self), found > done {
      facts.append(
        .init(
          name: "Time left",
          text: "about " + Duration.seconds(seconds / Double(done) * Double(found - done)).displayText)
      )
    }
    if let recipe = settings.recipe { facts.append(.init(name: "Recipe", text: shop.folder.relative(recipe))) }
    facts.append(.init(name: "Photos", text: settings.inputs.map(shop.folder.relative).joined(separator: ", ")))
    // The absolute path, because people open the pictures in other programs.
    if let output = settings.output { facts.append(.init(name: "Pictures in", text: output)) }
    return facts
  }
}

/// The options of a recorded run.
struct RunSettings: Decodable {
  var recipe: String?
  var inputs: [String] = []
  var output: String?

  /// - Parameter paths: Resolve the recipe's path, which is recorded relative to the catalog.
  init(_ run: Catalog.Run, _ paths: CatalogPaths) {
    self = (try? JSONDecoder().decode(RunSettings.self, from: Data(run.options.utf8))) ?? RunSettings()
    recipe = recipe.map(paths.resolvedPath)
  }

  private init() {}
}

extension Duration {
  /// The duration in hours, minutes and seconds, as the machine's locale writes it.
  var displayText: String {
    formatted(.units(allowed: [.hours, .minutes, .seconds], width: .abbreviated, fractionalPart: .hide))
  }
}
