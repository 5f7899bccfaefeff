import PackshotKit

/// A record that its title alone does not tell to people.
protocol Lined {
  /// What it is, in a line.
  var line: String { get }
}

extension Record {
  /// What people call it; of what has no name, what it is.
  var line: String { (self as? any Lined)?.line ?? title }
}

extension Catalog.Photo: Lined {
  var line: String {
    "\(path) (\([kind.rawValue, view, "\(width) × \(height)"].compactMap(\.self).joined(separator: ", ")))"
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
