import Foundation
internal import GRDB

/// A list at one moment, which can be advanced to a later one.
struct ListFollower<R: Record>: Sendable {
  private let fetch: ListFetch<R>
  private var position: ChangePosition
  private(set) var state: ListState

  /// Creates the list in the state that `db` shows.
  init(_ fetch: ListFetch<R>, _ db: Database) throws {
    self.fetch = fetch
    position = try ChangePosition(db)
    state = try fetch.state(db)
  }

  /// Creates an empty list before all changes.
  init(empty fetch: ListFetch<R>) {
    self.fetch = fetch
    position = ChangePosition()
    state = ListState([], isDivided: fetch.isDivided)
  }

  /// The events that create the list from an empty one.
  var asInsertions: [ListEvent] {
    ListDifference(from: ListState([], isDivided: fetch.isDivided), to: state) { _ in true }.events
  }

  /// Whether changes may affect the list.
  func isConcerned(by changes: StoreChanges) -> Bool {
    guard case .records(let records) = changes else { return true }
    return records[R.entity.name] != nil || !fetch.entities.isDisjoint(with: records.keys)
  }

  /// Advances to the list in the state that `db` shows.
  mutating func advance(_ db: Database) throws -> [ListEvent] {
    let old = state
    let isChanged: (UUID) -> Bool
    (state, isChanged) = try next(position.advance(db), db)
    return ListDifference(from: old, to: state, isChanged: isChanged).events
  }

  /// Returns the list after some changes, and a function that tells which records may have changed.
  private func next(_ news: ChangePosition.News, _ db: Database) throws -> (ListState, isChanged: (UUID) -> Bool) {
    switch news {
    case .nothing: return (state, { _ in false })
    case .unknown: return (try fetch.state(db), { _ in true })
    case .records(let records):
      let own = records[R.entity.name] ?? []
      if !fetch.entities.isDisjoint(with: records.keys) {
        let next = try fetch.state(db)
        guard fetch.isSortedByRelated else { return (next, own.contains) }
        // A change of a related record can move a record that was not changed itself.
        let moved = own.union(next.resorted(since: state))
        return (next, moved.contains)
      }
      if own.isEmpty { return (state, { _ in false }) }
      return (try fetch.state(db, after: state, changed: own), own.contains)
    }
  }
}
