import Text

extension Record {
  /// Returns the record with its names tidied, except names that are unchanged from `before`. These are kept as they
  /// are, so that saving other values of the record can't give it the name of another record.
  package func tidied(since before: Self? = nil) -> Self {
    var record = self
    for property in Self.properties where property.attribute?.isName == true {
      let given = property.get(self)
      guard case .string(let name) = given, before.map({ property.get($0).isIdentical(to: given) }) != true else {
        continue
      }
      // A name that consists only of spaces isn't tidied, so that validation refuses it.
      let tidied = name.nameTidied
      if !tidied.isEmpty { _ = property.set(&record, .string(tidied)) }
    }
    return record
  }
}
