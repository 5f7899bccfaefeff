import Foundation

/// A position in a list with sections, like `IndexPath` in Core Data's lists. Both indices start at 0.
public struct ListIndex: Hashable, Comparable, Sendable {
  /// Index of the section, from 0.
  public let section: Int
  /// Index in the section, from 0.
  public let item: Int

  /// Creates the position of an item in a section.
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
  /// Heading of the section; empty if the list is not divided.
  public let title: String
  /// IDs of the section's records, in order.
  public var ids: [UUID]

  /// Creates a section. Without arguments, it is the initial section of an undivided list.
  public init(title: String = "", ids: [UUID] = []) {
    self.title = title
    self.ids = ids
  }
}

/// A change of a list, like those that Core Data's fetched results controller passes to its delegate.
///
/// Old positions are positions in the list before the whole batch of events. New positions are positions in the list
/// after the batch.
public enum ListEvent: Hashable, Sendable {
  /// The record was removed from the list.
  case deleted(UUID, from: ListIndex)
  /// The section was removed, after its last record.
  case sectionDeleted(String, from: Int)
  /// The section is new. Its records are reported by separate events.
  case sectionInserted(String, at: Int)
  /// The record was inserted in the list.
  case inserted(UUID, at: ListIndex)
  /// The record was changed and has a new place relative to other records.
  case moved(UUID, from: ListIndex, to: ListIndex)
  /// The record was changed, or linked with another, and kept its place relative to other records.
  case updated(UUID, from: ListIndex, to: ListIndex)
}

extension [ListSection] {
  /// Applies events to a list in the state before them.
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
    // Removals go backwards, so that earlier positions stay valid. Insertions go forwards, as the list grows.
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
