import Filters
import PackshotKit
import PixelCore

extension Reference {
  /// Test pictures of resvg: 200 units of SVG at 1.5 pixels each. Each has a thin black frame along its edge, a stroked
  /// rectangle, which isn't compared.
  static let resvg: [Reference] = [
    drawing("shapes/circle/simple-case", within: 31, at: .edges) {
      try circle(on: canvas(), x: 20)
    },
    drawing("shapes/circle/missing-cx-attribute", within: 37, at: .edges) {
      try circle(on: canvas(), x: -80)
    },
    drawing("painting/fill-opacity/50percent", within: 0) {
      try stroked(Photo(green.with(alpha: 128), 240, 240))
    },
    drawing("painting/fill-opacity/on-parent", within: 0) {
      try stroked(Photo(green.with(alpha: 128), 240, 240))
    },
    drawing("painting/fill-opacity/with-linearGradient", within: 0) {
      try stroked(gradient([(0, .white), (1, .black)], 240, 240).applying(Opacity(amount: 0.5)))
    },
    drawing("painting/stroke-opacity/half-opacity", within: 0) { try greyWithGreenStroke() },
    drawing("painting/stroke-opacity/nested", within: 0) { try greyWithGreenStroke() },
    drawing("painting/stroke-opacity/with-opacity", within: 0) {
      try greyWithGreenStroke().applying(Opacity(amount: 0.5))
    },
    drawing("painting/mix-blend-mode/normal", within: 1) { try yellowOverGreen() },
    drawing("painting/mix-blend-mode/as-property", within: 1) { try yellowOverGreen() },
    drawing("painting/mix-blend-mode/xor", within: 1) { try yellowOverGreen() },
    drawing("filters/feComposite/with-subregion-on-input-1", within: 3) {
      try canvas(working: .linear).with(Photo(seaGreen, 240, 240), at: 30, 30)
        .with(Photo(Color(red: 0, green: 0, blue: 255, alpha: 128), 150, 150), at: 75, 75)
    },
    drawing("filters/feColorMatrix/without-a-type", within: 3) { try mixed(invertedWithoutLight) },
    drawing("filters/feColorMatrix/invalid-type", within: 3) { try mixed(invertedWithoutLight) },
    drawing("filters/feColorMatrix/type=luminanceToAlpha", within: 2) {
      try mixed([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0.2125, 0.7154, 0.0721, 0, 0]])
    },
    drawing("filters/feColorMatrix/type=saturate-with-negative-coefficient", within: 7) {
      try mixed(Array(repeating: [0.213, 0.715, 0.072, 0, 0], count: 3) + [[0, 0, 0, 1, 0]])
    },
    drawing("filters/filter-functions/color-adjust-functions-100percent", within: 0, parts: squares) {
      try adjusted()
    },
    drawing("filters/filter-functions/color-adjust-functions-default-value", within: 0, parts: squares) {
      try adjusted()
    },
  ]

  private static let green = Color(css: "green")!
  private static let seaGreen = Color(red: 0x2e, green: 0x8b, blue: 0x57)

  private static func drawing(
    _ name: String, within bound: Int, at place: Place = .everywhere,
    parts: [PixelRect] = [PixelRect(origin: PixelPoint(x: 3, y: 3), size: PixelSize(width: 294, height: 294))],
    photo: @escaping @Sendable () throws -> Photo
  ) -> Reference {
    Reference("linebender+resvg/\(name).png", within: bound, at: place, parts: parts, photo: photo)
  }

  private static func canvas(working: PixelFormat.Transfer = .encoded) throws -> Photo {
    try Photo(.transparent, 300, 300, working: working)
  }

  /// A green circle over a red one of the same size: the edge keeps some of the red.
  private static func circle(on canvas: Photo, x: Int) throws -> Photo {
    let frame = PixelRect(origin: PixelPoint(x: x, y: 20), size: PixelSize(width: 160, height: 160))
    return try [Color(css: "red")!, green].reduce(canvas) { photo, color in
      try photo.applying(
        Circle(frame: frame, fill: color, stroke: .transparent, lineWidth: 0, inset: 0, scale: 1.5))
    }
  }

  /// A rectangle of 240 × 240 pixels with a black line of 6 along its edge.
  private static func stroked(_ fill: Photo) throws -> Photo {
    try canvas().with(fill, at: 30, 30).with(Photo(frame: .black, line: 6, 246, 246), at: 27, 27)
  }

  private static func greyWithGreenStroke() throws -> Photo {
    try canvas().with(Photo(Color(css: "gray")!, 180, 180), at: 60, 60)
      .with(Photo(frame: green.with(alpha: 128), line: 60, 240, 240), at: 30, 30)
  }

  private static func yellowOverGreen() throws -> Photo {
    let yellow = [(0.0, Color.white.with(alpha: 0)), (1.0, Color(css: "yellow")!)]
    return try canvas().with(Photo(green, 210, 210), at: 30, 30).with(gradient(yellow, 210, 210), at: 60, 60)
  }

  /// A horizontal gradient, mixed in straight alpha.
  private static func gradient(_ stops: [(place: Double, color: Color)], _ width: Int, _ height: Int) throws -> Photo {
    try Photo(width: width, height: height) { x, _ in
      let place = (Double(x) + 0.5) / Double(width)
      let next = stops.firstIndex { $0.place >= place }!
      let (from, to) = (stops[next - 1], stops[next])
      let share = (place - from.place) / (to.place - from.place)
      let mix = { (channel: KeyPath<Color, UInt8>) in
        let (from, to) = (Double(from.color[keyPath: channel]), Double(to.color[keyPath: channel]))
        return UInt8((from + (to - from) * share).rounded())
      }
      return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
    }
  }

  /// A gradient through a colour matrix in linear light.
  private static func mixed(_ rows: [[Double]]) throws -> Photo {
    let stops = [
      (0, Color(css: "#cc00cc")!), (0.33, Color(css: "#228822")!), (0.67, Color(css: "#400000")!),
      (1, Color(css: "#a0a0ff")!),
    ]
    return try canvas().with(
      gradient(stops, 240, 240).applying(ColorMatrix(rows: rows, linear: true)), at: 30, 30)
  }

  /// Inverts, and makes bright pixels transparent.
  private static let invertedWithoutLight: [[Double]] = [
    [-1, 0, 0, 0, 1], [0, -1, 0, 0, 1], [0, 0, -1, 0, 1], [-0.21, -0.72, -0.07, 2, 0],
  ]

  /// The positions of the squares of ``adjusted()``.
  private static let squares = [(30, 30), (30, 120), (30, 210), (120, 30), (120, 120), (120, 210), (210, 30)].map {
    PixelRect(origin: PixelPoint(x: $0, y: $1), size: PixelSize(width: 60, height: 60))
  }

  /// Sea-green squares through CSS's functions at 100 %: the third is `grayscale`, the fourth `invert`, the sixth `sepia`, and
  /// the others change nothing.
  private static func adjusted() throws -> Photo {
    let square = try Photo(seaGreen, 60, 60)
    let grey = Array(repeating: [0.2126, 0.7152, 0.0722, 0, 0], count: 3) + [[0, 0, 0, 1, 0]]
    let inverted: [[Double]] = [[-1, 0, 0, 0, 1], [0, -1, 0, 0, 1], [0, 0, -1, 0, 1], [0, 0, 0, 1, 0]]
    let photos = [
      square, square, try square.applying(ColorMatrix(rows: grey)),
      try square.applying(ColorMatrix(rows: inverted)), square,
      try square.applying(SepiaTone(model: .css)), square,
    ]
    return try zip(squares, photos).reduce(canvas()) { canvas, square in
      try canvas.with(square.1, at: square.0.origin.x, square.0.origin.y)
    }
  }
}

extension Color {
  /// The same colour with another alpha.
  func with(alpha: UInt8) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
