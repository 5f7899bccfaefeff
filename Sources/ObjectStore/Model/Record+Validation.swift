import Foundation
import Text

extension Record {
  /// Checks every attribute against its declaration, as saving a new record does.
  public func validate() throws(StoreError) { try Self.validate(values) }

  /// Checks the values of all properties, in their order.
  ///
  /// - Parameter before: Values of the existing record. Unchanged values are not checked again: a rule may be newer
  ///   than the record, and must not prevent people from changing its other values.
  static func validate(_ values: [AttributeValue], since before: [AttributeValue]? = nil) throws(StoreError) {
    for index in properties.indices {
      guard let attribute = properties[index].attribute else { continue }
      let decides = [index] + [currency(of: attribute)].compactMap(\.self)
      if let before, decides.allSatisfy({ before[$0].isIdentical(to: values[$0]) }) { continue }
      guard let objection = objection(at: index, in: values) else { continue }
      throw .refused(
        InvalidValue(entity: entity.name, attribute: attribute.name, value: values[index], objection))
    }
  }

  /// Returns the objection to one value of a record, checked alone and together with the other values; nil if there is
  /// none.
  static func objection(at index: Int, in values: [AttributeValue]) -> InvalidValue.Reason? {
    guard let attribute = properties[index].attribute else { return nil }
    if let objection = attribute.objection(to: values[index]) { return objection }
    guard let place = currency(of: attribute), case .decimal(let price) = values[index],
      case .string(let code) = values[place], let currency = Currency(code), !currency.allows(price)
    else { return nil }
    return .decimalPlaces(currency: code, most: currency.decimalPlaces)
  }

  /// Returns the index of the attribute that holds the currency of a price.
  private static func currency(of attribute: Attribute) -> Int? {
    guard case .price(let name)? = attribute.rule else { return nil }
    return properties.firstIndex { $0.attribute?.name == name }
  }
}
