/// What writing and reading a store's records takes besides the database.
package struct StoreContext: Sendable {
  package let model: Model
  /// The store's file, for messages.
  let path: String
  let external: ExternalStorage
  /// Puts text in the order of the store's language.
  let collator: Collator
}
