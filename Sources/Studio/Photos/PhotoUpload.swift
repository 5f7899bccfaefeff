import Files
import Foundation
import HTTPTypes
import Hummingbird
import PackshotKit

/// Photos that a browser sends for a product. They become files in `photos/SKU` below the studio's folder, and originals on record.
struct PhotoUpload: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    router.post("products/:id/photos") { request, context in
      guard let form = request.headers[HTTPField.Name("X-Form")!], form.isSameSecret(as: shop.token.form) else {
        throw HTTPError(.forbidden, message: "The page is from an earlier run of the studio. Reload it.")
      }
      let name = request.query("name") ?? ""
      return try await receive(request, name: name, for: context.id)
    }
  }

  private func receive(_ request: Request, name: String, for id: UUID) async throws -> Response {
    let limit = shop.limits.maxFileSize
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw HTTPError(.contentTooLarge, message: "\(name) has \(length) bytes; at most \(limit) are allowed.")
    }
    let product = try await shop.catalog.read { try $0.existing(Catalog.Product.self, id) }
    let path = try place(for: name, of: product)
    let file = try UnfinishedFile(for: path)
    var count = 0
    for try await part in request.body {
      count += part.readableBytes
      if count > limit {
        throw HTTPError(.contentTooLarge, message: "\(name) has over \(limit) bytes, which are allowed.")
      }
      try part.withUnsafeReadableBytes { try file.write($0) }
    }
    try await BlockingWork.run { [shop] _ in
      try file.synchronize()
      try file.moveIntoPlace(replacing: false)
      do {
        let photo = try OriginalPhoto(contentsOf: path, limits: shop.limits, workers: shop.workers)
        try shop.catalog.edit("Add photo \(name)") { edit in
          try photo.save(as: product, in: edit, paths: shop.catalog.paths)
        }
      } catch {
        // Only photos on record stay.
        unlink(path)
        throw error
      }
    }
    return Response(status: .created)
  }

  /// Returns a free path for the file, in the product's folder.
  private func place(for name: String, of product: Catalog.Product) throws -> String {
    let folder = "photos/" + Self.plain(product.sku)
    let (stem, ending) = Self.plain(name).stemAndEnding
    let absolute = try shop.folder.place(folder)
    try FileManager.default.createDirectory(atPath: absolute, withIntermediateDirectories: true)
    for number in 1...1000 {
      let path = try shop.folder.place("\(folder)/\(stem)\(number == 1 ? "" : "-\(number)")\(ending)")
      if !FileStatus.isAnything(at: path) { return path }
    }
    throw PackshotError.cannotWrite(path: absolute, why: "it has a thousand files called \(stem)\(ending)")
  }

  /// The name without folders, and without characters that are awkward in file names.
  private static func plain(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let kept = last.unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) }
    let text = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    return text.isEmpty ? "photo" : String(text.prefix(100))
  }
}

extension String {
  fileprivate var stemAndEnding: (String, String) {
    guard let dot = lastIndex(of: "."), dot != startIndex else { return (self, "") }
    return (String(self[..<dot]), String(self[dot...]))
  }
}
