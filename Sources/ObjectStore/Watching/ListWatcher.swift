import Foundation
internal import GRDB

/// A list that follows its store: Core Data's fetched results controller, also across processes.
///
/// It holds the ids of the records and what the list is sorted by, not the records. Whoever changed the store, and in
/// whichever process, ``poll(_:)`` tells what became of the list since it was asked last; while nothing was written that
/// takes microseconds. Of what was written, only changed records are looked at again, as long as the fetch has no limit and
/// no condition that looks through relationships; otherwise all ids are fetched anew.
///
/// It may not be used by two tasks at once; each makes its own.
public final class ListWatcher<R: Record> {
  private let context: StoreContext
  private let commits: CommitCount
  /// How many commits the list knows of; nil in memory, where they are not counted, and before the first look.
  private var version: Int?
  private var follower: ListFollower<R>

  /// Makes the list as it is now.
  ///
  /// With `startingEmpty` it begins as an empty list instead, so that the first ``poll(_:)`` tells of all records and has a
  /// reader of them.
  ///
  /// Throws `unknownName` where the fetch or the sectioning names what the entity does not have, and `refused` where the
  /// fetch compares an attribute with a value of another type.
  public init(
    _ store: Store, _ fetch: Fetch<R> = Fetch(), sections: Sectioning? = nil, startingEmpty: Bool = false
  ) throws(StoreError) {
    let list = try ListFetch(fetch, sections, store.context)
    try store.checkWatchable()
    context = store.context
    do {
      commits = try CommitCount(of: store.writer, path: store.path, isReadOnly: store.isReadOnly)
      if startingEmpty {
        version = nil
        follower = ListFollower(empty: list)
      } else {
        let commits = commits
        (version, follower) = try commits.connection.alone(at: store.path) {
          (try commits.current(), try commits.connection.read { try ListFollower(list, $0) })
        }
      }
    } catch {
      throw StoreError(error, at: store.path)
    }
  }

  /// The sections with the ids of their records, as of the last ``poll(_:)`` and while it tells; without sectioning, one
  /// with no title.
  public var sections: [ListSection] { follower.state.sections }

  /// The titles of the sections alone.
  public var titles: [String] { follower.state.titles }

  /// The number of records in all sections.
  public var count: Int { follower.state.entries.count }

  /// The events that make the list as it is now of an empty one.
  public var asInsertions: [ListEvent] { follower.asInsertions }

  /// Brings the list up to date, and tells what became of it: nothing, most often. Throws `replaced` where the store's
  /// file is no longer there, or another one.
  ///
  /// - Parameter look: called with the events, where there are any, and a reader of just the state that they lead to. Where
  ///   it throws, the list is as it was, and the next call tells the same again.
  @discardableResult
  public func poll(_ look: ([ListEvent], Reader) throws -> Void = { _, _ in }) throws -> [ListEvent] {
    try commits.connection.alone(at: context.path) { try advance(look) }
  }

  private func advance(_ look: ([ListEvent], Reader) throws -> Void) throws -> [ListEvent] {
    let version = try commits.current()
    if version != nil, version == self.version { return [] }
    let old = follower
    do {
      let events = try commits.connection.read { db in
        let events = try follower.advance(db)
        if !events.isEmpty { try context.read(db) { try look(events, $0) } }
        return events
      }
      self.version = version
      return events
    } catch {
      follower = old
      throw error
    }
  }
}
