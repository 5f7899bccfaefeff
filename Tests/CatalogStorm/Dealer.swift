import Catalog
import Foundation
import ObjectStore

/// A process beside the import: performs its steps one after another until it is told to stop. If it is killed, it continues
/// after the last step it performed.
struct Dealer {
  let storm: ImportStorm
  let process: Int
  let path: String

  /// The file that tells all processes to stop.
  static func stopFile(beside catalog: String) -> String { "\(catalog).stop" }

  func run() throws {
    let catalog = try Catalog(at: path, createIfMissing: false)
    let log = DealLog(beside: path, process: process)
    var number = (try log.lines().last?.number ?? 0) + 1
    if try wasTaken(number, in: catalog) {
      try log.append(number, wait: 0)
      number += 1
    }
    while !FileManager.default.fileExists(atPath: Self.stopFile(beside: path)) {
      try log.append(number, wait: take(number, in: catalog))
      number += 1
      usleep(10_000)
    }
  }

  /// Whether a step had been performed when the process was killed.
  private func wasTaken(_ number: Int, in catalog: Catalog) throws -> Bool {
    let id = storm.deal(process: process, number: number).id
    return try catalog.read { reader in
      if ImportStorm.sellers.contains(process) { return try reader.record(Catalog.Sale.self, id) != nil }
      return try reader.record(Catalog.StockMovement.self, id) != nil
    }
  }

  /// Performs a step. Returns the seconds it waited for the writer's lock.
  private func take(_ number: Int, in catalog: Catalog) throws -> Double {
    let deal = storm.deal(process: process, number: number)
    let start = ContinuousClock.now
    return try catalog.edit("Step \(number) of \(process)") { edit in
      let wait = (ContinuousClock.now - start) / .seconds(1)
      let product = try edit.existing(Catalog.Product.self, storm.productID(deal.product))
      if ImportStorm.sellers.contains(process) {
        var sale = Catalog.Sale(-deal.delta, of: product)
        sale.id = deal.id
        try edit.save(sale)
      } else {
        var movement = Catalog.StockMovement(deal.delta, .correction, of: product.id)
        movement.id = deal.id
        try edit.save(movement)
      }
      return wait
    }
  }
}

/// The steps that a process performed, one per line with the seconds it waited. Appended lines survive a kill of the
/// process.
struct DealLog {
  private let path: String

  init(beside catalog: String, process: Int) { path = "\(catalog).\(process).deals" }

  func append(_ number: Int, wait: Double) throws {
    let text = Data("\(number) \(wait)\n".utf8)
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    defer { close(file) }
    let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == text.count else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  func lines() throws -> [(number: Int, wait: Double)] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 2, let number = Int(parts[0]), let wait = Double(parts[1]) else { return nil }
      return (number, wait)
    }
  }
}
