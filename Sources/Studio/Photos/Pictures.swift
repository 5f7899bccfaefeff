import Foundation
import Hummingbird
import ImageCodecs
import PackshotKit
import Synchronization

/// Pictures of recorded photos at the sizes that pages show, rendered in the sandbox when a page asks for them.
final class Pictures: Sendable {
  /// The longest side in pixels.
  enum Size: String, Sendable {
    case small, large

    var pixels: Int { self == .small ? 400 : 1600 }
  }

  private struct Key: Hashable {
    let sha256: String
    let size: Size
  }

  private struct Kept {
    var files: [Key: (bytes: ByteBuffer, used: Int)] = [:]
    var (byteCount, clock) = (0, 0)
  }

  /// Bytes of pictures that are kept for the next page.
  private static let keptLimit = 64 << 20

  private let catalog: Catalog
  private let limits: PhotoLimits
  private let workers: WorkerPool
  private let kept = Mutex(Kept())

  init(_ catalog: Catalog, _ limits: PhotoLimits, _ workers: WorkerPool) {
    (self.catalog, self.limits, self.workers) = (catalog, limits, workers)
  }

  /// The address of a photo's picture. It changes with the photo, so browsers can keep the picture.
  static func address(of photo: Catalog.Photo, _ size: Size) -> String {
    "/photos/\(photo.id.text)/\(size)?\(photo.sha256.prefix(16))"
  }

  /// Returns the picture of a photo as JPEG, or as PNG if the photo has an alpha channel.
  func picture(of photo: Catalog.Photo, _ size: Size) async throws -> (bytes: ByteBuffer, type: String) {
    let type = photo.hasAlpha ? "image/png" : "image/jpeg"
    let key = Key(sha256: photo.sha256, size: size)
    if let bytes = found(key) { return (bytes, type) }
    let bytes = try await BlockingWork.run { [self] _ in
      let steps = ["resize: { width: \(size.pixels), height: \(size.pixels), mode: contain, enlarge: false }"]
      let rendering = try SingleRendering(steps: steps, limits: limits, workers: workers)
      let file = try rendering.render(input(photo), format: photo.hasAlpha ? .png : .jpeg).file
      return file.withBytes { ByteBuffer(bytes: $0) }
    }
    keep(bytes, key)
    return (bytes, type)
  }

  /// The photo's bytes in the catalog, or else its file.
  func input(_ photo: Catalog.Photo) throws -> SingleRendering.Input {
    if photo.data != nil, let data = try catalog.read({ try $0.bytes(of: photo, "data") }) {
      return .memory(EncodedImage(data), name: photo.path)
    }
    return .file(catalog.paths.resolvedPath(photo.path))
  }

  private func found(_ key: Key) -> ByteBuffer? {
    kept.withLock { kept in
      kept.clock += 1
      kept.files[key]?.used = kept.clock
      return kept.files[key]?.bytes
    }
  }

  private func keep(_ bytes: ByteBuffer, _ key: Key) {
    kept.withLock { kept in
      kept.clock += 1
      if let old = kept.files.updateValue((bytes, kept.clock), forKey: key) {
        kept.byteCount -= old.bytes.readableBytes
      }
      kept.byteCount += bytes.readableBytes
      guard kept.byteCount > Self.keptLimit else { return }
      // Half of them go at once, so that they are sorted only now and then.
      for (key, file) in kept.files.sorted(by: { $0.value.used < $1.value.used })
      where kept.byteCount > Self.keptLimit / 2 {
        kept.files[key] = nil
        kept.byteCount -= file.bytes.readableBytes
      }
    }
  }
}
