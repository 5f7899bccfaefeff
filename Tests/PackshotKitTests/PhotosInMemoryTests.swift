import Foundation
import PackshotKit
import TestSupport
import Testing

/// Photos from memory and to memory.
@Suite struct PhotosInMemoryTests {
  /// Two pixels side by side: one translucent, one opaque.
  private let pixels: [UInt8] = [200, 100, 50, 128, 10, 20, 30, 255]

  private func image() throws -> PixelImage {
    try PixelImage(pixels: pixels, size: PixelSize(width: 2, height: 1))
  }

  @Test func anImageWithoutStepsIsUnchanged() throws {
    let photo = Photo(try image())
    #expect(try photo.size == PixelSize(width: 2, height: 1))
    #expect(try photo.image(in: .encodedStraight).pixels == pixels)
    #expect(try Photo(data: photo.data(as: .png)).image(in: .encodedStraight).pixels == pixels)
  }

  @Test func stepsOnAnImageEqualStepsOnItsFile() throws {
    let image = try image()
    let ofImage = try Photo(image).applying(.sepiaTone()).applying(.resize(width: 5)).applying(.shadow())
    let ofFile = try Photo(data: Photo(image).data(as: .png))
      .applying(.sepiaTone()).applying(.resize(width: 5)).applying(.shadow())
    #expect(try ofImage.image().pixels == ofFile.image().pixels)
    #expect(try ofImage.data(as: .webp) == ofFile.data(as: .webp))
  }

  @Test func anImageOfPremultipliedPixelsIsTheSamePhoto() throws {
    let premultiplied = try image().converted(to: .encodedPremultiplied)
    #expect(
      try Photo(premultiplied).applying(.flatten(background: .black)).image(in: .encodedStraight).pixels
        == [100, 50, 25, 255, 10, 20, 30, 255])
  }

  /// Half of the light stays half of the light in filters that work in linear light. In a file, it is 188.
  @Test func linearLightIsKeptAndEncodedForFiles() throws {
    let format = PixelFormat(depth: .sixteen, transfer: .linear, alpha: .opaque)
    let half = try PixelImage(
      pixels: [32768, 32768, 32768, 65535] as [UInt16], size: PixelSize(width: 1, height: 1), format: format)
    let photo = try Photo(half, working: .linear).applying(.pad(all: 1, background: .black))
    #expect(try photo.image(in: format.with(alpha: .premultiplied)).pixels16[16..<20] == [32768, 32768, 32768, 65535])
    #expect(try Photo(half).image(in: .encodedOpaque).pixels == [188, 188, 188, 255])
  }

  @Test func anImageCanBeASourceOfAnotherPhoto() throws {
    let white = try PixelImage(pixels: [UInt8](repeating: 255, count: 4 * 6), size: PixelSize(width: 3, height: 2))
    let both = try Photo(image()).composited(over: Photo(white), at: .topLeft)
    #expect(try both.image(in: .encodedStraight).pixels[4..<8] == [10, 20, 30, 255])
  }

  @Test func errorsNameThePhoto() throws {
    let error = #expect(throws: PhotoFailure.self) { try Photo(data: Array("no picture".utf8), name: "the upload") }
    #expect(error?.code == .notAnImage && error?.message.hasPrefix("the upload: ") == true)
    #expect(error?.details["path"] == "the upload")
    // Truncation is reported when pixels are read, whether of the photo or of another photo's source.
    let whole = try Photo(image()).applying(.resize(width: 300)).data(as: .png)
    let half = try Photo(data: whole.prefix(whole.count / 2), name: "half a mug")
    let photos = [half, try Photo(image()).composited(over: half)]
    for photo in photos {
      let damage = #expect(throws: PhotoFailure.self) { try photo.image() }
      #expect(damage?.code == .damaged && damage?.message.hasPrefix("half a mug: ") == true, "\(damage?.message ?? "")")
    }
  }

  @Test func anUnsuitableStepIsTheFiltersError() throws {
    #expect(throws: FilterError.self) { try Photo(image()).applying(.crop(width: 50, height: 10)) }
    #expect(throws: FilterError.self) { try Photo(image()).applying(.sepiaTone(intensity: 7)) }
  }

  /// White keeps a pixel, and black makes it transparent: the mask's two halves, scaled to the photo's four pixels.
  @Test func aPhotoIsMaskedByAnother() throws {
    let pixels = [UInt8](repeating: 200, count: 4 * 4)
    let opaque = pixels.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element }
    let photo = try Photo(PixelImage(pixels: opaque, size: PixelSize(width: 4, height: 1)))
    let mask = try Photo(
      PixelImage(
        pixels: [0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255] as [UInt8],
        size: PixelSize(width: 4, height: 1)))
    let masked = try photo.masked(by: mask).image(in: .encodedStraight).pixels
    #expect([3, 7, 11, 15].map { masked[$0] } == [0, 0, 255, 255])
    let inverted = try photo.masked(by: mask, invert: true).image(in: .encodedStraight).pixels
    #expect([3, 7, 11, 15].map { inverted[$0] } == [255, 255, 0, 0])
  }
}
