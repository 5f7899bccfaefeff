import Hummingbird
import Mustache
import PackshotKit
import Text

/// A page: what all pages have, and the content that its template shows.
struct Page {
  /// A link to one of the studio's parts.
  struct Part {
    let path: String
    let name: String
    let isHere: Bool
  }

  let title: String
  let parts: [Part]
  let otherParts: [Part]
  /// The name of this page's part, if it is one of `otherParts`.
  let otherName: String?
  /// The edits that the buttons undo and redo; nil if there is none. Undo is for the changes made in this studio; the history
  /// undoes everybody's.
  let undo: String?
  let undoNumber: String
  let redo: String?
  /// What was undone or redone last.
  let step: HistoryStep?
  /// Proves that a form is from one of the studio's pages.
  let form: String
  /// The idempotency key of the page's forms; see ``IdempotentForms``.
  let key: String
  /// What the last action did, or why it failed.
  let notice: Notice?
  /// Why nothing can be saved; nil if it can.
  let problem: String?
  let content: Any

  struct Notice {
    let text: String
    let isError: Bool
  }
}

extension Shop {
  private static let parts = [
    ("photos", "Photos"), ("products", "Products"), ("sales", "Sales"), ("recipes", "Recipes"),
  ]
  /// The parts behind “More”.
  private static let otherParts = [
    ("runs", "Runs"), ("goldens", "Golden pictures"), ("customers", "Customers"), ("makers", "Makers"),
    ("collections", "Collections"), ("history", "History"),
  ]

  /// Returns a page, for code that may wait for the catalog.
  ///
  /// - Parameters:
  ///   - template: Name of the template, whose `{{#content}}` is `content`.
  ///   - part: Path of the part that the page belongs to.
  ///   - done: Whether to say what was done last.
  func page(
    _ template: String, title: String, part: String, status: HTTPResponse.Status = .ok, done: Bool = false,
    notice: Page.Notice? = nil,
    _ content: Any
  ) throws -> Response {
    try page(
      template, title: title, part: part, status, isDone: done, notice, content,
      catalog.store.history(limit: Self.edits))
  }

  /// Returns a page, for asynchronous code, which mustn't wait for the catalog on one of Swift's threads.
  func page(
    _ template: String, title: String, part: String, status: HTTPResponse.Status = .ok, done: Bool = false,
    notice: Page.Notice? = nil,
    _ content: Any
  ) async throws -> Response {
    let history = try await catalog.perform { try $0.store.history(limit: Self.edits) }
    return try page(template, title: title, part: part, status, isDone: done, notice, content, history)
  }

  /// How many edits are looked through for those that can be undone and redone.
  private static let edits = 100

  private func page(
    _ template: String, title: String, part: String, _ status: HTTPResponse.Status, isDone: Bool,
    _ notice: Page.Notice?,
    _ content: Any, _ history: [HistoryEntry]
  ) throws -> Response {
    let undone = history.filter(\.isUndone)
    let own = history.first { $0.isOwn && !$0.isUndone }
    let page = Page(
      title: title, parts: Self.parts.map { .init(path: $0.0, name: $0.1, isHere: $0.0 == part) },
      otherParts: Self.otherParts.map { .init(path: $0.0, name: $0.1, isHere: $0.0 == part) },
      otherName: Self.otherParts.first { $0.0 == part }?.1,
      undo: own?.label, undoNumber: own.map { "\($0.id)" } ?? "",
      redo: undone.count == 1 ? undone[0].label : undone.isEmpty ? nil : "the last undone edit",
      step: lastStep.withLock(\.self),
      form: token.form, key: Token.random(),
      notice: notice ?? (isDone ? own.map { .init(text: "Done: \($0.label).", isError: false) } : nil),
      problem: problem, content: content
    )
    guard let html = Templates.library.render(page, withTemplate: template) else {
      throw HTTPError(.internalServerError, message: "there is no template \(template)")
    }
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }
}

extension Shop {
  /// Why nothing can be saved; nil if it can.
  private var problem: String? {
    do throws(StoreError) {
      try catalog.store.checkWritable()
      return nil
    } catch { return error.descriptor.sentence }
  }
}

/// The templates, which are part of the program.
enum Templates {
  /// Escapes scalar by scalar. Mustache's own escaping takes a quotation mark with a combining accent for one character, and lets
  /// it pass.
  private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { markupText(text) }
  }

  static let library = {
    MustacheContentTypes.register(PageText(), named: "PAGE")
    return MustacheLibrary(
      templates: sources.mapValues { bytes in
        let text = "{{% CONTENT_TYPE:PAGE}}" + String(decoding: bytes, as: UTF8.self)
        // The templates are part of the sources, so a mistake in one is ours.
        do { return try MustacheTemplate(string: text) } catch { fatalError("\(error)") }
      })
  }()

  private static let sources = [
    "case": PackageResources.case_mustache, "facts": PackageResources.facts_mustache,
    "failure": PackageResources.failure_mustache, "field": PackageResources.field_mustache,
    "goldens": PackageResources.goldens_mustache, "history": PackageResources.history_mustache,
    "home": PackageResources.home_mustache,
    "list": PackageResources.list_mustache, "page": PackageResources.page_mustache,
    "pair": PackageResources.pair_mustache,
    "photo": PackageResources.photo_mustache, "photos": PackageResources.photos_mustache,
    "plan": PackageResources.plan_mustache, "proof": PackageResources.proof_mustache,
    "recipe": PackageResources.recipe_mustache, "recipes": PackageResources.recipes_mustache,
    "record": PackageResources.record_mustache, "remove": PackageResources.remove_mustache,
    "rows": PackageResources.rows_mustache, "run": PackageResources.run_mustache,
    "runs": PackageResources.runs_mustache, "slider": PackageResources.slider_mustache,
    "suite": PackageResources.suite_mustache, "tiles": PackageResources.tiles_mustache,
    "trials": PackageResources.trials_mustache,
  ]
}
