import Foundation
internal import GRDB
import Synchronization

extension Store {
  /// Follows a list. The sequence begins with the events that create the list from an empty one, followed by a batch of
  /// events for each change by any process. ``ListEvent`` describes them.
  ///
  /// ```swift
  /// let store = try Catalog.inMemory().store
  /// var list = [ListSection()]
  /// for try await events in store.watch(Fetch<Catalog.Product>()) {
  ///   list.apply(events)
  ///   if list[0].ids.isEmpty { break }
  /// }
  /// ```
  ///
  /// The sequence ends when the reading task is cancelled, or throws an error: `unknownName` or `refused` for a wrong
  /// fetch, `replaced` if the store's file was removed. All watchers of a store share one ``changes()``, and only one
  /// batch waits for a slow reader, so many watchers need few resources.
  public func watch<R: Record>(_ fetch: Fetch<R> = Fetch(), sections: Sectioning? = nil) -> ListUpdates<R> {
    ListUpdates(store: self, fetch: fetch, sections: sections)
  }

  /// Returns the changes in the store from now on, by any process: one element for each write, or for several writes
  /// together if they are read more slowly.
  ///
  /// The first element may be ``StoreChanges/all`` although nothing has changed, so that watchers read everything once.
  /// Each loop over the sequence watches for itself: the first one gets the changes since this call, and others the
  /// changes since their own beginning.
  ///
  /// The sequence ends when the reading task is cancelled, or throws `replaced` if the store's file was removed or
  /// replaced.
  public func changes() -> ChangeUpdates { ChangeUpdates(feed) }

  /// Returns the number of the newest change by any process. While it stays the same, so do all records.
  package func changeNumber() throws(StoreError) -> Int64 { try query { db in try ChangePosition.newest(db) } }
}

/// The changes of a store as a sequence: see ``Store/changes()``.
public struct ChangeUpdates: AsyncSequence, Sendable {
  private let feed: ChangeFeed
  /// The changes between the creation of the sequence and its first iterator.
  private let unread: Unread

  fileprivate init(_ feed: ChangeFeed) {
    self.feed = feed
    unread = Unread(ChangeTicket(feed))
  }

  public func makeAsyncIterator() -> Iterator { Iterator(ticket: unread.take() ?? ChangeTicket(feed)) }

  /// A ticket that can be taken only once.
  private final class Unread: Sendable {
    private let ticket: Mutex<ChangeTicket?>

    init(_ ticket: ChangeTicket) { self.ticket = Mutex(ticket) }

    func take() -> ChangeTicket? {
      ticket.withLock { ticket in
        defer { ticket = nil }
        return ticket
      }
    }
  }

  /// An iterator over the changes, for use by one task.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let ticket: ChangeTicket

    /// Waits for changes since the last call and returns them.
    public mutating func next() async throws -> StoreChanges? { try await ticket.subscription.next() }
  }
}

/// The changes of a list as a sequence: see ``Store/watch(_:sections:)``.
public struct ListUpdates<R: Record>: AsyncSequence, Sendable {
  fileprivate let store: Store
  fileprivate let fetch: Fetch<R>
  fileprivate let sections: Sectioning?

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// An iterator over the batches of events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: ListUpdates
    private var ticket: ChangeTicket?
    private var follower: ListFollower<R>?

    fileprivate init(updates: ListUpdates) { self.updates = updates }

    /// Waits for the next batch and returns it.
    public mutating func next() async throws -> [ListEvent]? {
      do {
        guard let follower, let ticket else { return try await begin() }
        var current = follower
        while let changes = try await ticket.subscription.next() {
          if !current.isConcerned(by: changes) { continue }
          let (events, after) = try await updates.store.writer.read { [current] db in
            var after = current
            return (try after.advance(db), after)
          }
          (current, self.follower) = (after, after)
          if !events.isEmpty { return events }
        }
        return nil
      } catch {
        let error = StoreError(error, at: updates.store.path)
        if error == .cancelled { return nil }
        throw error
      }
    }

    private mutating func begin() async throws -> [ListEvent] {
      let list = try ListFetch(updates.fetch, updates.sections, updates.store.context)
      try updates.store.checkWatchable()
      // Before the list is read, so that no change is missed in between.
      ticket = ChangeTicket(updates.store.feed)
      let first = try await updates.store.writer.read { try ListFollower(list, $0) }
      follower = first
      return first.asInsertions
    }
  }
}

extension ListWatcher {
  /// Follows the list on this thread, which sleeps in between, until `isWanted` returns false.
  ///
  /// - Parameters:
  ///   - interval: The interval between checks, in seconds. Defaults to 0.075.
  ///   - isWanted: Called before each check.
  ///   - look: Called with each batch of events, and a reader of the state after them.
  public func follow(
    every interval: TimeInterval = 0.075, while isWanted: () -> Bool, _ look: ([ListEvent], Reader) throws -> Void
  ) throws {
    while isWanted() {
      try poll(look)
      Thread.sleep(forTimeInterval: interval)
    }
  }
}
