import Foundation

/// A Swift type that can be used for an attribute. It determines the ``AttributeType``, so that a record's property is
/// declared only once, in Swift.
public protocol AttributeConvertible: Sendable {
  /// The type of an attribute with values of this Swift type.
  static var attributeType: AttributeType { get }
  /// Whether the attribute can have no value.
  static var isOptional: Bool { get }
  /// The form that a value must have to be accepted.
  static var expectation: Expectation { get }
  /// Converts a value from outside, which can have another form, to the stored form.
  static func meaning(of value: AttributeValue) -> AttributeValue
  /// The value in its stored form, for access by name, validation and storage.
  var attributeValue: AttributeValue { get }
  /// The text that searches find the value by. Empty if people don't search for such values.
  var searchText: String { get }
  /// Creates the Swift value; nil if `attributeValue` has another type or is out of range.
  init?(attributeValue: AttributeValue)
}

extension AttributeConvertible {
  public static var isOptional: Bool { false }
  public static var expectation: Expectation { .type(attributeType) }
  public static func meaning(of value: AttributeValue) -> AttributeValue { value }
  public var searchText: String { "" }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  public static var attributeType: AttributeType { Wrapped.attributeType }
  public static var isOptional: Bool { true }
  public static var expectation: Expectation { Wrapped.expectation }
  public static func meaning(of value: AttributeValue) -> AttributeValue { Wrapped.meaning(of: value) }
  public var attributeValue: AttributeValue { self?.attributeValue ?? .null }
  public var searchText: String { self?.searchText ?? "" }
  public init?(attributeValue: AttributeValue) {
    if attributeValue == .null {
      self = .none
    } else {
      guard let wrapped = Wrapped(attributeValue: attributeValue) else { return nil }
      self = wrapped
    }
  }
}

/// Enumerations with `String` raw values are stored as their raw values.
extension AttributeConvertible where Self: RawRepresentable, RawValue == String {
  public static var attributeType: AttributeType { .string }
  public var attributeValue: AttributeValue { .string(rawValue) }
  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue else { return nil }
    self.init(rawValue: text)
  }
}

extension AttributeConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
  public static var expectation: Expectation { .oneOf(allCases.map(\.rawValue)) }
}

extension String: AttributeConvertible {
  public static var attributeType: AttributeType { .string }
  public var attributeValue: AttributeValue { .string(self) }
  public var searchText: String { self }
  public init?(attributeValue: AttributeValue) {
    guard case .string(let text) = attributeValue else { return nil }
    self = text
  }
}

/// All integer types are read in the same way: nil if the number is out of range.
extension AttributeConvertible where Self: FixedWidthInteger {
  public var attributeValue: AttributeValue { .integer(Int64(self)) }
  public init?(attributeValue: AttributeValue) {
    guard case .integer(let number) = attributeValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int16: AttributeConvertible { public static var attributeType: AttributeType { .integer16 } }
extension Int32: AttributeConvertible { public static var attributeType: AttributeType { .integer32 } }
extension Int64: AttributeConvertible { public static var attributeType: AttributeType { .integer64 } }
extension Int: AttributeConvertible { public static var attributeType: AttributeType { .integer64 } }

extension Float: AttributeConvertible {
  public static var attributeType: AttributeType { .float }
  public var attributeValue: AttributeValue { .real(Double(self)) }
  public init?(attributeValue: AttributeValue) {
    guard case .real(let number) = attributeValue else { return nil }
    self = Float(number)
  }
}

extension Double: AttributeConvertible {
  public static var attributeType: AttributeType { .double }
  public var attributeValue: AttributeValue { .real(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .real(let number) = attributeValue else { return nil }
    self = number
  }
}

extension Decimal: AttributeConvertible {
  public static var attributeType: AttributeType { .decimal }
  public var attributeValue: AttributeValue { .decimal(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .decimal(let number) = attributeValue else { return nil }
    self = number
  }
}

extension Bool: AttributeConvertible {
  public static var attributeType: AttributeType { .boolean }
  public var attributeValue: AttributeValue { .boolean(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .boolean(let flag) = attributeValue else { return nil }
    self = flag
  }
}

extension Date: AttributeConvertible {
  public static var attributeType: AttributeType { .date }
  public var attributeValue: AttributeValue { .date(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .date(let moment) = attributeValue else { return nil }
    self = moment
  }
}

extension UUID: AttributeConvertible {
  public static var attributeType: AttributeType { .uuid }
  public var attributeValue: AttributeValue { .uuid(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .uuid(let id) = attributeValue else { return nil }
    self = id
  }
}

extension URL: AttributeConvertible {
  public static var attributeType: AttributeType { .uri }
  public var attributeValue: AttributeValue { .uri(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .uri(let address) = attributeValue else { return nil }
    self = address
  }
}

extension Data: AttributeConvertible {
  public static var attributeType: AttributeType { .binary }
  public var attributeValue: AttributeValue { .binary(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .binary(let bytes) = attributeValue else { return nil }
    self = bytes
  }
}
