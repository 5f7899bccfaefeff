import Testing

/// A small shop's catalog to run the program on.
extension Packshot {
  /// A folder with a catalog: a mug by Ann and Bob in the collection Spring, ten in stock; a bowl; a customer, Ben.
  static func catalog() throws -> Packshot {
    let packshot = try Packshot()
    try packshot.succeed(
      "products", "add", "MUG-1", "--name", "Sea mug", "--price", "12.50", "--stock", "10", "--maker", "Ann, Bob",
      "--collection", "Spring", "tint=#1e90ff")
    try packshot.succeed("products", "add", "BOWL-2", "--name", "Åland bowl", "--price", "8", "rating=4.5")
    try packshot.succeed("customers", "add", "Ben", "--email", "ben@example.org")
    return packshot
  }

  /// Runs a command, expects it to succeed, and returns its output.
  @discardableResult
  func succeed(_ arguments: String...) throws -> String {
    let result = try run(arguments)
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return result.output
  }

  /// The value of a product's attribute, as `--attribute` prints it.
  func value(_ name: String, of product: String = "MUG-1") throws -> String {
    String(try succeed("products", "show", product, "--attribute", name).dropLast())
  }
}
