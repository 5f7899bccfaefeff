extension SuiteReport {
  /// A piece of the page: text from `Page/`, or a placeholder.
  enum PagePiece: Sendable {
    case text([UInt8])
    case title, report, pictures
  }

  /// The page with its style and script, split at its placeholders.
  static let page: [PagePiece] = {
    var pieces: [PagePiece] = []
    var rest = PackageResources.report_html[...]
    while let hole = rest.firstRange(of: Array("{{".utf8)),
      let end = rest[hole.upperBound...].firstRange(of: Array("}}".utf8))
    {
      pieces.append(.text(Array(rest[..<hole.lowerBound])))
      let name = String(decoding: rest[hole.upperBound..<end.lowerBound], as: UTF8.self)
      let piece: PagePiece =
        switch name {
        case "title": .title
        case "report.json": .report
        case "pictures": .pictures
        case "report.css": .text(PackageResources.report_css)
        case "viewer.js": .text(PackageResources.viewer_js)
        case "page.js": .text(PackageResources.page_js)
        case "list.js": .text(PackageResources.list_js)
        case "case.js": .text(PackageResources.case_js)
        case "approval.js": .text(PackageResources.approval_js)
        case "start.js": .text(PackageResources.start_js)
        default: preconditionFailure("the page has a hole named \(name)")
        }
      pieces.append(piece)
      rest = rest[end.upperBound...]
    }
    return pieces + [.text(Array(rest))]
  }()
}
