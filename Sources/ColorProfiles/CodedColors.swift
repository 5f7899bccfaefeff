/// A colour space given by code points of ITU-T H.273, as in AVIF and a PNG's cICP.
package struct CodedColors: Sendable, Equatable {
  public let primaries, transfer: Int

  public init(primaries: Int, transfer: Int) { (self.primaries, self.transfer) = (primaries, transfer) }

  /// The colour space that the code points mean.
  public enum Meaning: Sendable, Equatable {
    case sRGB
    /// The colour space of a profile.
    case profile([UInt8])
    /// A high dynamic range, by the name of its curve.
    case hdr(String)
    /// An unsupported colour space, in words.
    case unknown(String)
  }

  /// The colour space of the code points. The curves of BT.709 and its relatives describe cameras. Pictures with these
  /// codes are made for sRGB's curve, and displayed with it everywhere. Unspecified code points count as sRGB too.
  public var meaning: Meaning {
    let curve: ProfileWriter.Curve
    var suffix = ""
    switch transfer {
    case 0...2, 6, 11, 13...15: curve = .sRGB
    case 4: (curve, suffix) = (.gamma(2.2), ", gamma 2.2")
    case 5: (curve, suffix) = (.gamma(2.8), ", gamma 2.8")
    case 8: (curve, suffix) = (.gamma(1), ", linear")
    case 16: return .hdr("PQ")
    case 18: return .hdr("HLG")
    default: return .unknown("H.273's transfer \(transfer)")
    }
    guard let (name, lights) = Self.lights(primaries) else { return .unknown("H.273's primaries \(primaries)") }
    if case .sRGB = curve, lights == .sRGB { return .sRGB }
    return .profile(ProfileWriter.profile(named: name + suffix, lights, curve)!)
  }

  /// Returns the primaries of table 2 of H.273.
  private static func lights(_ primaries: Int) -> (name: String, lights: Primaries)? {
    let (d65, c) = (Primaries.d65, (0.310, 0.316))
    return switch primaries {
    case 0...2: ("sRGB's primaries", .sRGB)
    case 4: ("BT.470 M", .init(red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08), white: c))
    case 5: ("BT.601, 625 lines", .init(red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06), white: d65))
    case 6, 7:
      ("BT.601, 525 lines", .init(red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070), white: d65))
    case 8: ("film", .init(red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049), white: c))
    case 9: ("BT.2020", .init(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046), white: d65))
    case 11: ("DCI-P3", .init(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: (0.314, 0.351)))
    case 12: ("Display P3", .init(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: d65))
    case 22: ("EBU 3213", .init(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077), white: d65))
    default: nil
    }
  }
}
