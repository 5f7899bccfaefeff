import Foundation

/// A place in a list with sections, both counted from 0: what `IndexPath` is in Core Data's lists.
public struct ListIndex: Hashable, Comparable, Sendable {
  /// The section, from 0.
  public let section: Int
  /// The place in the section, from 0.
  public let item: Int

  /// The place of an item in a section.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (one: ListIndex, other: ListIndex) -> Bool {
    (one.section, one.item) < (other.section, other.item)
  }
}

/// A section of a list.
public struct ListSection: Hashable, Sendable {
  /// Its heading; empty where the list is not divided.
  public let title: String
  /// The ids of its records, in their order.
  public var ids: [UUID]

  /// A section; without a title and empty, what a list that is not divided begins with.
  public init(title: String = "", ids: [UUID] = []) {
    self.title = title
    self.ids = ids
  }
}

/// What happened to a list, as Core Data's fetched results controller tells its delegate.
///
/// Places that were left count in the list as it was before the whole batch of events, places that were come to in the list
/// as it is after it.
public enum ListEvent: Hashable, Sendable {
  /// The record left the list.
  case deleted(UUID, from: ListIndex)
  /// The section is gone, after its last record left it.
  case sectionDeleted(String, from: Int)
  /// The section is new; its records are told of by themselves.
  case sectionInserted(String, at: Int)
  /// The record came into the list.
  case inserted(UUID, at: ListIndex)
  /// The record has another place among the others, because it was changed.
  case moved(UUID, from: ListIndex, to: ListIndex)
  /// The record was changed, or linked with another, and has the same place among the others.
  case updated(UUID, from: ListIndex, to: ListIndex)
}

extension [ListSection] {
  /// Makes a list that was current before some events one that is current after them.
  public mutating func apply(_ events: [ListEvent]) {
    var left: [ListIndex] = []
    var come: [(id: UUID, place: ListIndex)] = []
    var sectionsLeft: [Int] = []
    var sectionsCome: [(title: String, place: Int)] = []
    for event in events {
      switch event {
      case .deleted(_, let place): left.append(place)
      case .inserted(let id, let place): come.append((id, place))
      case .moved(let id, let old, let new):
        left.append(old)
        come.append((id, new))
      case .sectionDeleted(_, let place): sectionsLeft.append(place)
      case .sectionInserted(let title, let place): sectionsCome.append((title, place))
      case .updated: break
      }
    }
    // From the back, so that the places before stay what they were; then from the front, as the list grows.
    for place in left.sorted(by: >) { self[place.section].ids.remove(at: place.item) }
    for place in sectionsLeft.sorted(by: >) { remove(at: place) }
    for (title, place) in sectionsCome.sorted(by: { $0.place < $1.place }) {
      insert(ListSection(title: title), at: place)
    }
    for (id, place) in come.sorted(by: { $0.place < $1.place }) {
      self[place.section].ids.insert(id, at: place.item)
    }
  }
}
