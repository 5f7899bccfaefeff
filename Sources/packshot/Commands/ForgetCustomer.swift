import PackshotKit

/// The `customers remove --forget` command.
struct Forgetting {
  let catalog: Catalog
  let withSales: Bool
  let json: Bool

  func run(_ query: String, _ confirmation: Confirmation) throws {
    // An earlier process may have been killed or blocked after it removed the customer.
    let isFinished = try catalog.store.finishForgetting()
    if isFinished { Console.note("Finished an earlier --forget: the files were rewritten") }
    let customer: Catalog.Customer
    do {
      customer = try catalog.record(Catalog.Customer.self, matching: query)
    } catch StoreError.notFound where isFinished {
      if json { print(ForgottenResult(Forgotten()).json) }
      return
    }
    let name = "customer “\(customer.name)”"
    let all = try withSales ? catalog.removed(with: customer) : name
    let sales = try catalog.read { try $0.count("sales", of: customer) }
    let kept =
      withSales || sales == 0 ? "" : ", keeping \(sales == 1 ? "their sale" : "their \(sales) sales") without a name"
    let planned = try catalog.forget(customer: customer.id, withSales: withSales, isTrial: true)
    try confirmation.ask(whetherTo: "forget \(all) for good\(kept)\(planned.edits == 0 ? "" : "; \(planned.loss)")")
    let forgotten = try catalog.forget(customer: customer.id, withSales: withSales)
    if json { return print(ForgottenResult(forgotten).json) }
    print(Console.printable("Forgot \(all)\(kept); \(forgotten.loss)\(forgotten.renaming)"))
    print("These may still contain the customer; delete them yourself:")
    for copy in forgotten.copies { print("  \(Console.printable(copy))") }
    print("  backups and exports, catalogs of other shards, and records of programs that watched the catalog")
  }
}

extension Forgotten {
  /// The effect on the history: `3 edits can no longer be undone`.
  fileprivate var loss: String { "\(Self.count(edits)) can no longer be undone" }

  fileprivate var renaming: String { renamed == 0 ? "" : ", and \(Self.count(renamed)) no longer name them" }

  private static func count(_ edits: Int) -> String { edits == 1 ? "1 edit" : "\(edits) edits" }
}
