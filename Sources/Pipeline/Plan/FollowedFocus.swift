import Errors
import Filters
import PixelCore
import Recipes

/// A photo's own focus, followed through the steps of a chain.
enum FollowedFocus: Sendable {
  /// The photo has none.
  case none
  /// A point in the rows.
  case at(Focus)
  /// A step with this name cut, moved or framed the picture, so that the point isn't known any more.
  case lost(behind: String)

  /// - Parameter photo: A photo, whose rows have the orientation in which they are stored.
  init(of photo: RenderPlan.Photo) { self.init(photo.subject.focus, orientation: photo.orientation) }

  /// - Parameters:
  ///   - focus: A point in the upright photo.
  ///   - orientation: The orientation in which the photo's rows are stored.
  init(_ focus: Focus?, orientation: Orientation) { self = focus.map { .at($0.before(orientation)) } ?? .none }

  /// Gives a step that crops around a focus the photo's own. Returns a warning if that point isn't known.
  func apply(to step: inout Recipe.Step) -> Warning? {
    guard let filter = step.filter as? any CropsAroundFocus else { return nil }
    switch self {
    case .none: return nil
    case .at(let focus):
      if let filter = filter.with(focus) { step.filter = filter }
      return nil
    case .lost(let mover):
      if filter.with(.center) == nil { return nil }
      let name = type(of: step.filter).name
      return Warning(
        "\(name): the photo's own focus was not used, because \(mover) moves the picture before it; put \(name) first",
        kind: "the photo's own focus was not used", reason: "\(mover) moves the picture before \(name)")
    }
  }

  /// Returns the focus behind a step, which receives rows of shape `input`.
  func behind(_ step: Recipe.Step, _ plan: FilterPlan, in input: PlannedShape) -> FollowedFocus {
    guard case .at(let focus) = self else { return self }
    if plan.turn != .up { return .at(focus.turned(by: plan.turn)) }
    let type = type(of: step.filter)
    return plan.keepsPlaces(in: input, movesPixelsOnly: type.movesPixelsOnly) ? self : .lost(behind: type.name)
  }
}
