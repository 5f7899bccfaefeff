import PixelCore

/// The colour space in which pictures are processed. All working spaces have D65 as white and sRGB's curve, so greys
/// have the same numbers in each of them.
package enum WorkingSpace: String, Sendable, CaseIterable {
  /// IEC 61966-2-1.
  case sRGB
  /// DCI-P3's primaries (SMPTE EG 432-1), as in phones and newer displays.
  case displayP3

  /// The display name.
  public var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    }
  }

  /// A compact profile of the space.
  public var profile: [UInt8] {
    switch self {
    case .sRGB: Self.profiles.sRGB
    case .displayP3: Self.profiles.displayP3
    }
  }

  private static let profiles = (sRGB: WorkingSpace.sRGB.makeProfile(), displayP3: WorkingSpace.displayP3.makeProfile())

  private func makeProfile() -> [UInt8] { ProfileWriter.profile(named: name, primaries, .sRGB)! }

  var primaries: Primaries {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    }
  }

  /// Converts an sRGB colour to this space, rounded to 8 bits.
  public func color(_ color: Color) -> Color {
    if self == .sRGB { return color }
    let light = [color.red, color.green, color.blue].map { TransferCurve.decode(Double($0) / 255) }
    let levels = (primaries.matrix.inverse * Primaries.sRGB.matrix * light).map { light in
      UInt8((TransferCurve.encode(min(1, max(0, light))) * 255).rounded())
    }
    return Color(red: levels[0], green: levels[1], blue: levels[2], alpha: color.alpha)
  }
}
