import Foundation
internal import GRDB
import Synchronization

extension Store {
  /// Follows a list: gives first the events that make it of an empty one, then a batch of events for each time that it was
  /// changed, by whichever process. ``ListEvent`` says what they mean.
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
  /// Ends when the task that reads it is cancelled, or with what went wrong: `unknownName` or `refused` for a wrong fetch,
  /// `replaced` where the store's file is no longer there. All who watch a store share one ``changes()``, and what waits for a
  /// slow reader is one batch, so any number of them takes little.
  public func watch<R: Record>(_ fetch: Fetch<R> = Fetch(), sections: Sectioning? = nil) -> ListUpdates<R> {
    ListUpdates(store: self, fetch: fetch, sections: sections)
  }

  /// What changes in the store from now on, in whichever process: for each time that something was written, or for several
  /// times together where it is read more slowly than that.
  ///
  /// It may begin with ``StoreChanges/all`` although nothing has changed: whoever watches first looks at everything once. Each
  /// loop over it watches for itself; the first is told what has changed since this call, and another what changes from its own
  /// beginning on.
  ///
  /// Ends when the task that reads it is cancelled, or with `replaced` where the store's file is no longer there.
  public func changes() -> ChangeUpdates { ChangeUpdates(feed) }
}

/// The changes of a store, one after the other: see ``Store/changes()``.
public struct ChangeUpdates: AsyncSequence, Sendable {
  private let feed: ChangeFeed
  /// What has changed since the sequence was made, until somebody begins to read it.
  private let unread: Unread

  fileprivate init(_ feed: ChangeFeed) {
    self.feed = feed
    unread = Unread(ChangeTicket(feed))
  }

  public func makeAsyncIterator() -> Iterator { Iterator(ticket: unread.take() ?? ChangeTicket(feed)) }

  /// A ticket that one alone can take.
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

  /// Gives them one after the other. One task uses it.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let ticket: ChangeTicket

    /// What has changed since the last call, as soon as there is something.
    public mutating func next() async throws -> StoreChanges? { try await ticket.subscription.next() }
  }
}

/// A list as it changes: see ``Store/watch(_:sections:)``.
public struct ListUpdates<R: Record>: AsyncSequence, Sendable {
  fileprivate let store: Store
  fileprivate let fetch: Fetch<R>
  fileprivate let sections: Sectioning?

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// Gives one batch of events after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: ListUpdates
    private var ticket: ChangeTicket?
    private var follower: ListFollower<R>?

    fileprivate init(updates: ListUpdates) { self.updates = updates }

    /// The next batch, as soon as there is one.
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
      // Before the list is read, so that no change falls between the two.
      ticket = ChangeTicket(updates.store.feed)
      let first = try await updates.store.writer.read { try ListFollower(list, $0) }
      follower = first
      return first.asInsertions
    }
  }
}

extension ListWatcher {
  /// Follows the list on this thread, which sleeps meanwhile, as long as it is wanted.
  ///
  /// - Parameters:
  ///   - interval: how often to look whether something was written, in seconds.
  ///   - isWanted: asked before each look.
  ///   - look: called with each batch of events, and a reader of the state that they lead to.
  public func follow(
    every interval: TimeInterval = 0.075, while isWanted: () -> Bool, _ look: ([ListEvent], Reader) throws -> Void
  ) throws {
    while isWanted() {
      try poll(look)
      Thread.sleep(forTimeInterval: interval)
    }
  }
}
