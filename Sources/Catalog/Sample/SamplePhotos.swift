import Files
import Foundation
import Text

extension Catalog {
  /// The sample data's photos: a bow tie in each colour of the rainbow, whose bytes are in the catalog. `scripts/make-samples`
  /// draws them.
  static var samplePhotos: String { bowTies.map { $0.json.description + "\n" }.joined() }

  private static let bowTies = [
    SamplePhoto("TIE-01", "red", id: "019550ef-f510-7007-8000-00000000003a", PackageResources.red_jpg),
    SamplePhoto("TIE-02", "orange", id: "019550ef-f8f8-7007-8000-00000000003b", PackageResources.orange_jpg),
    SamplePhoto("TIE-03", "yellow", id: "019550ef-fce0-7007-8000-00000000003c", PackageResources.yellow_jpg),
    SamplePhoto("TIE-04", "green", id: "019550f0-00c8-7007-8000-00000000003d", PackageResources.green_jpg),
    SamplePhoto("TIE-05", "blue", id: "019550f0-04b0-7007-8000-00000000003e", PackageResources.blue_jpg),
    SamplePhoto("TIE-06", "indigo", id: "019550f0-0898-7007-8000-00000000003f", PackageResources.indigo_jpg),
    SamplePhoto("TIE-07", "violet", id: "019550f0-0c80-7007-8000-000000000040", PackageResources.violet_jpg),
  ]
}

/// A photo of the sample data: a JPEG of 360 × 240 pixels.
private struct SamplePhoto {
  let sku: String
  let name: String
  let id: String
  let bytes: [UInt8]

  init(_ sku: String, _ name: String, id: String, _ bytes: [UInt8]) {
    (self.sku, self.name, self.id, self.bytes) = (sku, name, id, bytes)
  }

  /// The record, as an export has it.
  var json: JSONValue {
    .object([
      .init("entity", .string("Photo")), .init("id", .string(id)), .init("kind", .string("original")),
      .init("path", .string("bow-ties/\(name).jpg")), .init("view", .string("front")),
      .init("sha256", .string(bytes.withUnsafeBytes { SHA256.hex(of: $0) })),
      .init("width", .integer(360)), .init("height", .integer(240)), .init("format", .string("jpeg")),
      .init("colorModel", .string("rgb")), .init("bytes", .integer(Int64(bytes.count))),
      .init("data", .string(Data(bytes).base64EncodedString())), .init("product", .string(sku)),
    ])
  }
}
