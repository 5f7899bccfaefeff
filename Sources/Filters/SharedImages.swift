import PixelCore
import Synchronization

/// Images that filters create once and use for every photo, such as a badge, or a source scaled to its frame.
///
/// Code that renders many photos with the same sources uses one collection for all photos.
public final class SharedImages: Sendable {
  private let entries = Mutex<[String: Entry]>([:])

  /// An image that exists or is being created.
  private final class Entry: Sendable {
    let image = Mutex<Image?>(nil)
  }

  /// Creates an empty collection.
  public init() {}

  /// Returns the image with this name. The first caller creates it while other callers wait.
  ///
  /// - Parameter name: Must contain everything that determines the pixels: the filter, its parameters, the pixel
  ///   format.
  func image<E: Error>(_ name: String, make: () throws(E) -> Image) throws(E) -> Image {
    let entry = entries.withLock { entries in
      if let entry = entries[name] { return entry }
      let entry = Entry()
      entries[name] = entry
      return entry
    }
    return try entry.image.withLock { (known) throws(E) in
      if let image = known { return image }
      let image = try make()
      known = image
      return image
    }
  }
}
