import Foundation
internal import GRDB

/// A list that follows its store, like Core Data's fetched results controller, but also across processes.
///
/// The list holds the IDs and sort keys of its records, not the records themselves. ``poll(_:)`` returns the changes of
/// the list since the last call, whatever process made them. If nothing was written, that takes microseconds. After a
/// change, only changed records are read again, unless the fetch has a limit or a condition on related records; then
/// all IDs are fetched again.
///
/// Two tasks can't use it at once; each must create its own.
public final class ListWatcher<R: Record> {
  private let context: StoreContext
  private let commits: CommitCount
  /// The number of commits known to the list; nil in memory, where commits are not counted, and before the first call
  /// if the list starts empty.
  private var version: Int?
  private var follower: ListFollower<R>

  /// Creates the list in its current state.
  ///
  /// With `startingEmpty` it is empty instead, so that the first ``poll(_:)`` returns events for all records, with a
  /// reader for them.
  ///
  /// Throws `unknownName` if the fetch or the sectioning contains a name that the entity doesn't have, and `refused` if
  /// the fetch compares an attribute with a value of another type.
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

  /// The sections with the IDs of their records, as of the last ``poll(_:)``, and also while its closure runs. Without
  /// sectioning, there is one section without a title.
  public var sections: [ListSection] { follower.state.sections }

  /// The titles of the sections.
  public var titles: [String] { follower.state.titles }

  /// The number of records in all sections.
  public var count: Int { follower.state.entries.count }

  /// The events that create the current list from an empty one.
  public var asInsertions: [ListEvent] { follower.asInsertions }

  /// Updates the list, and returns its changes, which are usually none. Throws `replaced` if the store's file was
  /// removed or replaced.
  ///
  /// - Parameter look: Called with the events, if there are any, and a reader of exactly the state after them. If it
  ///   throws, the list is not changed, and the next call returns the same events again.
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
