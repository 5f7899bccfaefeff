import Errors
import Filters
import PixelCore
import Recipes

/// A photo's own focus, followed through the steps of a chain.
enum FollowedFocus: Sendable {
  /// The photo has none.
  case none
  /// A point of the rows that the next step receives.
  case at(Focus)
  /// The step with this name has moved the picture, and where the point is now isn't known.
  case lost(at: String)

  /// Creates the focus in a photo's rows as they are stored, before any step.
  init(of photo: RenderPlan.Photo) { self.init(photo.subject.focus, orientation: photo.orientation) }

  /// - Parameters:
  ///   - focus: A point in the upright photo.
  ///   - orientation: The orientation in which the photo's rows are stored.
  init(_ focus: Focus?, orientation: Orientation) { self = focus.map { .at($0.before(orientation)) } ?? .none }

  /// Replaces the focus of a step that crops around one by the photo's own.
  func apply(to step: inout Recipe.Step) {
    guard case .at(let focus) = self, let filter = (step.filter as? any CropsAroundFocus)?.with(focus) else { return }
    step.filter = filter
  }

  /// Returns a warning if a step crops around another focus because the photo's own is lost.
  ///
  /// - Parameter input: The shape of the rows that the step receives.
  func warning(at step: Recipe.Step, _ plan: FilterPlan, in input: PlannedShape) -> Warning? {
    guard case .lost(let mover) = self, (step.filter as? any CropsAroundFocus)?.with(.center) != nil,
      !plan.showsAll(of: input)
    else { return nil }
    let name = type(of: step.filter).name
    return Warning(
      "\(name): the photo's own focus was not used, because \(mover) moves the picture before it; put \(name) first",
      kind: "the photo's own focus was not used", reason: "\(mover) moves the picture before \(name)")
  }

  /// Returns the focus after a step, which receives rows of shape `input`.
  func after(_ step: Recipe.Step, _ plan: FilterPlan, in input: PlannedShape) -> FollowedFocus {
    guard case .at(let focus) = self else { return self }
    let type = type(of: step.filter)
    let place = plan.place(of: focus, in: input, keepsPlaces: type.keepsPlaces)
    return place.map(FollowedFocus.at) ?? .lost(at: type.name)
  }
}
