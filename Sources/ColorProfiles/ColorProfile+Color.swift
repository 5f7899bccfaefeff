import PixelCore

extension ColorProfile {
  /// Returns the colour of the profile, 8 bits a channel, that is converted nearest to an sRGB colour. Keeps alpha. The profile
  /// must be for RGB.
  ///
  /// Tables have no inverse, so the colour is searched for, in steps from 64 levels down to one.
  public func color(_ color: Color, _ conversion: ColorConversion = .standard) -> Color {
    guard model == .rgb, !isSRGB, let light = light(conversion) else { return color }
    let levels = [color.red, color.green, color.blue].map(Int.init)
    let wanted = levels.map { Self.seen(TransferCurve.decode(Double($0) / 255)) }
    func distance(_ levels: [Int]) -> Double {
      zip(light(levels.map { Double($0) / 255 }), wanted).reduce(0) {
        let difference = Self.seen($1.0) - $1.1
        return $0 + difference * difference
      }
    }
    var (nearest, least, step) = (levels, distance(levels), 64)
    while step > 0 {
      let centre = nearest
      for place in 0..<27 {
        let near = [place / 9, place / 3 % 3, place % 3].enumerated().map { channel, side in
          min(255, max(0, centre[channel] + (side - 1) * step))
        }
        let distance = distance(near)
        if distance < least { (nearest, least) = (near, distance) }
      }
      if nearest == centre { step /= 2 }
    }
    return Color(red: UInt8(nearest[0]), green: UInt8(nearest[1]), blue: UInt8(nearest[2]), alpha: color.alpha)
  }

  /// Linear light on a scale of about equal visible steps. Colours beyond sRGB have negative light, or more than 1.
  private static func seen(_ light: Double) -> Double {
    light < 0 ? -ExactMath.power(-light, 1 / 2.4) : ExactMath.power(light, 1 / 2.4)
  }
}
