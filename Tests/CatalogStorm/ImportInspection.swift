import Catalog
import Foundation
import ObjectStore

/// Checks that a catalog has the result of the import and of the other processes, and that nobody waited too long.
struct ImportInspection {
  /// Descriptions of what is wrong, or an empty list.
  private(set) var problems: [String] = []
  /// What happened, for the output.
  private(set) var figures: [String] = []

  /// The longest allowed wait for the writer's lock, in seconds.
  static let longestWait = 2.0

  init(of catalog: Catalog, _ storm: ImportStorm) throws {
    var stock = [Int](repeating: ImportStorm.openingStock, count: ImportStorm.productCount)
    var sold = [Int](repeating: 0, count: ImportStorm.productCount)
    var saleCount = 0
    func count(_ deal: ImportStorm.Deal, isSale: Bool) {
      stock[deal.product] += Int(deal.delta)
      if isSale { (sold[deal.product], saleCount) = (sold[deal.product] - Int(deal.delta), saleCount + 1) }
    }
    for process in ImportStorm.processes {
      let lines = try DealLog(beside: catalog.path, process: process).lines()
      if lines.map(\.number) != Array(stride(from: 1, through: lines.count, by: 1)) {
        problems.append("process \(process) left out a step, or took one twice")
      }
      for line in lines {
        count(storm.deal(process: process, number: line.number), isSale: ImportStorm.sellers.contains(process))
      }
      inspectWaits(lines.map(\.wait), of: process)
    }
    for row in stride(from: 1, to: storm.rows, by: 2) { count(storm.sale(inRow: row), isSale: true) }
    try inspectStock(catalog, storm, stock, sold, saleCount)
    problems += try catalog.verify().filter { !$0.isNote }.map { "verify: \($0.message)" }
  }

  private mutating func inspectWaits(_ waits: [Double], of process: Int) {
    let longest = waits.max() ?? 0
    figures.append("process \(process): \(waits.count) steps, longest wait \(String(format: "%.2f", longest)) s")
    if longest > Self.longestWait {
      problems.append("process \(process) waited \(longest) s, and \(Self.longestWait) s is the longest it may")
    }
  }

  private mutating func inspectStock(
    _ catalog: Catalog, _ storm: ImportStorm, _ stock: [Int], _ sold: [Int], _ saleCount: Int
  ) throws {
    try catalog.read { reader in
      var ledger: [UUID: Int] = [:]
      try reader.forEachBatch(Fetch<Catalog.StockMovement>(by: [.init("id")])) { batch in
        for line in batch { ledger[line.productId, default: 0] += Int(line.delta) }
      }
      var imported = 0
      try reader.forEachBatch(Fetch<Catalog.Product>(by: [.init("id")])) { batch in
        for product in batch {
          let expected: Int
          if product.sku.hasPrefix("NEW-"), let row = Int(product.sku.dropFirst(4)) {
            imported += 1
            expected = storm.importedStock(inRow: row)
          } else if let index = Int(product.sku.dropFirst(2)) {
            expected = stock[index]
            if Int(product.timesSold) != sold[index] {
              problems.append("\(product.sku) was sold \(product.timesSold) times, and should have been \(sold[index])")
            }
          } else {
            continue
          }
          let found = Int(product.quantity)
          if found != expected || ledger[product.id, default: 0] != expected {
            problems.append(
              "\(product.sku) has \(found) in stock, its ledger \(ledger[product.id, default: 0]); it should be \(expected)"
            )
          }
        }
      }
      let sales = try reader.count(Fetch<Catalog.Sale>())
      if imported != (storm.rows + 1) / 2 {
        problems.append("\(imported) products were imported of \((storm.rows + 1) / 2)")
      }
      if sales != saleCount { problems.append("there are \(sales) sales, and should be \(saleCount)") }
      figures.append("\(imported) products imported, \(sales) sales, \(ledger.values.reduce(0, +)) in stock")
    }
  }
}
