/// What reading and writing records needs besides the database.
package struct StoreContext: Sendable {
  package let model: Model
  /// Path of the store's file, for messages.
  let path: String
  let external: ExternalStorage
  /// The sort order of the store's language.
  let collator: Collator
}
