import Filters
import Parameters
import Pipeline
import PixelCore
import Recipes
import Testing

/// Conditions on outputs and steps, which are decided before any pixel is rendered.
@Suite struct WhenTests {
  private func recipe(_ yaml: String) throws -> Recipe { try Recipe(yaml: "packshot: 1\n" + yaml, file: "r.yaml") }

  private func photo(
    _ width: Int, _ height: Int, turned: Bool = false, alpha: Bool = false, view: String? = nil
  ) -> RenderPlan.Photo {
    var photo = RenderPlan.Photo(size: PixelSize(width: width, height: height))
    if turned { photo.orientation = .right }
    (photo.hasAlpha, photo.subject) = (alpha, PhotoSubject(view: view))
    return photo
  }

  private static let asks = [
    "orientation: portrait", "orientation: [landscape, square]", "width: { min: 100 }",
    "height: { min: 10, max: 99.5 }",
    "alpha: true", "alpha: false", "view: front", "view: [front, back]", "orientation: portrait, view: front",
  ]

  /// For each condition, the photos of ``photos`` that match it.
  private static let holds = [
    [1, 3], [0, 2, 4], [0, 1], [0, 3, 4], [2], [0, 1, 3, 4], [0, 3], [0, 2, 3], [3],
  ]

  /// 200 × 99 from the front; the same rotated, upright 100 × 200; a square with alpha; a portrait; a square without a view.
  private var photos: [RenderPlan.Photo] {
    [
      photo(200, 99, view: "front"), photo(200, 100, turned: true), photo(9, 9, alpha: true, view: "back"),
      photo(20, 21, view: "front"), photo(50, 50, view: "Front"),
    ]
  }

  @Test(arguments: asks.indices) func conditionsApplyToTheUprightPhoto(index: Int) throws {
    let when = "when: { \(Self.asks[index]) }"
    let recipe = try recipe(
      "steps: [ { flatten: white, \(when) } ]\noutputs: [ { file: a.png }, { file: b.png, \(when) } ]")
    for (place, photo) in photos.enumerated() {
      let plan = try RenderPlan(recipe, photo: photo, sources: [:])
      let isHeld = Self.holds[index].contains(place)
      #expect(plan.trunk.steps.count == (isHeld ? 2 : 1), "photo \(place)")
      #expect(plan.outputs.map(\.place) == (isHeld ? [0, 1] : [0]), "photo \(place)")
      #expect(plan.notMade.map(\.place) == (isHeld ? [] : [1]), "photo \(place)")
    }
  }

  /// For each condition below `not`, the photos of ``photos`` that match. A list excludes what any of its entries matches.
  @Test(arguments: [
    ("{ view: front }", [1, 2, 4]), ("{ view: [front, back] }", [1, 4]),
    ("{ orientation: portrait, view: front }", [0, 1, 2, 4]),
    ("[ { orientation: portrait }, { view: front } ]", [2, 4]), ("{ alpha: true }", [0, 1, 3, 4]),
    ("{ width: { min: 100 } }", [2, 3, 4]),
  ])
  func notExcludesPhotosThatMatch(not: String, held: [Int]) throws {
    let recipe = try recipe("outputs: [ { file: a.png, when: { not: \(not) } } ]")
    let made = try photos.indices.filter { index in
      let plan = try RenderPlan(recipe, photo: photos[index], sources: [:])
      let isExplained = plan.notMade.first?.reason.hasPrefix("it leaves out photos with {") == true
      #expect(plan.outputs.isEmpty == isExplained)
      return !plan.outputs.isEmpty
    }
    #expect(made == held)
    #expect(try Recipe(yaml: recipe.canonicalYAML, file: "r.yaml").outputs[0].when == recipe.outputs[0].when)
  }

  /// A condition on a value that the product doesn't have is false, so `not` makes it true.
  @Test(arguments: [
    ("product: { fx: absent }", [true, true, false]), ("product: { fx: present }", [false, false, true]),
    ("not: { product: { fx: present } }", [true, true, false]),
    ("not: { product: { fx: glow } }", [true, true, false]),
    ("not: { product: { fx: [absent] } }", [true, true, true]),
    ("not: { product: { fx: absent } }", [false, false, true]),
    ("product: { fx: { min: 1 } }", [false, false, false]),
  ])
  func aMissingValueIsAbsent(when: String, holds: [Bool]) throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\ndata: a.csv\noutputs: [ { file: a.png, when: { \(when) } } ]", file: "r.yaml")
    let condition = try #require(recipe.outputs[0].when)
    let values: [[String: ProductValue]] = [[:], ["fx": ""], ["fx": "glow"]]
    let found = values.map { condition.holds(for: PhotoFacts(withoutHeaderOf: PhotoSubject(values: $0))) }
    #expect(found == holds)
    #expect(recipe.attributes == ["fx"], "its value is part of the cache key")
  }

  @Test(arguments: [
    ("not: {}", "r.yaml:2:40: "), ("not: []", "r.yaml:2:40: "), ("not: back", "r.yaml:2:40: "),
    ("not: { not: { view: back } }", "unknown key `not`"), ("not: { vew: back }", "did you mean `view`?"),
    ("product: { price: absnt }, not: [ { view: 3 } ]", "r.yaml:2:77: "),
  ])
  func anInvalidNotIsReportedAtItsPlace(when: String, message: String) throws {
    let error = try #require(throws: RecipeError.self) {
      try recipe("outputs: [ { file: a.png, when: { \(when) } } ]")
    }
    #expect(error.description.contains(message), "\(error.description)")
  }

  @Test func anUnmetConditionIsExplained() throws {
    let reasons = try [
      (0, photo(4, 3), "it asks for orientation portrait, and the photo is landscape"),
      (2, photo(99, 3), "it asks for a width of 100 or more pixels, and the photo has 99"),
      (3, photo(4, 100), "it asks for a height of 10 to 99.5 pixels, and the photo has 100"),
      (4, photo(4, 3), "it asks for an alpha channel, and the photo has none"),
      (5, photo(4, 3, alpha: true), "it asks for photos without an alpha channel, and this one has it"),
      (7, photo(4, 3, view: "top"), "it asks for view front or back, and the photo is top"),
      (6, photo(4, 3), "it asks for view front, and the photo has none"),
    ].map { index, photo, text in
      let recipe = try recipe("outputs: [ { file: a.png, when: { \(Self.asks[index]) } } ]")
      return (try RenderPlan(recipe, photo: photo, sources: [:]).notMade.first?.reason, text)
    }
    for (reason, text) in reasons { #expect(reason == text) }
  }

  @Test(arguments: asks) func theCanonicalTextIsEquivalent(ask: String) throws {
    let recipe = try recipe(
      "steps: [ { flatten: white, when: { \(ask) } } ]\noutputs: [ { file: a.png, when: { \(ask) }, steps: [ { when: { \(ask) }, blur: 2 } ] } ]"
    )
    let again = try Recipe(yaml: recipe.canonicalYAML, file: "r.yaml")
    #expect(again.canonicalYAML == recipe.canonicalYAML)
    #expect(again.steps.map(\.when) == recipe.steps.map(\.when) && again.steps[1].when != nil)
    #expect(again.outputs[0].when == recipe.outputs[0].when && again.outputs[0].steps[0].when == again.outputs[0].when)
  }

  /// An output equals that of a recipe without the met conditions, and without the steps whose conditions aren't met.
  @Test func keysContainOnlyExecutedSteps() throws {
    let chosen = try recipe(
      """
      steps: [ { flatten: white, when: { alpha: true } }, { blur: 2, when: { orientation: landscape } } ]
      outputs: [ { file: a.png, when: { width: { min: 2 } }, steps: [ { blur: 3, when: { view: front } } ] } ]
      """)
    let plain = try recipe("steps: [ blur: 2 ]\noutputs: [ { file: a.png } ]")
    let resolved = chosen.resolved(for: PhotoFacts(photo(4, 3)))
    #expect(resolved.chainText(of: resolved.outputs[0]) == plain.chainText(of: plain.outputs[0]))
  }

  @Test func twoOutputsOfDifferentPhotosMayShareAName() throws {
    let outputs = { (first: String, second: String) in
      "outputs: [ { file: \"{stem}.png\"\(first) }, { file: \"{stem}.png\", steps: [ blur: 1 ]\(second) } ]"
    }
    let (tall, wide) = (", when: { orientation: portrait }", ", when: { orientation: landscape }")
    #expect(try recipe(outputs(tall, wide)).outputs.count == 2)
    for (first, second) in [(tall, tall), (tall, ""), ("", wide)] {
      #expect(throws: RecipeError.self) { _ = try recipe(outputs(first, second)) }
    }
  }

  @Test(
    arguments: [
      (
        "orientation: tall",
        "r.yaml:2:48: outputs[0].when.orientation: `orientation` is \"tall\"; it must be one of portrait, landscape, square, or a list of these"
      ),
      ("orientation: potrait", "(did you mean `portrait`?)"), ("orientation: []", "an empty list"),
      ("width: 100", "it must be bounds, such as `{ min: 1000 }`"), ("width: {}", "needs `min`, `max` or both"),
      ("width: { min: a }", "`min` is \"a\"; it must be a number"), ("width: { min: 3, max: 2 }", "swap them"),
      ("width: { least: 3 }", "unknown key `least`"), ("alpha: yes", "`alpha` is \"yes\""),
      ("view: 3", "a text, or a list of texts"),
      ("ratio: 3", "unknown key `ratio`"), ("", "`when` is empty"),
    ])
  func anInvalidConditionIsReported(ask: String, message: String) throws {
    let wrong = #expect(throws: RecipeError.self) {
      _ = try recipe("outputs: [ { file: a.png, when: { \(ask) } } ]")
    }
    #expect(wrong?.description.contains(message) == true, "\(wrong?.description ?? "")")
  }

  @Test func aSourceCannotHaveACondition() throws {
    let wrong = #expect(throws: RecipeError.self) {
      _ = try recipe(
        "sources: { a: { circle: { size: [1, 1], fill: red }, when: { alpha: true } } }\noutputs: [ { file: a.png } ]")
    }
    #expect(wrong?.message.contains("a source cannot have `when`") == true)
  }

  @Test func anOutputPlannedAloneEqualsItsPlanAmongOthers() throws {
    let recipe = try recipe(
      "outputs: [ { file: a.png, when: { alpha: true } }, { file: b.png }, { file: c.png, steps: [ resize: { width: 2 } ] } ]"
    )
    let plan = try RenderPlan(recipe, photo: photo(4, 4), sources: [:])
    #expect(plan.output(at: 0) == nil && plan.output(at: 2)?.output.template.text == "c.png")
    let part = plan.part([2, 1])
    #expect(part.outputs.map(\.output.template.text) == ["c.png", "b.png"] && part.outputs.map(\.index) == [0, 1])
  }
}
