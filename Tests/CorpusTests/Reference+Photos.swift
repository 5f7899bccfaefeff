import Filters
import PackshotKit
import PixelCore

extension Reference {
  /// Expected pictures of sharp's tests, made by libvips, and by librsvg for the circle.
  static let sharp: [Reference] = [
    Reference("lovell+sharp/expected/composite.blend.over.png", within: 1) {
      let (red, blue) = (Color(css: "red")!.with(alpha: 128), Color(css: "blue")!.with(alpha: 128))
      return try Photo(blue, 60, 40).composited(over: Photo(red, 80, 60))
    },
    Reference("lovell+sharp/expected/circle.png", within: 46, at: .edges) {
      let pink = Color(red: 0xff, green: 0x14, blue: 0x93)
      let frame = PixelRect(origin: .zero, size: PixelSize(width: 64, height: 64))
      return try Photo(.transparent, 1024, 1024).applying(
        Circle(frame: frame, fill: pink, stroke: .transparent, lineWidth: 0, inset: 32, scale: 16))
    },
    Reference("lovell+sharp/expected/alpha-recomb-sepia.png", within: 2) {
      let sepia: [[Double]] = [
        [0.3588, 0.7044, 0.1368, 0, 0], [0.299, 0.587, 0.114, 0, 0], [0.2392, 0.4696, 0.0912, 0, 0], [0, 0, 0, 1, 0],
      ]
      return try Photo(contentsOf: Corpus.path("bench/lovell+sharp/alpha-premultiply-1024x768-paper.png"))
        .applying(ColorMatrix(rows: sepia))
    },
  ]

  /// Results of the Go package imaging for a photo of 600 × 400 pixels.
  static let imaging: [Reference] = [
    resized("out_resize_lanczos", within: 5) { try branches().applying(Resize(width: 150)) },
    resized("out_resize_catrom", within: 2) { try branches().applying(Resize(width: 150, kernel: .catmullRom)) },
    resized("out_resize_linear", within: 1) { try branches().applying(Resize(width: 150, kernel: .bilinear)) },
    resized("out_fit", within: 1) { try branches().applying(Resize(width: 150, height: 150, kernel: .box)) },
    resized("out_fill_center", within: 1) {
      try branches().applying(Resize(width: 150, height: 150, mode: .cover, kernel: .box))
    },
    resized("out_fill_left", within: 1) {
      try branches().applying(Crop(width: 400, height: 400, at: .left)).applying(Resize(width: 150, kernel: .box))
    },
    resized("out_fill_right", within: 1) {
      try branches().applying(Crop(width: 400, height: 400, at: .right)).applying(Resize(width: 150, kernel: .box))
    },
  ]

  /// Results of Apple's Core Image, as AlamofireImage publishes them for its tests.
  static let coreImage: [Reference] = [
    Reference("\(alamofire)/Modified_Images/Core_Image_Filters/unicorn-sepia.tone.png", within: 1) {
      try Photo(reference: "\(alamofire)/Original_Images/unicorn.png").applying(SepiaTone())
    }
  ]

  private static let go = "disintegration+imaging/testdata"
  private static let alamofire = "Alamofire+AlamofireImage"

  private static func branches() throws -> Photo { try Photo(reference: "\(go)/branches.png") }

  private static func resized(
    _ name: String, within bound: Int, photo: @escaping @Sendable () throws -> Photo
  ) -> Reference {
    Reference("\(go)/\(name).png", within: bound, photo: photo)
  }
}
