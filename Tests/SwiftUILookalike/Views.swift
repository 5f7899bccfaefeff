// The names of SwiftUI's types, to be imported in one file with packshot's.

/// A picture on the screen.
public struct Image {
  public let name: String
  public init(_ name: String) { self.name = name }
}

/// A colour on the screen.
public struct Color: Equatable, Sendable {
  public let name: String
  public static let red = Color(name: "red")
}

/// A text on the screen.
public struct Text {
  public let content: String
  public init(_ content: String) { self.content = content }
}

/// A circle on the screen.
public struct Circle {
  public init() {}
  public let sides = 0
}

/// A rectangle on the screen.
public struct RoundedRectangle {
  public let cornerRadius: Double
  public init(cornerRadius: Double) { self.cornerRadius = cornerRadius }
}

/// A way to change colours on the screen.
public struct ColorMatrix {
  public init() {}
  public var r1 = 1.0
}

/// A type of some other library with a name that packshot has too.
public struct Shadow {
  public init() {}
  public let depth = 3
}
