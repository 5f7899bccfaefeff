import Files
import Foundation
import HTTPTypes
import Hummingbird
import PackshotKit

/// Photos that a browser sends: new photos of a product, which become files in `photos/SKU` below the studio's folder, and files
/// that take the place of a photo's file.
struct PhotoUpload: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    router.post("products/:id/photos") { request, context in
      try await add(request, to: context.id)
      return Response(status: .created)
    }
    router.post("photos/:id/file") { request, context in
      try await replace(context.id, by: request)
      return Response(status: .created)
    }
  }

  // MARK: New photos

  private func add(_ request: Request, to id: UUID) async throws {
    let name = try name(of: request)
    let product = try await shop.catalog.read { try $0.existing(Catalog.Product.self, id) }
    let folder = try shop.folder.absolutePath(of: "photos/" + Self.plain(product.sku))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Without a photo, the folder isn't left behind: only an empty one can be removed.
    defer { rmdir(folder) }
    let file = try await receive(request, name, for: folder + "/" + Self.plain(name))
    try await BlockingWork.run { [shop] _ in
      try check(file, name)
      let path = try withFreePath(Self.plain(name), in: folder) { path throws(SystemFailure) in
        file.setDestination(path)
        try file.moveIntoPlace(replacing: false)
      }
      do {
        let photo = try OriginalPhoto(contentsOf: path, limits: shop.limits, workers: shop.workers)
        let files = ReplacedFiles(beside: path)
        try files.noteMade(photo.sha256)
        do {
          try shop.catalog.edit("Add photo \(name)") { edit in
            try photo.save(as: product, in: edit, paths: shop.catalog.paths)
          }
        } catch {
          files.forgetMade(photo.sha256)
          throw error
        }
      } catch {
        // Only photos on record stay.
        unlink(path)
        throw error
      }
    }
  }

  // MARK: Replacing a photo's file

  /// Overwrites a photo's file under its own name, so that its pictures keep their names. The former file is archived.
  private func replace(_ id: UUID, by request: Request) async throws {
    let name = try name(of: request)
    let photo = try await shop.catalog.read { try $0.existing(Catalog.Photo.self, id) }
    let path = shop.catalog.paths.resolvedPath(photo.path)
    guard photo.kind == .original, try shop.folder.absolutePath(of: shop.folder.relative(path)) == path else {
      throw OutsideFolder(path: photo.path)
    }
    let file = try await receive(request, name, for: path)
    try await BlockingWork.run { [shop] _ in
      // Otherwise two files sent at once could replace each other halfway.
      try shop.replacing.withLock { _ in
        try check(file, name)
        let files = ReplacedFiles(beside: path)
        let former = sha256(ofFile: path)
        if let former { try files.archive(former) }
        // If there was no file, one that appears now is its owner's.
        do throws(SystemFailure) { try file.moveIntoPlace(replacing: former != nil) } catch {
          throw PackshotError.cannotWrite(path: path, why: error.reason)
        }
        do {
          let new = try OriginalPhoto(contentsOf: path, limits: shop.limits, workers: shop.workers)
          try files.noteMade(new.sha256)
          try shop.catalog.edit("Replace photo \(photo.name)") { edit in
            // The focus is a point of the former picture.
            var record = try edit.existing(Catalog.Photo.self, id)
            record.focus = nil
            try edit.save(record)
            try new.save(as: nil, in: edit, paths: shop.catalog.paths)
          }
        } catch {
          if let former { try files.restore(former) } else { unlink(path) }
          throw error
        }
      }
    }
  }

  // MARK: Requests

  /// Returns the name of the file that a page of this studio sends.
  private func name(of request: Request) throws -> String {
    guard let form = request.headers[HTTPField.Name("X-Form")!], form.isSameSecret(as: shop.token.form) else {
      throw HTTPError(.forbidden, message: "The page is from an earlier run of the studio. Reload it.")
    }
    return request.query("name") ?? ""
  }

  /// Writes what is sent to an unfinished file.
  private func receive(_ request: Request, _ name: String, for path: String) async throws -> UnfinishedFile {
    let limit = shop.limits.maxFileSize
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw HTTPError(.contentTooLarge, message: "\(name) has \(length) bytes; at most \(limit) are allowed.")
    }
    let file = try UnfinishedFile(for: path)
    var count = 0
    for try await part in request.body {
      count += part.readableBytes
      if count > limit {
        throw HTTPError(.contentTooLarge, message: "\(name) has over \(limit) bytes, which are allowed.")
      }
      try part.withUnsafeReadableBytes { try file.write($0) }
    }
    return file
  }

  /// Refuses a file that isn't a photo before it has a name.
  private func check(_ file: UnfinishedFile, _ name: String) throws {
    try file.synchronize()
    do {
      _ = try OriginalPhoto(contentsOf: file.path, limits: shop.limits, workers: shop.workers)
    } catch {
      let message = ErrorDescriptor(error).message.replacing(file.path, with: name)
      throw HTTPError(.unprocessableContent, message: message)
    }
  }

  /// Maximum length of a name in bytes, which leaves room for a number.
  private static let nameLength = 200

  /// The text as the name of a file or folder, without characters that are awkward in names.
  private static func plain(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) }
      .map { "/\\".unicodeScalars.contains($0) ? "-" : $0 }
    let name = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    if name.isEmpty { return "photo" }
    var (stem, ending) = name.stemAndEnding
    while stem.utf8.count + ending.utf8.count > nameLength, !(stem.isEmpty && ending.isEmpty) {
      if stem.isEmpty { ending.removeLast() } else { stem.removeLast() }
    }
    return stem + ending
  }
}
