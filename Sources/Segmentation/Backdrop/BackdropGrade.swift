/// How surely a photo's backdrop was told from its product.
public struct BackdropGrade: Hashable, Sendable, Codable {
  /// The grades, from best to worst.
  public enum Level: String, Sendable, CaseIterable, Codable {
    /// The backdrop can be replaced.
    case good
    /// The result may show a seam or lack a part of the product.
    case doubtful
    /// The backdrop can't be replaced.
    case refused
  }

  /// What lowers a grade.
  public enum Reason: String, Sendable, CaseIterable, Codable {
    /// The border is textured or noisy.
    case texture
    /// Too little of the border shows a backdrop, or the product covers one side of the frame wholly.
    case border
    /// The picture contains only the backdrop, or hardly anything else.
    case size
    /// The picture is too small to tell the backdrop from a texture: its shorter side has less than 160 pixels.
    case small
    /// The light on the backdrop changes too abruptly.
    case light
    /// The outline is ragged.
    case shape
    /// The product is as light as the backdrop along a part of its outline, so the photo has no edge there.
    case contour
    /// The backdrop is too dark, so its noise would be amplified.
    case gain
    /// Parts of the product look like shadow.
    case shade
    /// There are lines or details on the backdrop, or parts of the product would vanish with it.
    case details
    /// Shadow reaches the frame.
    case stain
  }

  /// The grade.
  public let level: Level
  /// How sure the result is, 0 to 100: the lowest of the measures. At least 60 is good, at least 20 doubtful.
  public let score: Int
  /// The reasons why the score isn't higher, those below 60, the strongest first.
  public let reasons: [Reason]

  init(_ measures: [(Reason, Float)]) {
    let least = measures.map(\.1).min() ?? 0
    score = Int((least * 100).rounded(.down))
    level = score >= 60 ? .good : score >= 20 ? .doubtful : .refused
    let lowest = Dictionary(measures.filter { $0.1 < 0.6 }, uniquingKeysWith: min)
    // Sorting is stable, so reasons of equal strength keep their order.
    reasons = Reason.allCases.filter { lowest[$0] != nil }.sorted { lowest[$0]! < lowest[$1]! }
  }
}

extension BackdropGrade.Reason {
  /// The reason, worded to follow "because".
  package var text: String {
    switch self {
    case .texture: "the backdrop is textured or too noisy"
    case .border: "too little of the frame shows the backdrop"
    case .size: "the product fills the picture, or there is none"
    case .small: "the picture has less than 160 pixels along its shorter side"
    case .light: "the light on the backdrop changes too abruptly"
    case .shape: "the outline that was found is ragged"
    case .contour: "the product is as light as the backdrop along a part of its outline"
    case .gain: "the backdrop is too dark"
    case .shade: "parts of the product look like its shadow"
    case .details: "there are lines or other details on the backdrop"
    case .stain: "a shadow reaches the frame"
    }
  }

  /// What to do with the photo, in the imperative.
  package var advice: String {
    switch self {
    case .texture, .details: "photograph it on a plain backdrop, such as paper"
    case .border: "leave backdrop free on three sides of the product"
    case .size: "photograph it with backdrop around the product"
    case .small: "use a larger photo"
    case .light: "light the backdrop more evenly"
    case .shape, .contour: "photograph it on a backdrop that is darker or lighter than the product"
    case .gain: "light the backdrop, or use a lighter one"
    case .shade: "keep the shadow (`shadow: keep`)"
    case .stain: "leave more space around the product"
    }
  }
}
