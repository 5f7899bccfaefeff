import PixelCore
import PixelKernels
import Synchronization

/// Images that filters create once and use for every photo, such as a badge, or a source scaled to its frame. Tables of
/// colour curves are kept here too.
///
/// Code that renders many photos with the same sources uses one collection for all photos.
public final class SharedImages: Sendable {
  private let images = Shared<Image>()
  private let tables = Shared<ColorCurves>()

  /// Creates an empty collection.
  public init() {}

  /// Returns the image with this name. The first caller creates it while other callers wait.
  ///
  /// - Parameter name: Must contain everything that determines the pixels: the filter, its parameters, the pixel
  ///   format.
  func image<E: Error>(_ name: String, make: () throws(E) -> Image) throws(E) -> Image {
    try images.value(name, make: make)
  }

  /// Returns the curves with this name. The first caller creates them while other callers wait.
  ///
  /// - Parameter name: Must contain everything that determines the tables: the filter, its parameters, the pixel
  ///   format.
  func curves(_ name: String, make: () -> ColorCurves) -> ColorCurves { tables.value(name, make: make) }
}

/// Values by name, each created by the first caller that asks for it.
private final class Shared<Value: Sendable>: Sendable {
  private let entries = Mutex<[String: Entry]>([:])

  /// A value that exists or is being created.
  private final class Entry: Sendable {
    let value = Mutex<Value?>(nil)
  }

  func value<E: Error>(_ name: String, make: () throws(E) -> Value) throws(E) -> Value {
    let entry = entries.withLock { entries in
      if let entry = entries[name] { return entry }
      let entry = Entry()
      entries[name] = entry
      return entry
    }
    return try entry.value.withLock { (known) throws(E) in
      if let value = known { return value }
      let value = try make()
      known = value
      return value
    }
  }
}
