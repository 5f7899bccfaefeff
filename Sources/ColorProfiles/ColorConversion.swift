/// How colours of a profile are converted: what is preserved if the two media differ.
package struct ColorConversion: Sendable, Hashable {
  /// A rendering intent (ICC.1:2022, section 6.2). A matrix profile converts the same way for all intents but the
  /// absolute one. A table profile may have a table for each.
  public enum Intent: String, Sendable, CaseIterable {
    /// White becomes white, and colours keep their relation to it.
    case relative
    /// The most pleasing conversion in the view of the profile's maker: colours are compressed to make room for those
    /// the medium lacks.
    case perceptual
    /// The most vivid conversion in the view of the profile's maker.
    case saturation
    /// Measured colours are preserved, including the tint of paper.
    case absolute
  }

  public var intent: Intent
  /// Whether the darkest colour becomes black. Ignored for the absolute intent.
  public var compensatesBlackPoint: Bool
  /// The space to convert to.
  public var space: WorkingSpace

  public static let standard = ColorConversion()

  public init(intent: Intent = .relative, compensatesBlackPoint: Bool = true, space: WorkingSpace = .sRGB) {
    (self.intent, self.compensatesBlackPoint, self.space) = (intent, compensatesBlackPoint, space)
  }

  /// Whether the darkest colour becomes black, considering the intent.
  var makesBlack: Bool { compensatesBlackPoint && intent != .absolute }
}
