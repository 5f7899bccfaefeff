/// A key that must be unique among the records of an entity.
public enum UniqueKey: Hashable, Sendable {
  /// The exact values of these attributes, taken together.
  case exact([String])
  /// The text of one attribute, compared without regard to case, repeated spaces and invisible characters. A separate
  /// column stores the text to be compared.
  case caseBlind(String)

  /// The attributes of the key.
  public var attributes: [String] {
    switch self {
    case .exact(let names): names
    case .caseBlind(let name): [name]
    }
  }

  /// Columns of the unique index.
  var columns: [String] {
    switch self {
    case .exact(let names): names
    case .caseBlind(let name): [name + "Folded"]
    }
  }
}

/// The declaration of one kind of record. All code that reads, checks, writes or describes records uses it.
public struct Entity: Hashable, Sendable {
  /// Name of the entity, as in ``Relationship/destination``.
  public let name: String
  /// The attributes, in the order of display.
  public let attributes: [Attribute]
  /// The relationships, in the order of display.
  public let relationships: [Relationship]
  /// The unique keys.
  public let uniqueKeys: [UniqueKey]
  /// The text attribute that lists are sorted by, in the order of the store's language; nil if there is none.
  public let orderedBy: String?
  /// The attributes that searches use.
  public let searched: [String]
  /// To-many relationships that searches follow: the search texts of the related records are searched too.
  public let searchedThrough: [String]
  /// The attributes that people recognise records by. In JSON and CSV, they are added beside the IDs of related
  /// records.
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

  /// Declares the entity of a record type from its properties, and from what properties don't contain, such as to-many
  /// relationships and unique keys.
  public init<R>(
    _ name: String, _ properties: [Property<R>], toMany: [Relationship] = [], uniqueKeys: [UniqueKey] = [],
    orderedBy: String? = nil, searched: [String] = [], searchedThrough: [String] = [], names: [String] = []
  ) {
    self.init(
      name, attributes: properties.compactMap(\.attribute),
      relationships: properties.compactMap(\.relationship) + toMany, uniqueKeys: uniqueKeys, orderedBy: orderedBy,
      searched: searched, searchedThrough: searchedThrough, names: names)
  }

  /// Returns the attribute with the name `name`.
  public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// Returns the relationship with the name `name`.
  public func relationship(_ name: String) -> Relationship? { relationships.first { $0.name == name } }

  /// SQLite table: the entity's name with a lower-case first letter.
  var table: String { name.prefix(1).lowercased() + name.dropFirst() }

  /// The name of the entity in a sentence: `stock movement`.
  var words: String { Self.words(of: name) }

  /// The name of an entity as lower-case words.
  package static func words(of name: String) -> String {
    name.reduce(into: "") { words, letter in
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
  }

  /// The attributes that may hold a record's title. The first that is not empty is used.
  var titleAttributes: [String] {
    let names = [orderedBy].compactMap(\.self) + uniqueKeys.flatMap(\.attributes)
    return names.filter { attribute($0)?.type == .string }
  }

  /// The attributes that are also stored folded, for a case-insensitive unique key.
  var foldedAttributes: [String] {
    uniqueKeys.compactMap { if case .caseBlind(let name) = $0 { name } else { nil } }
  }

  /// The unique attribute that holds a record's name: the attribute that lists are sorted by, if it is unique;
  /// otherwise the first unique name.
  var nameAttribute: String? { foldedAttributes.first { $0 == orderedBy } ?? foldedAttributes.first }

  /// The columns with the folded texts.
  var foldedColumns: [String] { foldedAttributes.map { $0 + "Folded" } }
}
