import Filters
import PackshotKit
import PixelCore

extension Reference {
  /// Test pictures of tiny-skia, all in one colour.
  static let tinySkia: [Reference] = [
    painting("canvas/draw-pixmap", within: 0) {
      try Photo(.transparent, 200, 200).with(Photo(translucent, 100, 50).applying(Pad(top: 50)), at: 20, 20)
    },
    painting("fill/int-rect", within: 0) {
      try Photo(translucent, 80, 70).applying(Pad(top: 15, right: 10, bottom: 15, left: 10))
    },
    painting("fill/int-rect-aa", within: 0) {
      try Photo(translucent, 80, 70).applying(Pad(top: 15, right: 10, bottom: 15, left: 10))
    },
    painting("fill/memset2d", within: 0) { try Photo(opaque, 80, 80).applying(Pad(all: 10)) },
    painting("mask/rect", within: 0) { try Photo(translucent, 80, 80).applying(Pad(all: 10)) },
    painting("mask/ignore-source", within: 0) {
      try Photo(opaque, 80, 80).composited(over: Photo(.white, 100, 100))
    },
    painting("mask/circle-bottom-right-aa", within: 26, at: .edges) { try circle(x: 50, diameter: 100, on: 100) },
    painting("mask/mask-from-alpha", within: 26, at: .edges) {
      let alpha = Array(repeating: [0.0, 0, 0, 1, 0], count: 3) + [[0, 0, 0, 0, 1]]
      return try circle(x: 50, diameter: 100, on: 100)
        .applying(ColorMatrix(rows: alpha))
    },
    painting("pixmap/clone-rect-2", within: 37, at: .edges) {
      try circle(x: 20, diameter: 160, on: 200).applying(Crop(x: 130, y: 120, width: 70, height: 80))
    },
  ]

  /// Web canvases drawn by Skia, from the snapshots of a Node.js package.
  static let skia: [Reference] = [
    snapshot("arc", within: 117, at: .edges) {
      let frame = PixelRect(origin: PixelPoint(x: 40, y: 15), size: PixelSize(width: 120, height: 120))
      return try Photo(.transparent, 512, 512).applying(
        Circle(frame: frame, fill: .transparent, lineWidth: 1, inset: 10))
    },
    snapshot("filter-sepia", within: 1) {
      try Photo(reference: "\(package)/fixtures/filter-sepia.jpeg")
        .applying(SepiaTone(model: .css)).applying(Pad(right: 41, bottom: 106))
    },
    snapshot("filter-opacity", within: 0) {
      try Photo(reference: "\(package)/fixtures/filter-opacity.jpeg")
        .applying(Opacity(amount: 0.2)).applying(Pad(right: 24, bottom: 117))
    },
  ]

  private static let package = "Brooooooklyn+canvas"
  private static let opaque = Color(red: 50, green: 127, blue: 150)
  private static let translucent = opaque.with(alpha: 200)

  private static func painting(
    _ name: String, within bound: Int, at place: Place = .everywhere, photo: @escaping @Sendable () throws -> Photo
  ) -> Reference {
    Reference("linebender+tiny-skia/\(name).png", within: bound, at: place, photo: photo)
  }

  private static func snapshot(
    _ name: String, within bound: Int, at place: Place = .everywhere, photo: @escaping @Sendable () throws -> Photo
  ) -> Reference {
    Reference("\(package)/snapshots/\(name).png", within: bound, at: place, photo: photo)
  }

  /// A disc whose frame has its corner at `(x, x)`, on a transparent square.
  private static func circle(x: Int, diameter: Int, on side: Int) throws -> Photo {
    let frame = PixelRect(
      origin: PixelPoint(x: x, y: x), size: PixelSize(width: diameter, height: diameter))
    return try Photo(.transparent, side, side).applying(
      Circle(frame: frame, fill: translucent, stroke: .transparent, lineWidth: 0, inset: 0))
  }
}
