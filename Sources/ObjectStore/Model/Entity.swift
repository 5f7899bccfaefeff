/// What no two records of an entity may share.
public enum UniqueKey: Hashable, Sendable {
  /// The values of these attributes, taken together, exactly.
  case exact([String])
  /// The text of one attribute, where upper and lower case, runs of blanks and characters that nobody sees make no
  /// difference. Kept in a column of its own.
  case caseBlind(String)

  /// The attributes it is about.
  public var attributes: [String] {
    switch self {
    case .exact(let names): names
    case .caseBlind(let name): [name]
    }
  }

  /// The columns of the unique index.
  var columns: [String] {
    switch self {
    case .exact(let names): names
    case .caseBlind(let name): [name + "Folded"]
    }
  }
}

/// The declaration of one kind of record: everything that reads, checks, writes or describes records goes by it.
public struct Entity: Hashable, Sendable {
  /// Its name, as in ``Relationship/destination``.
  public let name: String
  /// Its attributes, in the order in which they are shown.
  public let attributes: [Attribute]
  /// Its relationships, in the order in which they are shown.
  public let relationships: [Relationship]
  /// What no two of its records may share.
  public let uniqueKeys: [UniqueKey]
  /// The text that its records are listed by, in the order of the store's language; nil where they have none.
  public let orderedBy: String?
  /// The attributes that searches look through.
  public let searched: [String]
  /// The to-many relationships through which searches look too: at what the records there are searched by.
  public let searchedThrough: [String]
  /// The attributes that people know its records by. Where JSON and CSV have a relationship's ids, these stand beside them.
  public let names: [String]

  /// Declares an entity.
  public init(
    _ name: String, attributes: [Attribute], relationships: [Relationship] = [], uniqueKeys: [UniqueKey] = [],
    orderedBy: String? = nil, searched: [String] = [], searchedThrough: [String] = [], names: [String] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.relationships = relationships
    self.uniqueKeys = uniqueKeys
    self.orderedBy = orderedBy
    self.searched = searched
    self.searchedThrough = searchedThrough
    self.names = names
  }

  /// Declares the entity of a record type from its properties, and what they do not say: where its to-many
  /// relationships lead, and what is unique.
  public init<R>(
    _ name: String, _ properties: [Property<R>], toMany: [Relationship] = [], uniqueKeys: [UniqueKey] = [],
    orderedBy: String? = nil, searched: [String] = [], searchedThrough: [String] = [], names: [String] = []
  ) {
    self.init(
      name, attributes: properties.compactMap(\.attribute),
      relationships: properties.compactMap(\.relationship) + toMany, uniqueKeys: uniqueKeys, orderedBy: orderedBy,
      searched: searched, searchedThrough: searchedThrough, names: names)
  }

  /// The attribute with a name.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The relationship with a name.
  public func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }

  /// Its SQLite table: its name with a small first letter.
  var table: String { name.prefix(1).lowercased() + name.dropFirst() }

  /// What a record of it is called in a sentence: `stock movement`.
  var words: String { Self.words(of: name) }

  /// The name of an entity as words in small letters.
  package static func words(of name: String) -> String {
    name.reduce(into: "") { words, letter in
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
  }

  /// The attributes whose text is what people call a record, the first that has any.
  var titleAttributes: [String] {
    let names = [orderedBy].compactMap(\.self) + uniqueKeys.flatMap(\.attributes)
    return names.filter { attribute($0)?.type == .string }
  }

  /// The texts that are kept a second time, folded, for a case-blind unique key.
  var foldedAttributes: [String] {
    uniqueKeys.compactMap { if case .caseBlind(let name) = $0 { name } else { nil } }
  }

  /// The text that people call its records by and that no two of them share: what they are listed by, if that is unique.
  var nameAttribute: String? { foldedAttributes.first { $0 == orderedBy } ?? foldedAttributes.first }

  /// The columns that hold them.
  var foldedColumns: [String] { foldedAttributes.map { $0 + "Folded" } }
}
