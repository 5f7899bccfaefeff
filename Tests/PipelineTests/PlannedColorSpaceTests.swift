import Pipeline
import PixelCore
import Testing

/// Whose colours an output's numbers are.
@Suite struct PlannedColorSpaceTests {
  @Test(arguments: [
    ("outputs: [ { file: a.png } ]", [PixelFormat.ColorSpace.photo]),
    (
      "steps: [ { sepiaTone: 1 }, { fit: { width: 9, height: 9, background: white } } ]\noutputs: [ { file: a.jpg } ]",
      [.photo]
    ),
    ("steps: [ { circle: { frame: [0, 0, 5, 5] } } ]\noutputs: [ { file: a.png, depth: 16 } ]", [.photo]),
    ("working: linear\nsteps: [ { resize: { width: 7 } } ]\noutputs: [ { file: a.png } ]", [.photo]),
    ("steps: [ { sourceOver: { background: disc } } ]\noutputs: [ { file: a.png } ]", [.sRGB]),
    ("steps: [ { sourceOver: { foreground: disc } }, { orient: 6 } ]\noutputs: [ { file: a.jpg } ]", [.sRGB]),
    // It lies beside the photo, and the recipe says all the same that it comes in.
    ("steps: [ { sourceOver: { foreground: disc, frame: [900, 0, 4, 4] } } ]\noutputs: [ { file: a.png } ]", [.sRGB]),
    (
      "outputs: [ { file: a.png }, { file: b.png, steps: [ { sourceOver: { foreground: disc } } ] } ]", [.photo, .sRGB]
    ),
  ])
  func thePhotosOwnUntilAnotherPicturesComeIn(_ text: String, _ expected: [PixelFormat.ColorSpace]) throws {
    let recipe = try Recipe(
      yaml: "packshot: 1\nsources: { disc: { circle: { size: [9, 9] } } }\n" + text, file: "r.yaml")
    let sources = try SourceSet(of: recipe) { _ in preconditionFailure("no source is a file") }
    var photo = RenderPlan.Photo(size: PixelSize(width: 40, height: 30))
    let colorSpaces = { (photo: RenderPlan.Photo) in
      try RenderPlan(recipe, photo: photo, sources: sources.shapes(forPhotos: .eight)).outputs
        .map(\.written.format.colorSpace)
    }
    #expect(try colorSpaces(photo).allSatisfy { $0 == .sRGB })
    photo.colorSpace = .photo
    #expect(try colorSpaces(photo) == expected)
  }
}
