/// The values that code needs besides the database to read and write records.
package struct StoreContext: Sendable {
  package let model: Model
  /// Path of the store's file, for messages.
  let path: String
  let external: ExternalStorage
  /// The sort order of the store's language.
  let collator: Collator
}
