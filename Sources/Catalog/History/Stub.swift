import Foundation
internal import GRDB

struct Changeset { var data = Data(); var isEmpty: Bool { false } }
final class ChangeRecorder {
  init(_ db: Database, tables: [String]) throws {}; func changeset() throws -> Changeset { Changeset() }
}
enum UndoHistory {
  static let createTable = ""; static func record(_ db: Database, label: String, _ c: Changeset) throws {}
}
struct SearchSchema { init?(entity: Entity, in model: Model) { return nil }; var sql: [String] { [] } }
