import Catalog
import Foundation
import ObjectStore

/// The reasons that an allowed operation isn't performed.
enum Abandonment: Error {
  /// Everything already is as the operation would make it.
  case nothingToDo
  /// The records it was chosen by have changed since.
  case outdated
}

extension Operation {
  /// Makes the operation's changes with the public methods of ``Edit``. Throws unless at least one value changes.
  func perform(in edit: Edit) throws {
    switch self {
    case .addProduct(let id, let name, let stock):
      var product = Catalog.Product(sku: id.uuidString, name: name)
      product.id = id
      try edit.save(product)
      if stock > 0 { try edit.save(Catalog.StockMovement(stock, .opening, of: id)) }
    case .renameProduct(let id, let name):
      let product = try edit.existing(Catalog.Product.self, id)
      if product.name == name { throw Abandonment.nothingToDo }
      try edit.set(product, [Assignment("name", name)])
    case .annotateProduct(let id, let note):
      let product = try edit.existing(Catalog.Product.self, id)
      if product.note == note { throw Abandonment.nothingToDo }
      try edit.set(product, [Assignment("note", note), Assignment("rating", "\(note.count % 5).5")])
    case .archiveProduct(let id, let archived):
      if try edit.existing(Catalog.Product.self, id).archived == archived { throw Abandonment.nothingToDo }
      try edit.update(Catalog.Product.self, id) { $0.archived = archived }
    case .removeProduct(let id): try edit.remove(Catalog.Product.self, id)

    case .linkMaker, .unlinkMaker, .setMakers, .removeMaker: try changeMakers(in: edit)

    case .addCustomer(let id, let name):
      var customer = Catalog.Customer(name: name)
      customer.id = id
      try edit.save(customer)
    case .renameCustomer(let id, let name):
      let customer = try edit.existing(Catalog.Customer.self, id)
      if customer.name == name { throw Abandonment.nothingToDo }
      try edit.set(customer, [Assignment("name", name)])
    case .removeCustomer(let id): try edit.remove(Catalog.Customer.self, id)

    case .recordSale(let id, let product, let customer, let quantity):
      var sale = Catalog.Sale(quantity, of: try edit.existing(Catalog.Product.self, product), to: customer)
      sale.id = id
      try edit.save(sale)
    case .editSale(let id, let product, let quantity):
      var sale = try edit.existing(Catalog.Sale.self, id)
      if sale.productId == product, sale.quantity == quantity { throw Abandonment.nothingToDo }
      sale.productId = product
      sale.quantity = quantity
      _ = try edit.existing(Catalog.Product.self, product)
      try edit.save(sale)
    case .removeSale(let id): try edit.remove(Catalog.Sale.self, id)

    case .correctStock(let id, let count):
      _ = try edit.existing(Catalog.Product.self, id)
      if count == 0 { throw Abandonment.nothingToDo }
      try edit.save(Catalog.StockMovement(count, .correction, of: id))
    case .countStock(let id, let found, let counted):
      if try edit.existing(Catalog.Product.self, id).quantity != found { throw Abandonment.outdated }
      if counted == found { throw Abandonment.nothingToDo }
      try edit.save(Catalog.StockMovement(counted - found, .correction, of: id))

    case .undo, .redo: preconditionFailure("they are no edits")
    }
  }

  private func changeMakers(in edit: Edit) throws {
    switch self {
    case .linkMaker(let id, let name):
      let product = try edit.existing(Catalog.Product.self, id)
      let maker = try edit.reuseOrMake(Catalog.Maker.self, named: name)
      if try edit.ids("makers", of: product).contains(maker.id) { throw Abandonment.nothingToDo }
      try edit.link(product, "makers", to: maker.id)
    case .unlinkMaker(let id, let name):
      let product = try edit.existing(Catalog.Product.self, id)
      guard let maker = try edit.record(Catalog.Maker.self, named: name),
        try edit.ids("makers", of: product).contains(maker.id)
      else { throw Abandonment.nothingToDo }
      try edit.unlink(product, "makers", from: maker.id)
    case .setMakers(let id, let names):
      let product = try edit.existing(Catalog.Product.self, id)
      let linked = try edit.ids("makers", of: product).map { try edit.existing(Catalog.Maker.self, $0).name }
      if Set(linked) == Set(names) { throw Abandonment.nothingToDo }
      try edit.set(product, [Assignment("makers", names.joined(separator: ", "))])
    case .removeMaker(let name):
      try edit.remove(Catalog.Maker.self, edit.record(Catalog.Maker.self, matching: name).id)
    default: preconditionFailure("it is not about makers")
    }
  }
}
