import PixelCore
import Synchronization

/// Images that filters make once and use for every photo: a badge drawn, or a source scaled into its frame.
///
/// Whoever renders many photos with the same sources keeps one of these for all of them.
public final class SharedImages: Sendable {
  private let entries = Mutex<[String: Entry]>([:])

  /// An image that is there, or is being made.
  private final class Entry: Sendable {
    let image = Mutex<Image?>(nil)
  }

  /// None yet.
  public init() {}

  /// The image of this name, made by the first caller while others who want it wait.
  ///
  /// - Parameter name: Says everything that decides its pixels: the filter, its parameters, the pixel format.
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
