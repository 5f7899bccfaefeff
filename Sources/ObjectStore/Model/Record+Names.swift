import Text

extension Record {
  /// The record with its names tidied that are not those of the record that is there: what that one has stays as it is, so
  /// that saving something else of it cannot give it the name of another.
  package func tidied(since before: Self? = nil) -> Self {
    var record = self
    for property in Self.properties where property.attribute?.isName == true {
      let given = property.get(self)
      guard case .string(let name) = given, before.map({ property.get($0).isIdentical(to: given) }) != true else {
        continue
      }
      // Of blanks alone it is told that they are no name.
      let tidied = name.nameTidied
      if !tidied.isEmpty { _ = property.set(&record, .string(tidied)) }
    }
    return record
  }
}
