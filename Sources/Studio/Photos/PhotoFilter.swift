import Files
import Hummingbird
import PackshotKit

/// Which photos a page shows, from its address.
struct PhotoFilter {
  /// A choice of a menu.
  struct Choice {
    let value: String
    let name: String
    let isChosen: Bool
  }

  let kind: String
  let state: String
  let folder: String
  let product: String
  let condition: String

  init(_ request: Request) { self.init { request.query($0) ?? "" } }

  /// Whether a rendition that isn't replaced has warnings.
  static let isWarned = Condition.and([
    .compare("warnings", .notEqual, .null), .compare("replacedAt", .equal, .null),
  ])

  /// Photos that failed.
  static let failed = PhotoFilter { $0 == "state" ? "failed" : "" }

  /// - Parameter text: Returns the value of a query parameter.
  private init(_ text: (String) -> String) {
    (kind, state) = (text("kind").isEmpty ? "original" : text("kind"), text("state"))
    (folder, product, condition) = (text("folder"), text("product"), text("where"))
  }

  var kinds: [Choice] {
    [("original", "Photos"), ("rendition", "Pictures"), ("source", "Pictures that recipes use"), ("all", "All")]
      .map { Choice(value: $0.0, name: $0.1, isChosen: $0.0 == kind) }
  }

  var states: [Choice] {
    [
      ("", "Any state"), ("rendered", "With pictures"), ("waiting", "Without pictures"),
      ("failed", "Failed"), ("warned", "With warnings"), ("unlinked", "Without a product"),
    ]
    .map { Choice(value: $0.0, name: $0.1, isChosen: $0.0 == state) }
  }

  var hasCondition: Bool { !condition.isEmpty }

  /// Whether the filter leaves photos out.
  var isNarrow: Bool { kind != "original" || !(state + folder + product + condition).isEmpty }

  func condition(in reader: Reader) throws -> Condition? {
    var all: [Condition] = []
    if let kind = PhotoKind(rawValue: kind) { all.append(.equal("kind", kind)) }
    if !folder.isEmpty { all.append(.text("path", .begins, folder)) }
    if !product.isEmpty {
      all.append(.any("product", .or([.text("name", .contains, product), .text("sku", .contains, product)])))
    }
    switch state {
    case "rendered": all.append(.count("renditions", .more, 0))
    case "waiting": all.append(.count("renditions", .equal, 0))
    case "warned": all.append(.or([Self.isWarned, .any("renditions", Self.isWarned)]))
    case "unlinked": all.append(.compare("product", .equal, .null))
    default: break
    }
    if !condition.isEmpty { all.append(try Condition(typed: condition, on: Catalog.Photo.entity, in: Catalog.model)) }
    return all.isEmpty ? nil : .and(all)
  }

  /// Returns the photos with an open failure whose files exist. A photo that was never rendered has no record, so it matches only a filter
  /// by folder.
  func failures(in catalog: Catalog) throws -> [Catalog.OpenFailure] {
    guard kind == "original" || kind == "all" else { return [] }
    let chosen =
      product.isEmpty && condition.isEmpty
      ? nil
      : try catalog.read { reader in
        Set(try reader.fetch(Fetch<Catalog.Photo>(where: try condition(in: reader))).map(\.id))
      }
    return try catalog.openFailures().filter { failure in
      failure.path.hasPrefix(folder) && chosen.map { failure.photo.map($0.contains) ?? false } ?? true
        && FileStatus.isAnything(at: catalog.paths.resolvedPath(failure.path))
    }
  }

  /// The address of the page from a photo on.
  func address(from offset: Int) -> String {
    PageAddress.text(
      ["kind": kind, "state": state, "folder": folder, "product": product, "where": condition], from: offset)
  }
}
