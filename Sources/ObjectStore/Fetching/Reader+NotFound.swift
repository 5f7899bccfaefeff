import Foundation
internal import GRDB

extension Reader {
  /// Returns a `notFound` error for each record that a fetch's condition refers to and that doesn't exist, such as the
  /// product in `product=NOPE`. Such a condition has a correct result, but was probably a mistake.
  public func notFound<R: Record>(in fetch: Fetch<R>) throws(StoreError) -> [StoreError] {
    var errors: [StoreError] = []
    for call in fetch.condition?.calls(on: R.entity, in: context.model) ?? [] {
      guard let type = context.model.recordType(call.entity), try !isThere(type, call.text) else { continue }
      let error = StoreError.notFound(
        entity: call.entity, query: call.text, similar: try titles(type, near: call.text))
      if !errors.contains(error) { errors.append(error) }
    }
    return errors
  }

  private func isThere<R: Record>(_ type: R.Type, _ text: String) throws(StoreError) -> Bool {
    try first(Fetch<R>(where: .called(text))) != nil
  }
}

extension Condition {
  /// Returns the entity and text of all references to records in a condition on records of `entity`.
  fileprivate func calls(on entity: Entity, in model: Model) -> [(entity: String, text: String)] {
    switch self {
    case .compare, .text, .named, .oneOf, .count(_, nil, _, _): []
    case .called(let text): [(entity.name, text)]
    case .any(let name, let inner), .count(let name, let inner?, _, _):
      (entity.relationship(name)?.destination).flatMap(model.entity(_:)).map { inner.calls(on: $0, in: model) } ?? []
    case .and(let all), .or(let all): all.flatMap { $0.calls(on: entity, in: model) }
    case .not(let inner): inner.calls(on: entity, in: model)
    }
  }
}
