import Foundation

/// An operation that people perform in a shop's catalog, with everything needed to repeat it in another.
///
/// The names and ids of new records are chosen beforehand, so the operation contains them.
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

  /// Adds to stock, or deducts from it.
  case correctStock(product: UUID, by: Int32)
  /// Sets stock to a count, if it hasn't changed since the count began.
  case countStock(product: UUID, from: Int32, to: Int32)

  /// Undoes the last edit of any process.
  case undo
  /// Redoes the last undone edit of any process.
  case redo
}

extension Operation {
  /// The name without its values.
  var kind: String { String(String(describing: self).prefix { $0.isLetter }) }

  /// The names of errors that concurrent changes can cause although nothing is wrong.
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

/// An operation of one process: the label of its edit, as JSON, so the history shows the process and the order.
struct Step: Codable, Hashable {
  let process: Int
  /// The number of the process's operation, from 1.
  let number: Int
  let operation: Operation
}

extension Step {
  /// Decodes a label. Throws if it isn't a step's.
  init(label: String) throws { self = try JSONDecoder().decode(Step.self, from: Data(label.utf8)) }

  /// The step encoded as a label.
  var label: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
