import Foundation
import Text

extension SuiteReport {
  /// Default limit for the pictures embedded in a page, in bytes.
  public static let defaultPictureBudget = 64 << 20

  /// Writes the report as a single page that needs no network, for the person who decides what to approve.
  ///
  /// The page is written in pieces, with one picture in memory at a time. Pictures are embedded, those of failed cases
  /// first, until one doesn't fit into the budget. The page links to that picture and all later ones by path. Pictures
  /// without a path are embedded in any case.
  ///
  /// - Parameters:
  ///   - pictureBudget: Limit for embedded pictures in bytes before base64, which turns three bytes into four.
  ///   - sink: Receives the next piece of the page.
  public func writeHTML<Failure: Error>(
    pictureBudget: Int = defaultPictureBudget, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let cases = ordered
    for piece in Self.page {
      switch piece {
      case .text(let bytes): try Self.write(bytes, to: sink)
      case .title: try Self.write(Array(markupText(name).utf8), to: sink)
      case .report: try writeJSON(cases, to: sink)
      case .pictures: try writePictures(cases, budget: pictureBudget, to: sink)
      }
    }
  }

  /// Returns the whole page as a string.
  public func html(pictureBudget: Int = defaultPictureBudget) -> String {
    var page: [UInt8] = []
    writeHTML(pictureBudget: pictureBudget) { page += $0 }
    return String(decoding: page, as: UTF8.self)
  }

  private static func write<Failure: Error>(
    _ bytes: [UInt8], to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    // Needed because `withUnsafeBytes` doesn't pass on typed errors.
    let result = bytes.withUnsafeBytes { piece in
      Result { () throws(Failure) in try sink(piece) }
    }
    try result.get()
  }

  // MARK: - The report as JSON

  private func writeJSON<Failure: Error>(
    _ cases: [Case], to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let head = PageHead(
      name: name, version: version, seconds: seconds.isFinite ? seconds : 0, key: key, command: approveCommand,
      legend: PageLegend())
    // The cases are appended one by one inside the head's JSON object.
    try Self.write(Self.json(head).dropLast() + Array(#","cases":["#.utf8), to: sink)
    var firstPicture = 0
    for (index, item) in cases.enumerated() {
      let comma = Array((index > 0 ? ",\n" : "\n").utf8)
      try Self.write(comma + Self.json(PageCase(item, firstPicture: firstPicture)), to: sink)
      firstPicture += item.pictures.count
    }
    try Self.write(Array("]}".utf8), to: sink)
  }

  private static func json(_ value: some Encodable) -> [UInt8] {
    scriptJSON(JSONValue(encoding: value).description.utf8)
  }

  /// The key under which the browser stores the reader's marks. It is the same for runs with the same results.
  private var key: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [suite, name] + cases.flatMap({ [$0.name, $0.state.rawValue, $0.approveArgument ?? ""] }) {
      // FNV-1a. The zero separates the texts.
      for byte in Array(text.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }

  // MARK: - Pictures

  /// Writes each picture in a separate element after the script, so that the page can be used while they are still
  /// loading.
  private func writePictures<Failure: Error>(
    _ cases: [Case], budget: Int, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var left = budget
    for (id, picture) in cases.flatMap({ $0.pictures.map(\.picture) }).enumerated() {
      guard picture.path == nil || left > 0, let bytes = picture.bytes?(), !bytes.isEmpty else { continue }
      guard picture.path == nil || bytes.count <= left else {
        // Later pictures aren't tried for a smaller size, because there may be thousands.
        left = 0
        continue
      }
      left -= bytes.count
      let type = Picture.mediaType(of: bytes)
      try Self.write(
        Array(#"<script type="text/plain" id="picture-\#(id)" data-type="\#(type)">"#.utf8)
          + Array(Data(bytes).base64EncodedData()) + Array("</script>\n".utf8), to: sink)
    }
  }
}

/// The page's JSON without the cases.
private struct PageHead: Encodable {
  let name, version: String
  let seconds: Double
  let key, command: String
  let legend: PageLegend
}

/// The meaning of the colours in difference pictures. Each case says what its steps count.
private struct PageLegend: Encodable {
  let steps = DifferenceMark.legend.steps.map(\.description)
  /// Pairs of a colour and its meaning.
  let others = DifferenceMark.legend.others.map { [$0.color.description, $0.meaning] }
}

/// A case as read by the page's script.
private struct PageCase: Encodable {
  let name, state, headline, note: String
  let facts: [[String]]
  let objections: [String]
  let damage: [[Int]]
  let recipe: [[String]]
  let expectedSize, actualSize: [Int]?
  let pictures: PagePictures
  /// The scale's title, followed by the text of each step. Nil without a difference picture.
  let scale: [String]?
  /// Quoted for the shell.
  let approve: String?

  /// The pictures by role. This isn't a dictionary, because its order would differ each time.
  struct PagePictures: Encodable {
    var expected, actual, difference: PagePicture?
  }

  struct PagePicture: Encodable {
    let id: Int
    let path: String?
  }

  init(_ item: SuiteReport.Case, firstPicture: Int) {
    (name, state, headline, note) = (item.name, item.state.rawValue, item.headline, item.why)
    facts = item.facts.map { [$0.label, $0.value] }
    objections = item.objections
    damage = item.damage.map { damage in
      let (origin, size) = (damage.place.origin, damage.place.size)
      return [origin.x, origin.y, size.width, size.height, damage.pixels, damage.largest]
    }
    recipe = item.recipe.map { [$0.kind.rawValue, $0.text] }
    expectedSize = item.expectedSize.map { [$0.width, $0.height] }
    actualSize = item.actualSize.map { [$0.width, $0.height] }
    let paths = Dictionary(
      uniqueKeysWithValues: item.pictures.enumerated().map { index, entry in
        (entry.role, PagePicture(id: firstPicture + index, path: entry.picture.path))
      })
    pictures = PagePictures(expected: paths["expected"], actual: paths["actual"], difference: paths["difference"])
    scale = item.difference.map { _ in [item.scale.title] + item.scale.steps }
    approve = item.approveArgument.map(shellWord)
  }
}
