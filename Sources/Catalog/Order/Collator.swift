import Foundation

/// Puts text in the order that people of a language expect.
struct Collator: Sendable {
  let locale: String
  init(locale: String) { self.locale = locale }
  func sortKey(for text: String) -> Data { Data(text.searchFolded.utf8) }
}
