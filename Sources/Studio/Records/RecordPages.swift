import Foundation
import Hummingbird
import PackshotKit

/// The pages of one kind of record: the list, a page for each record, and the forms that change it.
struct RecordPages<R: StudioRecord>: Sendable {
  let shop: Shop

  private var catalog: Catalog { shop.catalog }

  func add(to router: Router<BasicRequestContext>) {
    let part = router.group(RouterPath(R.screen.path))
    part.get { request, _ in try await list(request) }
    part.get("new") { _, _ in try await record(nil) }
    part.post("new") { request, _ in try await add(Form(request, shop.token)) }
    part.get(":id") { request, context in try await record(id(context), done: request.isDone) }
    part.post(":id") { request, context in try await save(id(context), Form(request, shop.token)) }
    part.get(":id/remove") { _, context in try await confirm(id(context)) }
    part.post(":id/remove") { request, context in try await remove(id(context), Form(request, shop.token)) }
  }

  func id(_ context: BasicRequestContext) throws -> UUID {
    guard let id = UUID(uuidString: try context.parameters.require("id")) else { throw HTTPError(.notFound) }
    return id
  }

  // MARK: The list

  /// Rows on a page of the list.
  private static var pageSize: Int { 120 }

  private func list(_ request: Request) async throws -> Response {
    let (search, condition) = (request.query("q") ?? "", request.query("where") ?? "")
    let offset = request.offset
    return try await catalog.perform { catalog in
      let list: RecordList<R>
      var refusal: ErrorDescriptor?
      do {
        list =
          search.isEmpty
          ? try RecordList(in: catalog, where: condition, from: offset, count: Self.pageSize)
          : try RecordList(in: catalog, searching: search, where: condition, from: offset, count: Self.pageSize)
      } catch  where !condition.isEmpty && ErrorDescriptor(error).isOfCondition {
        (list, refusal) = (RecordList(), ErrorDescriptor(error))
      }
      let next = list.hasMore ? PageAddress.text(["q": search, "where": condition], from: offset + Self.pageSize) : nil
      return try shop.page(
        "list", title: R.screen.path.capitalized, part: R.screen.path,
        ListContent(
          path: R.screen.path, one: R.screen.one, search: search, condition: condition,
          hasCondition: !condition.isEmpty, example: R.screen.condition,
          count: (list.isCountCut ? "over " : "") + list.count.counted(R.screen.one), sections: list.sections,
          isEmpty: list.count == 0,
          isSearch: !search.isEmpty || !condition.isEmpty, next: next, entity: R.entity.name,
          isSearched: !R.entity.searched.isEmpty, refusal: refusal.map { "The condition can’t be read: " + $0.message })
      )
    }
  }

  /// What a list's page shows.
  struct ListContent {
    let path: String
    let one: String
    let search: String
    let condition: String
    let hasCondition: Bool
    /// An example of a condition on the list.
    let example: String
    let count: String
    let sections: [RecordList<R>.Section]
    let isEmpty: Bool
    let isSearch: Bool
    let next: String?
    let entity: String
    let isSearched: Bool
    let refusal: String?
  }

  // MARK: A record

  /// What a record's page shows.
  struct RecordContent {
    let path: String
    let one: String
    let entity: String
    let address: String
    let isNew: Bool
    let title: String
    let fields: [Field]
    let suggestions: [Suggestions]
    let details: Details
  }

  private func record(_ id: UUID?, done: Bool = false) async throws -> Response {
    try await catalog.perform { catalog in
      try show(catalog.read { reader in try id.map { try reader.existing(R.self, $0) } }, in: catalog, done: done)
    }
  }

  /// Shows a record's page, or an empty form for a new one.
  ///
  /// - Parameter typed: What was typed into the form, if it was refused.
  private func show(
    _ record: R?, in catalog: Catalog, typed: Form? = nil, done: Bool = false, error: ErrorDescriptor? = nil
  ) throws -> Response {
    let refused = error?.details.text("attribute")
    let fields = try R.screen.fields.map { style in
      let now = record == nil && style.isOptional ? "" : try catalog.displayText(record ?? R(), style.name)
      let value = typed.flatMap { $0.changed(style, of: R.entity) }
      var refusal = refused == style.name ? error?.message.sentence : nil
      // Each value that the next save would replace.
      if error?.reason == ChangedMeanwhile.reason {
        let isOther = value != nil && value != now && typed?["was." + style.name] != now
        refusal = isOther ? "Now it is: \(now)" : nil
      }
      return Field(style, of: R.entity, value: value ?? now, was: now, refusal: refusal)
    }
    let concerned = R.screen.fields.first { $0.name == refused }
    let notice = error.map {
      $0.reason == ChangedMeanwhile.reason || concerned == nil
        ? $0.sentence : "Nothing is saved yet: see \(concerned!.label) below."
    }
    let details = try record.map { record in try catalog.read { try record.details(in: $0) } } ?? Details()
    let suggested = R.screen.fields.compactMap(\.suggests) + (details.upload == nil ? [] : ["Customer"])
    let content = RecordContent(
      path: R.screen.path, one: R.screen.one, entity: R.entity.name,
      address: record.map { R.address($0.id) } ?? "/\(R.screen.path)/new", isNew: record == nil,
      title: record?.heading ?? "New \(R.screen.one)", fields: fields,
      suggestions: try Suggestions.all(for: suggested, in: catalog), details: details)
    return try shop.page(
      "record", title: content.title, part: R.screen.path, status: error?.code.status ?? .ok, done: done,
      notice: notice.map { .init(text: $0, isError: true) }, content)
  }

  private func add(_ form: Form) async throws -> Response {
    try await catalog.perform { catalog in
      do {
        let values = R.screen.fields.compactMap { style in
          form.changed(style, of: R.entity).flatMap { $0.isEmpty ? nil : Assignment(style.name, $0) }
        }
        return .redirect(to: R.address(try R.add(values, to: catalog).id) + "?done")
      } catch {
        return try show(nil, in: catalog, typed: form, error: ErrorDescriptor(error))
      }
    }
  }

  /// Saves the values that were changed in the form. Others may have been changed elsewhere meanwhile; they stay.
  private func save(_ id: UUID, _ form: Form) async throws -> Response {
    try await catalog.perform { catalog in
      let (record, version) = try catalog.read { reader in
        let record = try reader.existing(R.self, id)
        return (record, try record.version(in: reader))
      }
      do {
        let changed = R.screen.fields.compactMap { style in
          form.changed(style, of: R.entity).map { Assignment(style.name, $0) }
        }
        if changed.isEmpty { return .redirect(to: R.address(id)) }
        for value in changed where try catalog.displayText(record, value.name) != form["was." + value.name] {
          let field = R.screen.fields.first { $0.name == value.name }!
          throw ChangedMeanwhile(what: "\(field.label) of \(record.heading)", attribute: field.name)
        }
        let label = try catalog.read { try record.subject(in: $0) }
        try catalog.edit("Edit \(label): \(changed.map(\.name).joined(separator: ", "))") { edit in
          let current = try edit.existing(R.self, id)
          guard try current.version(in: edit) == version else { throw ChangedMeanwhile(what: record.heading) }
          try edit.set(current, changed)
        }
        return .redirect(to: R.address(id) + "?done")
      } catch {
        return try show(record, in: catalog, typed: form, error: ErrorDescriptor(error))
      }
    }
  }

  // MARK: Removal

  /// What the page shows that asks for confirmation.
  struct RemovalContent {
    let address: String
    let subject: String
    let along: [String]
    let isAlone: Bool
  }

  private func confirm(_ id: UUID) async throws -> Response {
    try await catalog.perform { catalog in
      let record = try catalog.read { try $0.existing(R.self, id) }
      try catalog.checkRemoval(of: R.self, id)
      let result = try RemovalResult(of: record, in: catalog)
      return try shop.page(
        "remove", title: "Remove \(result.subject)?", part: R.screen.path,
        RemovalContent(
          address: R.address(id), subject: result.subject,
          along: result.along.map { $0.count.counted($0.entity.lowercased()) },
          isAlone: result.along.isEmpty))
    }
  }

  private func remove(_ id: UUID, _ form: Form) async throws -> Response {
    try await catalog.perform { try $0.remove(R.self, id) }
    return .redirect(to: "/\(R.screen.path)")
  }
}

/// What a form changes was changed elsewhere, too.
struct ChangedMeanwhile: Error, DescribedError {
  static let reason = "changed-meanwhile"

  let what: String
  var attribute: String?

  var descriptor: ErrorDescriptor {
    ErrorDescriptor(
      .exists, "\(what) was changed elsewhere while you edited it, so nothing is saved yet",
      ["name": what, "attribute": attribute],
      reason: Self.reason, remedy: Remedy("check your change and save again", name: "saveAgain"))
  }
}

extension Form {
  /// What was typed into a field, in the form that ``Edit/set(_:_:)`` reads; nil if the page has no such field. A checkbox that isn't
  /// ticked is not sent at all.
  func typed(_ style: FieldStyle, of entity: Entity) -> String? {
    switch entity.attribute(style.name)?.type {
    case .boolean: "\(self[style.name] != nil)"
    case .date: self[style.name].map { $0.replacing("T", with: " ") }
    default: self[style.name]?.replacing("\r\n", with: "\n")
    }
  }

  /// What was typed into a field, if it isn't what the page showed.
  func changed(_ style: FieldStyle, of entity: Entity) -> String? {
    typed(style, of: entity).flatMap { typed in
      let was = (self["was." + style.name] ?? "").replacing("\r\n", with: "\n")
      return typed == (entity.attribute(style.name)?.type == .date ? was.replacing("T", with: " ") : was) ? nil : typed
    }
  }
}

extension Catalog {
  /// The value of an attribute or relationship as a form shows it: times in the machine's time zone, to the minute.
  func displayText<R: Record>(_ record: R, _ name: String) throws -> String {
    if R.entity.attribute(name)?.type == .date, case .date(let date)? = record.value(for: name) {
      return date.formatted(
        Date.VerbatimFormatStyle(
          format:
            "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
          timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    }
    return try text(of: record, name) ?? ""
  }
}

extension Request {
  /// A value of the address, in which forms write spaces as `+`.
  func query(_ name: String) -> String? {
    (try? Form(uri.query ?? ""))?[name]
  }

  /// Whether the page is shown after an action that has succeeded.
  var isDone: Bool { uri.queryParameters["done"] != nil }
}

/// Addresses of the pages of a list.
enum PageAddress {
  /// Returns the address of the page that starts at `offset`, with the list's other settings: `?q=mug&from=120`.
  static func text(_ settings: KeyValuePairs<String, String>, from offset: Int) -> String {
    let chosen = settings.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value.percentEncoded)" }
    return "?" + (chosen + ["from=\(offset)"]).joined(separator: "&")
  }
}

extension Record {
  /// Identifies the record's values and links.
  func version(in reader: Reader) throws -> String {
    // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv
    let text = "\(try reader.json([self])[0])"
    return String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

extension ErrorDescriptor {
  /// The message and what to do, as a sentence.
  var sentence: String { explanation.sentence }
}

extension String {
  /// The text as a sentence.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
  }
}
