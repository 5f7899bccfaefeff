import PackshotKit

/// A record whose title isn't enough to identify it.
protocol Lined {
  /// A description on one line.
  var line: String { get }
}

extension Record {
  /// The title of the record, or a description if the title isn't enough.
  var line: String { (self as? any Lined)?.line ?? title }
}

extension Catalog.Photo: Lined {
  var line: String {
    "\(path) (\([kind.rawValue, view, "\(image.width) × \(image.height)"].compactMap(\.self).joined(separator: ", ")))"
  }
}

extension Catalog.Sale: Lined {
  var line: String {
    "\(quantity) × \(productName) at \(unitPrice.displayText(in: currency)), \(soldAt.displayText) (\(id.text))"
  }
}

extension Catalog.StockMovement: Lined {
  var line: String { "\(delta > 0 ? "+" : "")\(delta) \(reason.rawValue), \(at.displayText)" }
}

extension Catalog.RunFailure: Lined {
  var line: String { "\(path): \(message)" }
}

extension Catalog.Run: Lined {
  var line: String { "\(status.rawValue), \(started.displayText) (\(id.text))" }
}
