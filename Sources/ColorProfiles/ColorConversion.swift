/// How colours of a profile become others: what is kept of them where the two media differ.
package struct ColorConversion: Sendable, Hashable {
  /// A rendering intent (ICC.1:2022, section 6.2). A profile of lights and curves has one way for all of them but the absolute one;
  /// one that works by tables may have a table for each.
  public enum Intent: String, Sendable, CaseIterable {
    /// White becomes white, and colours keep their distance from it.
    case relative
    /// As the profile's maker thinks it looks best: colours that a medium lacks are made room for.
    case perceptual
    /// As the profile's maker thinks it is most vivid.
    case saturation
    /// Colours are kept as they are measured, and so is the tint of paper.
    case absolute
  }

  public var intent: Intent
  /// Whether the darkest colour becomes black. With the absolute intent it never does.
  public var compensatesBlackPoint: Bool
  /// What they become.
  public var space: WorkingSpace

  public static let standard = ColorConversion()

  public init(intent: Intent = .relative, compensatesBlackPoint: Bool = true, space: WorkingSpace = .sRGB) {
    (self.intent, self.compensatesBlackPoint, self.space) = (intent, compensatesBlackPoint, space)
  }

  /// Whether the darkest colour becomes black.
  var makesBlack: Bool { compensatesBlackPoint && intent != .absolute }
}
