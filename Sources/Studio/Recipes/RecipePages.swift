import Files
import Foundation
import Hummingbird
import PackshotKit
import Recipes

/// The recipe bench: recipes are edited, tried on photos, saved and run.
struct RecipePages: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    let part = router.group("recipes")
    part.get { _, _ in try await list() }
    part.get("edit") { request, _ in
      try await bench(request.query("file"), from: request.query("from"), done: request.query("done"))
    }
    part.post("edit") { request, _ in try await act(Form(request, shop.token)) }
    part.post("try") { request, _ in try await trials(Form(request, shop.token)) }
  }

  // MARK: The list

  struct List {
    let count: String
    let rows: [Row]
    let isEmpty: Bool
    let used: [Row]
    let hasUsed: Bool
  }

  private func list() async throws -> Response {
    let files = try await BlockingWork.run { [shop] _ in shop.folder.contents().recipes }
    return try await shop.catalog.perform { catalog in
      // The recipes of pictures on record, by name, each in its newest version.
      let used = try catalog.read { reader in
        try reader.fetch(Fetch<Catalog.Recipe>(by: [.init("id", descending: true)], limit: 200)).map { recipe in
          Row(
            id: recipe.id.text, address: "/photos?kind=rendition&where=\("recipe=\(recipe.id.text)".percentEncoded)",
            title: recipe.name,
            subtitle: "\(recipe.hash.prefix(12)), \(recipe.engineVersion.split(separator: ",").first ?? "")",
            figures: [.init(name: "pictures", text: "\(try reader.count("photos", of: recipe))")])
        }
      }
      return try shop.page(
        "recipes", title: "Recipes", part: "recipes",
        List(
          count: files.count.counted("recipe"),
          rows: files.map { Row(id: $0, address: "/recipes/edit?file=\($0.percentEncoded)", title: $0) },
          isEmpty: files.isEmpty,
          used: used, hasUsed: !used.isEmpty))
    }
  }

  // MARK: The bench

  struct Bench {
    let file: String
    let isNew: Bool
    let text: String
    /// Identifies the text that was read from the file.
    let version: String
    /// Whether the text isn't the file's.
    let isUnsaved: Bool
    /// What the file has now, if it was changed since the page read it.
    let other: String?
    /// What a new recipe can start from.
    let starts: [PhotoFilter.Choice]
    let trials: [RecipeTrial.Result]
    let error: RecipeTrial.Mistake?
    let photos: [Choice]
    let names: [String]
    let outputs: [PhotoFilter.Choice]
    let inputs: String
    let output: String
  }

  /// One of the photos that the recipe is tried on.
  struct Choice {
    let number: Int
    let path: String
  }

  /// - Parameters:
  ///   - start: What a new recipe starts from.
  ///   - done: What was done last: `saved`, or `nothing` if there was nothing to run.
  private func bench(_ file: String?, from start: String?, done: String?) async throws -> Response {
    let form: RecipeForm
    let starts = file == nil ? RecipeStart.all : []
    let chosen = starts.first { $0.name == start } ?? starts.first
    if let file {
      let text = try read(file)
      form = RecipeForm(file: file, text: text, version: text.version)
    } else {
      let start = chosen?.name ?? ""
      let name = try await BlockingWork.run { [shop] _ in freeName(start, among: shop.folder.contents().recipes) }
      // Pictures name the recipe that made them, so each recipe has a name of its own.
      let text = chosen?.text.replacing("name: \(start)", with: "name: \(name)", maxReplacements: 1) ?? ""
      form = RecipeForm(file: name + ".yaml", text: text, version: "")
    }
    let texts = ["saved": "Saved.", "nothing": "Every picture is up to date, so nothing was run."]
    return try await show(
      form, starts: starts.map { .init(value: $0.name, name: $0.title, isChosen: $0.name == chosen?.name) },
      notice: done.flatMap { texts[$0] }.map { .init(text: $0, isError: false) })
  }

  /// Returns a name for a new recipe: the given one, or else a numbered name such as `shop-2`.
  private func freeName(_ first: String, among recipes: [String]) -> String {
    var (name, number) = (first, 1)
    while recipes.contains(name + ".yaml") {
      number += 1
      name = "\(first)-\(number)"
    }
    return name
  }

  private func show(
    _ form: RecipeForm, starts: [PhotoFilter.Choice] = [], isTried: Bool = false, notice: Page.Notice? = nil,
    error: ErrorDescriptor? = nil
  ) async throws -> Response {
    let names = try await shop.catalog.read { reader in
      try reader.fetch(Fetch<Catalog.Photo>(where: .equal("kind", PhotoKind.original), by: [.init("path")], limit: 500))
        .map(\.path)
    }
    var form = form
    // After a conflict, the next save replaces what the file has now.
    let other = error?.reason == ChangedMeanwhile.reason ? try read(form.file) : nil
    if let other { form.version = other.version }
    if form.photos.allSatisfy(\.isEmpty) { form.photos = Self.spread(names) }
    // A page comes at once, and its script asks for the pictures.
    let trial = try await RecipeTrial(form, in: shop, isRendered: isTried)
    let last = try await lastRun(of: form.file)
    let bench = Bench(
      file: form.file, isNew: form.version.isEmpty, text: form.text, version: form.version,
      isUnsaved: isUnsaved(form), other: other, starts: starts,
      trials: trial.results,
      error: trial.mistake,
      photos: (0..<3).map { Choice(number: $0 + 1, path: $0 < form.photos.count ? form.photos[$0] : "") },
      names: names, outputs: trial.outputs, inputs: form.inputs ?? last.inputs, output: form.output ?? last.output)
    return try await shop.page(
      "recipe", title: form.file.isEmpty ? "New recipe" : form.file, part: "recipes",
      status: error?.code.status ?? .ok, notice: error.map { .init(text: $0.sentence, isError: true) } ?? notice, bench)
  }

  /// Three photos from the beginning, the middle and the end.
  private static func spread(_ names: [String]) -> [String] {
    names.count < 4 ? names : [names[0], names[names.count / 2], names[names.count - 1]]
  }

  /// Whether the text that a person sent isn't in its file.
  private func isUnsaved(_ form: RecipeForm) -> Bool {
    form.isSent && (form.version.isEmpty || (try? read(form.file))?.withLineFeeds != form.text)
  }

  private func read(_ file: String) throws -> String {
    try EncodedText.read(try shop.folder.absolutePath(of: file))
  }

  /// The pictures of a recipe that is being written, as a part of the page.
  private func trials(_ form: Form) async throws -> Response {
    let isNewest = form["page"].map(shop.trials.begin) ?? { true }
    let trial = try await RecipeTrial(RecipeForm(form), in: shop, isNewest: isNewest)
    let content = TrialsContent(trials: trial.results, error: trial.mistake)
    let html = Templates.library.render(content, withTemplate: "trials") ?? ""
    return Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  struct TrialsContent {
    let trials: [RecipeTrial.Result]
    let error: RecipeTrial.Mistake?
  }

  // MARK: Actions

  private func act(_ sent: Form) async throws -> Response {
    let form = RecipeForm(sent)
    switch sent["action"] {
    case "save": return try await save(form)
    case "plan": return try await plan(form)
    case "run": return try await run(form)
    default: return try await show(form, isTried: true)
    }
  }

  private func save(_ form: RecipeForm) async throws -> Response {
    do {
      try await BlockingWork.run { [shop] _ in try form.write(in: shop.folder) }
    } catch {
      return try await show(form, error: ErrorDescriptor(error))
    }
    return .redirect(to: "/recipes/edit?file=\(form.file.percentEncoded)&done=saved")
  }

  /// What a run would do.
  struct Plan {
    let recipe: RecipeForm
    let isUnsaved: Bool
    let inputs: String
    let output: String
    let summary: String
    let rows: [Row]
    let more: Int?
    let isNothing: Bool
    let warnings: [String]
  }

  private func plan(_ form: RecipeForm) async throws -> Response {
    do {
      var options = try self.options(form)
      options.isDryRun = true
      let recipe = try form.recipe(in: shop.folder)
      let (reports, warnings, summary) = try await Self.dryRun(recipe, options)
      let rows = reports.filter { $0.status != .unchanged }.map { report in
        Row(
          id: report.input, address: "", title: shop.folder.relative(report.input),
          subtitle: report.failure?.message ?? report.outputs.map(\.path).joined(separator: ", "),
          figures: [
            .init(name: report.reasons.map(\.displayText).joined(separator: ", "), text: report.status.displayText)
          ])
      }
      return try await shop.page(
        "plan", title: "What a run would do", part: "recipes",
        Plan(
          recipe: form, isUnsaved: isUnsaved(form), inputs: form.inputs ?? "", output: form.output ?? "",
          summary: "\(summary.wouldRender.counted("photo")) to render, \(summary.unchanged.formatted()) up to date, "
            + "\(summary.failed.formatted()) can't be read"
            + (summary.conflict == 0 ? "" : ", \(summary.conflict.counted("existing picture")) kept"),
          rows: Array(rows.prefix(200)), more: rows.count > 200 ? rows.count - 200 : nil,
          isNothing: rows.isEmpty, warnings: warnings))
    } catch {
      return try await show(form, error: ErrorDescriptor(error))
    }
  }

  private static func dryRun(
    _ recipe: Recipe, _ options: BatchOptions
  ) async throws -> (reports: [PhotoReport], warnings: [String], summary: BatchSummary) {
    var (reports, warnings, summary) = ([PhotoReport](), [String](), BatchSummary())
    for try await event in Batch.events(of: recipe, options: options) {
      switch event {
      case .photo(let report): reports.append(report)
      case .warning(let warning): warnings.append(warning.message)
      case .summary(let all): summary = all
      default: break
      }
    }
    return (reports, warnings, summary)
  }

  private func run(_ form: RecipeForm) async throws -> Response {
    do {
      // A run names its recipe's file, so that the run can be repeated.
      let recipe = try await BlockingWork.run { [shop] _ in
        try form.write(in: shop.folder)
        return try form.recipe(in: shop.folder)
      }
      guard let id = try await shop.runs.start(recipe, options(form), in: shop.catalog) else {
        return .redirect(to: "/recipes/edit?file=\(form.file.percentEncoded)&done=nothing")
      }
      return .redirect(to: "/runs/\(id.text)")
    } catch {
      return try await show(form, error: ErrorDescriptor(error))
    }
  }

  private func options(_ form: RecipeForm) throws -> BatchOptions {
    let inputs = (form.inputs ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty
    }
    return shop.options(
      inputs: try inputs.map(shop.folder.absolutePath(of:)), output: try shop.folder.absolutePath(of: form.output ?? "")
    )
  }

  /// The folders of the recipe's last run, or of the last run of any.
  private func lastRun(of file: String) async throws -> (inputs: String, output: String) {
    let runs = try await shop.catalog.read { reader in
      try reader.fetch(Fetch<Catalog.Run>(by: [.init("started", descending: true)], limit: 50)).map {
        RunSettings($0, shop.catalog.paths)
      }
    }
    let own =
      runs.first { $0.recipe.map(shop.folder.relative) == file } ?? runs.first
    let inputs = (own?.inputs ?? []).map(shop.folder.relative).filter { !$0.hasPrefix("/") }
    let output = own?.output.map(shop.folder.relative).flatMap { $0.hasPrefix("/") ? nil : $0 }
    if !inputs.isEmpty { return (inputs.joined(separator: ", "), output ?? "shop") }
    let found = try await BlockingWork.run { [shop] _ in shop.folder.contents().photoFolders }
    return (found.isEmpty ? "photos" : found, output ?? "shop")
  }
}

extension RenderReason {
  /// The reason in words.
  var displayText: String {
    switch self {
    case .new: "new photo"
    case .missing: "the picture is missing"
    case .edited: "the picture was edited"
    case .forced: "rendered again"
    case .content: "the photo changed"
    case .recipe: "new or changed recipe"
    case .product: "the product changed"
    case .focus: "the photo's focus changed"
    case .source: "a picture of the recipe changed"
    case .group: "another photo of the group changed"
    case .engine: "packshot changed"
    }
  }
}

extension PhotoReport.Status {
  /// The status in words.
  var displayText: String { self == .conflict ? "existing picture kept" : rawValue.replacing("-", with: " ") }
}
