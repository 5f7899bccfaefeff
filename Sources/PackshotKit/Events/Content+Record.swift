import Filters
import Foundation
import Segmentation

extension Content {
  /// The content as the catalog stores it.
  package var json: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes the catalog's value. Returns nil if there is none or it isn't valid.
  package init?(json: String?) {
    guard let json, let content = try? JSONDecoder().decode(Content.self, from: Data(json.utf8)) else { return nil }
    self = content
  }

  /// The content as a sentence for people.
  package var summary: String {
    let before =
      switch backdrop {
      case .clear: "nothing"
      case .flat(let color): "\(color)"
      case .uneven(let color): "uneven light, mostly \(color)"
      }
    let shadow = boxWithShadow == box ? "" : "; with its shadow \(boxWithShadow.size) at \(boxWithShadow.origin)"
    let contour = confidence.map { "; \($0) % of its contour stands out" } ?? ""
    return
      "\(box.size) at \(box.origin) of \(size)\(shadow); before \(before), as \(support) % of the border says\(contour)"
  }
}
