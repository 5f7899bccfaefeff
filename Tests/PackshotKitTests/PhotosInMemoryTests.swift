import Foundation
import PackshotKit
import TestSupport
import Testing

/// Photos that come from memory, and go there.
@Suite struct PhotosInMemoryTests {
  /// Two pixels side by side: one translucent, one opaque.
  private let pixels: [UInt8] = [200, 100, 50, 128, 10, 20, 30, 255]

  private func image() throws -> PixelImage {
    try PixelImage(pixels: pixels, size: PixelSize(width: 2, height: 1))
  }

  @Test func anImageThatNothingIsDoneToComesOutAsItIs() throws {
    let photo = Photo(try image())
    #expect(try photo.size == PixelSize(width: 2, height: 1))
    #expect(try photo.image(in: .encodedStraight).pixels == pixels)
    #expect(try Photo(data: photo.data(as: .png)).image(in: .encodedStraight).pixels == pixels)
  }

  @Test func whatIsDoneToAnImageIsWhatIsDoneToAFileOfIt() throws {
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

  /// Half of the light stays half of the light where filters work in it; as a file holds it, it is 188.
  @Test func linearLightIsKeptInLinearLightAndEncodedForFiles() throws {
    let format = PixelFormat(depth: .sixteen, transfer: .linear, alpha: .opaque)
    let half = try PixelImage(
      pixels: [32768, 32768, 32768, 65535] as [UInt16], size: PixelSize(width: 1, height: 1), format: format)
    let photo = try Photo(half, working: .linear).applying(.pad(all: 1, background: .black))
    #expect(try photo.image(in: format.with(alpha: .premultiplied)).pixels16[16..<20] == [32768, 32768, 32768, 65535])
    #expect(try Photo(half).image(in: .encodedOpaque).pixels == [188, 188, 188, 255])
  }

  @Test func anImageIsASourceOfAnotherPhoto() throws {
    let white = try PixelImage(pixels: [UInt8](repeating: 255, count: 4 * 6), size: PixelSize(width: 3, height: 2))
    let both = try Photo(image()).composited(over: Photo(white), at: .topLeft)
    #expect(try both.image(in: .encodedStraight).pixels[4..<8] == [10, 20, 30, 255])
  }

  @Test func aPhotoIsNamedInWhatIsWrongWithIt() throws {
    let error = #expect(throws: CodecError.self) { try Photo(data: Array("no picture".utf8)) }
    #expect(error?.message.isEmpty == false)
  }
}
