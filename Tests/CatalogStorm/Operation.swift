import Foundation

/// One thing that people do in a shop's catalog, with all it takes to do it again elsewhere.
///
/// What new records are called and identified by is decided before, so that whoever reads the operation knows it too.
enum Operation: Codable, Hashable {
  case addProduct(id: UUID, name: String, stock: Int32)
  case renameProduct(id: UUID, name: String)
  case annotateProduct(id: UUID, note: String)
  case archiveProduct(id: UUID, archived: Bool)
  case removeProduct(id: UUID)

  case linkMaker(product: UUID, name: String)
  case unlinkMaker(product: UUID, name: String)
  case setMakers(product: UUID, names: [String])
  case removeMaker(name: String)

  case addCustomer(id: UUID, name: String)
  case renameCustomer(id: UUID, name: String)
  case removeCustomer(id: UUID)

  case recordSale(id: UUID, product: UUID, customer: UUID?, quantity: Int32)
  case editSale(id: UUID, product: UUID, quantity: Int32)
  case removeSale(id: UUID)

  /// Adds to stock, or takes from it.
  case correctStock(product: UUID, by: Int32)
  /// Sets stock to what was counted, provided that it is still what it was when the counting began.
  case countStock(product: UUID, from: Int32, to: Int32)

  /// Takes back what was done last, by whichever process.
  case undo
  /// Does again what was taken back last, by whichever process.
  case redo
}

extension Operation {
  /// Its name alone.
  var kind: String { String(String(describing: self).prefix { $0.isLetter }) }

  /// Why it may be refused although nothing is wrong, when others work on the same records: the names of errors.
  var honestRefusals: Set<String> {
    switch self {
    case .addCustomer: []
    case .addProduct: ["refused"]
    case .renameProduct: ["refused", "notFound"]
    case .annotateProduct, .archiveProduct, .linkMaker, .setMakers, .renameCustomer, .removeCustomer, .removeSale:
      ["notFound"]
    case .removeProduct: ["denied", "notFound"]
    case .unlinkMaker, .removeMaker: ["tooFew", "notFound"]
    case .recordSale: ["not-enough-stock", "danglingReference", "notFound"]
    case .editSale: ["not-enough-stock", "notFound"]
    case .correctStock: ["sumRefused", "notFound"]
    case .countStock: ["outdated", "notFound"]
    case .undo: ["nothingToUndo"]
    case .redo: ["nothingToRedo"]
    }
  }
}

/// An operation that one process performs: the label of its edit, as JSON, so that the history says who did what in which
/// order.
struct Step: Codable, Hashable {
  let process: Int
  /// Counts the process's operations, from 1.
  let number: Int
  let operation: Operation
}

extension Step {
  /// The step that a label stands for. Throws where it is none.
  init(label: String) throws { self = try JSONDecoder().decode(Step.self, from: Data(label.utf8)) }

  /// The step as a label.
  var label: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
