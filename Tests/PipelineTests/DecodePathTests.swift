import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Testing

/// How the header and the recipe determine an output's decode path, without decoding pixels.
@Suite struct DecodePathTests {
  /// Headers of a photo of 64 × 48 pixels.
  enum Header: CaseIterable {
    case jpeg, jpegWithWholeChroma, jpegWithQuarterChroma, greyJPEG, turnedJPEG, png, translucentPNG, deepPNG

    var photo: RenderPlan.Photo {
      let size = PixelSize(width: 64, height: 48)
      var photo = RenderPlan.Photo(size: size)
      let step = { PlaneLayout(luma: size, chromaStep: PixelSize(width: $0, height: $0)) }
      switch self {
      case .jpeg: photo.planes = step(2)
      case .jpegWithWholeChroma: photo.planes = step(1)
      case .jpegWithQuarterChroma:
        photo.planes = PlaneLayout(luma: size, chromaStep: PixelSize(width: 4, height: 1))
      case .greyJPEG: photo.planes = PlaneLayout(luma: size, chromaStep: nil)
      case .turnedJPEG: (photo.planes, photo.orientation) = (step(2), Orientation(rawValue: 6)!)
      case .png: break
      case .translucentPNG: photo.hasAlpha = true
      case .deepPNG: photo.bitDepth = 16
      }
      return photo
    }
  }

  private func path(_ header: Header, _ recipe: String) throws -> DecodePath {
    let recipe = try Recipe(yaml: "packshot: 1\n" + recipe, file: "r.yaml")
    return try RenderPlan(recipe, photo: header.photo, sources: [:]).outputs[0].decodePath
  }

  @Test(arguments: [
    // Only resampling.
    (Header.jpeg, "outputs: [ { file: a.jpg } ]", DecodePath.planesToEncoder(.full)),
    (.jpeg, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .planesToEncoder(.full)),
    (
      .jpegWithWholeChroma, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]",
      .planesToEncoder(.full)
    ),
    (.greyJPEG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .planesToEncoder(.full)),
    (
      .jpeg, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 900, enlarge: false } } ] } ]",
      .planesToEncoder(.full)
    ),
    // Chroma needs a sample per pixel, too: 4:1:1 has half of one at the scale that luma would allow.
    (
      .jpegWithQuarterChroma, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 16 } } ] } ]",
      .planesToEncoder(.full)
    ),
    (
      .jpegWithQuarterChroma, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 8 } } ] } ]",
      .planesToEncoder(.half)
    ),
    // The output format can't be encoded from planes.
    (.jpeg, "outputs: [ { file: a.png, steps: [ { resize: { width: 20 } } ] } ]", .planes(.full)),
    (.greyJPEG, "outputs: [ { file: a.png, steps: [ { resize: { width: 20 } } ] } ]", .planes(.full)),
    (.jpeg, "outputs: [ { file: a.png } ]", .pixels),
    // Other steps follow, or precede in the trunk.
    (.jpeg, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } }, { sepiaTone: 1 } ] } ]", .planes(.full)),
    (
      .jpeg, "steps: [ { fit: { width: 20, height: 20, background: white } } ]\noutputs: [ { file: a.jpg } ]",
      .planes(.full)
    ),
    (.jpeg, "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.jpg } ]", .planes(.full)),
    // Another step comes first.
    (.jpeg, "outputs: [ { file: a.jpg, steps: [ { sepiaTone: 1 }, { resize: { width: 20 } } ] } ]", .pixels),
    (.jpeg, "steps: [ { sepiaTone: 1 } ]\noutputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
    (.jpeg, "outputs: [ { file: a.jpg, steps: [ { crop: { width: 20, height: 20, at: center } } ] } ]", .pixels),
    (.jpeg, "steps: [ { orient: 6 } ]\noutputs: [ { file: a.jpg } ]", .pixels),
    // Turning happens after resampling, unless that would turn more pixels, or all pixels are needed.
    (.turnedJPEG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .planesToEncoder(.full)),
    (.turnedJPEG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 6 } } ] } ]", .planesToEncoder(.quarter)),
    (.turnedJPEG, "outputs: [ { file: a.png, steps: [ { resize: { width: 12 } } ] } ]", .planes(.half)),
    (
      .turnedJPEG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } }, { sepiaTone: 1 } ] } ]",
      .planes(.full)
    ),
    (.turnedJPEG, "steps: [ { resize: { width: 20 } } ]\noutputs: [ { file: a.jpg } ]", .planes(.full)),
    (
      .turnedJPEG, "steps: [ { fit: { width: 20, height: 20, background: white } } ]\noutputs: [ { file: a.jpg } ]",
      .planes(.full)
    ),
    (.jpeg, "steps: [ { orient: 6 }, { resize: { width: 3 } } ]\noutputs: [ { file: a.jpg } ]", .planes(.eighth)),
    (
      .jpeg, "outputs: [ { file: a.jpg, steps: [ { orient: 3 }, { resize: { width: 8 } } ] } ]",
      .planesToEncoder(.quarter)
    ),
    (.turnedJPEG, "outputs: [ { file: a.jpg } ]", .pixels),
    (.turnedJPEG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 49 } } ] } ]", .pixels),
    (.turnedJPEG, "fidelity: exact\noutputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
    (.turnedJPEG, "outputs: [ { file: a.jpg, steps: [ { orient: 6 }, { resize: { width: 20 } } ] } ]", .pixels),
    (
      .turnedJPEG,
      "steps: [ { crop: { width: 40, height: 40 } } ]\n"
        + "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels
    ),
    (
      .turnedJPEG, "working: linear\noutputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels
    ),
    // A step without effect doesn't count.
    (.turnedJPEG, "steps: [ { orient: none } ]\noutputs: [ { file: a.jpg } ]", .planesToEncoder(.full)),
    (
      .jpeg, "steps: [ { sepiaTone: 0 } ]\noutputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]",
      .planesToEncoder(.full)
    ),
    // Planes contain encoded values.
    (.jpeg, "working: linear\noutputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
    // Formats without planes.
    (.png, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
    (.translucentPNG, "outputs: [ { file: a.jpg, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
    (.deepPNG, "outputs: [ { file: a.png, steps: [ { resize: { width: 20 } } ] } ]", .pixels),
  ])
  func theHeaderAndTheRecipeDetermineThePath(_ header: Header, _ recipe: String, _ expected: DecodePath) throws {
    #expect(try path(header, recipe) == expected)
  }

  /// At least two luma samples per pixel of the result, across and down.
  @Test(arguments: [
    ("resize: { width: 1000 }", DecodeScale.full), ("resize: { width: 801 }", .full), ("resize: { width: 800 }", .half),
    ("resize: { width: 401 }", .half), ("resize: { width: 400 }", .quarter), ("resize: { width: 201 }", .quarter),
    ("resize: { width: 200 }", .eighth), ("resize: { width: 3 }", .eighth),
    // For the visible part, and for the side that is reduced less.
    ("resize: { width: 300, height: 300, mode: cover }", .quarter),
    ("resize: { width: 301, height: 301, mode: cover }", .half),
    ("resize: { width: 100, height: 2000, mode: stretch }", .full),
    ("fit: { width: 200, height: 900, background: white }", .eighth),
    // Kernels with hard edges.
    ("resize: { width: 100, kernel: box }", .full), ("resize: { width: 100, kernel: mitchell }", .eighth),
  ])
  func planesAreDecodedAtTheSmallestSufficientScale(_ step: String, _ scale: DecodeScale) throws {
    var photo = RenderPlan.Photo(size: PixelSize(width: 3200, height: 2400))
    photo.planes = PlaneLayout(luma: photo.size, chromaStep: PixelSize(width: 2, height: 2))
    func paths(_ top: String) throws -> [DecodePath] {
      let text = "packshot: 1\n\(top)outputs: [ { file: a.png, steps: [ { \(step) } ] } ]"
      return try RenderPlan(Recipe(yaml: text, file: "r.yaml"), photo: photo, sources: [:]).outputs.map(\.decodePath)
    }
    #expect(try paths("") == [.planes(scale)])
    #expect(try paths("fidelity: exact\n") == [.planes(.full)])
  }

  @Test(arguments: Header.allCases) func otherOutputsDoNotAffectThePath(_ header: Header) throws {
    let outputs = [
      "{ file: a.jpg }", "{ file: b.png, steps: [ { resize: { width: 20 } } ] }",
      "{ file: c.jpg, steps: [ { sepiaTone: 1 } ] }",
    ]
    let text = "packshot: 1\noutputs: [ \(outputs.joined(separator: ", ")) ]"
    let recipe = try Recipe(yaml: text, file: "r.yaml")
    let together = try RenderPlan(recipe, photo: header.photo, sources: [:]).outputs.map(\.decodePath)
    #expect(try together == outputs.map { try path(header, "outputs: [ \($0) ]") })
  }
}
