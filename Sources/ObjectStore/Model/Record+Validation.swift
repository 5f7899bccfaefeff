import Foundation
import Text

extension Record {
  /// Checks every attribute against its declaration, as saving a new record does.
  public func validate() throws(StoreError) { try Self.validate(values) }

  /// Checks the values of all properties, in their order.
  ///
  /// - Parameter before: those of the record that is there. What it had already is not asked again: a rule may be younger
  ///   than the record, and that shall not keep people from changing the rest of it.
  static func validate(_ values: [AttributeValue], since before: [AttributeValue]? = nil) throws(StoreError) {
    for index in properties.indices {
      guard let attribute = properties[index].attribute else { continue }
      let decides = [index] + [currency(of: attribute)].compactMap(\.self)
      if let before, decides.allSatisfy({ before[$0].isIdentical(to: values[$0]) }) { continue }
      guard let objection = objection(at: index, in: values) else { continue }
      throw .refused(
        Refusal(entity: entity.name, attribute: attribute.name, value: values[index], objection))
    }
  }

  /// What is wrong with one of the values of all properties, by itself and beside the others.
  static func objection(at index: Int, in values: [AttributeValue]) -> Objection? {
    guard let attribute = properties[index].attribute else { return nil }
    if let objection = attribute.objection(to: values[index]) { return objection }
    guard let place = currency(of: attribute), case .decimal(let price) = values[index],
      case .string(let code) = values[place], let currency = Currency(code), !currency.allows(price)
    else { return nil }
    return .decimalPlaces(currency: code, most: currency.decimalPlaces)
  }

  /// The place of the attribute that says in which currency a price is.
  private static func currency(of attribute: Attribute) -> Int? {
    guard case .price(let name)? = attribute.rule else { return nil }
    return properties.firstIndex { $0.attribute?.name == name }
  }
}
