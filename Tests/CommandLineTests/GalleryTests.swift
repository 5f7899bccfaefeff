import Foundation
import ImageCodecs
import PixelCore
import Testing

/// What the pictures of the gallery, as a golden suite, can't show.
@Suite struct GalleryTests {
  private static let gallery = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Assets/gallery").standardizedFileURL.path

  private func gainMap(of file: String) throws -> GainMap {
    let info = try ImageCodec.probe(EncodedImage(Array(Data(contentsOf: URL(fileURLWithPath: file)))))
    guard case .usable(let map)? = info.gainMap else {
      throw CodecError.notAnImage(found: "\(info.gainMap as Any)")
    }
    return map
  }

  /// The photo's map has half its size, and tells of up to four times the brightness: two stops.
  @Test func thePhonesPictureKeepsItsGainMap() throws {
    let packshot = try Packshot()
    let folder = Self.gallery + "/15-phone"
    let photo = try gainMap(of: folder + "/IMG_2041.jpg")
    #expect(photo.size == PixelSize(width: 450, height: 450))
    try packshot.succeed("render", folder + "/recipe.yaml", folder + "/IMG_2041.jpg", "phone.jpg")
    let picture = try gainMap(of: packshot.folder + "/phone.jpg")
    #expect(picture.size == PixelSize(width: 180, height: 220))
    #expect((picture.coding.baseHeadroom, picture.coding.alternateHeadroom) == (0, 2))
    try packshot.succeed(
      "render", "--step", "resize: { width: 360 }", folder + "/IMG_2041.jpg", "plain.jpg")
    #expect(throws: CodecError.self) { try gainMap(of: packshot.folder + "/plain.jpg") }
  }
}
