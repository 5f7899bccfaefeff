import Foundation

/// An attribute or to-one relationship of a record type: its declaration, connected to the Swift property that holds
/// its value.
///
/// Type and optionality come from the Swift property, so they are written only once. All access by name (storing,
/// checking, JSON, `value(for:)`) uses these properties.
public struct Property<Owner>: Sendable {
  enum Declaration: Sendable {
    case attribute(Attribute)
    case toOne(Relationship)
  }

  private(set) var declaration: Declaration
  let get: @Sendable (Owner) -> AttributeValue
  /// Returns the text by which a search finds a record with the given value.
  let searchText: @Sendable (AttributeValue) -> String
  /// Sets the value; false if it has another type. A derived attribute accepts and ignores any value.
  let set: @Sendable (inout Owner, AttributeValue) -> Bool

  /// Converts a value from outside to the stored form.
  private(set) var meaning: @Sendable (AttributeValue) -> AttributeValue = { $0 }

  /// Declares an attribute that is stored in a property of the record.
  public init<Value: AttributeConvertible>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, default defaultValue: Value? = nil,
    _ rule: AttributeRule? = nil
  ) {
    declaration = .attribute(
      Attribute(
        name: name, type: Value.attributeType, expectation: Value.expectation, isOptional: Value.isOptional,
        defaultValue: defaultValue?.attributeValue, rule: rule))
    get = { $0[keyPath: path].attributeValue }
    searchText = Self.searchText(Value.self)
    set = Self.setter(path)
    meaning = { Value.meaning(of: $0) }
  }

  /// Declares an attribute that is computed from other attributes whenever the record is saved.
  public init<Value: AttributeConvertible>(derived name: String, _ compute: @escaping @Sendable (Owner) -> Value) {
    declaration = .attribute(
      Attribute(name: name, type: Value.attributeType, isOptional: Value.isOptional, isDerived: true))
    get = { compute($0).attributeValue }
    searchText = Self.searchText(Value.self)
    set = { _, _ in true }
  }

  /// Declares an attribute that the database computes from other records. The record's property has the value from when
  /// the record was read.
  public init<Value: AttributeConvertible>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ aggregate: Aggregate,
    _ rule: AttributeRule? = nil
  ) {
    declaration = .attribute(
      Attribute(
        name: name, type: Value.attributeType, isOptional: Value.isOptional,
        defaultValue: Value.isOptional ? nil : .integer(0), rule: rule, aggregate: aggregate))
    get = { $0[keyPath: path].attributeValue }
    searchText = Self.searchText(Value.self)
    set = Self.setter(path)
  }

  /// Declares an optional to-one relationship, stored as the ID of the other record.
  public init(_ relationship: Relationship, _ path: any WritableKeyPath<Owner, UUID?> & Sendable) {
    precondition(!relationship.isToMany && relationship.isOptional)
    declaration = .toOne(relationship)
    get = { $0[keyPath: path].attributeValue }
    searchText = Self.searchText(UUID.self)
    set = Self.setter(path)
  }

  /// Declares a required to-one relationship, stored as the ID of the other record.
  public init(_ relationship: Relationship, _ path: any WritableKeyPath<Owner, UUID> & Sendable) {
    precondition(!relationship.isToMany && !relationship.isOptional)
    declaration = .toOne(relationship)
    get = { $0[keyPath: path].attributeValue }
    searchText = Self.searchText(UUID.self)
    set = Self.setter(path)
  }

  /// The same property, but people may not edit it by name.
  public var kept: Self { with(isEditable: false) }

  /// The same aggregate, but people may edit it by name, because its record type implements how it is set.
  public var editable: Self { with(isEditable: true) }

  private func with(isEditable: Bool) -> Self {
    var property = self
    switch declaration {
    case .attribute(var attribute):
      attribute.isEditable = isEditable
      property.declaration = .attribute(attribute)
    case .toOne(var relationship):
      relationship.isEditable = isEditable
      property.declaration = .toOne(relationship)
    }
    return property
  }

  private static func setter<Value: AttributeConvertible>(
    _ path: any WritableKeyPath<Owner, Value> & Sendable
  ) -> @Sendable (inout Owner, AttributeValue) -> Bool {
    { owner, value in
      guard let value = Value(attributeValue: value) else { return false }
      owner[keyPath: path] = value
      return true
    }
  }

  private static func searchText<Value: AttributeConvertible>(
    _ type: Value.Type
  ) -> @Sendable (AttributeValue) -> String {
    { value in Value(attributeValue: value)?.searchText ?? "" }
  }

  var attribute: Attribute? {
    if case .attribute(let attribute) = declaration { attribute } else { nil }
  }

  var relationship: Relationship? {
    if case .toOne(let relationship) = declaration { relationship } else { nil }
  }

  /// The name of the attribute or relationship.
  var name: String {
    switch declaration {
    case .attribute(let attribute): attribute.name
    case .toOne(let relationship): relationship.name
    }
  }

  /// The column of the attribute or relationship.
  var column: String {
    switch declaration {
    case .attribute(let attribute): attribute.name
    case .toOne(let relationship): relationship.column
    }
  }

  /// Type of the column's values.
  var type: AttributeType {
    switch declaration {
    case .attribute(let attribute): attribute.type
    case .toOne: .uuid
    }
  }
}
