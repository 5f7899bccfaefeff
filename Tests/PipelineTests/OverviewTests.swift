import Filters
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Segmentation
import Testing

/// Large JPEGs whose product is found in a reduced copy before they are decoded.
@Suite struct OverviewTests {
  private static let size = PixelSize(width: 1331, height: 1029)
  private static let product = PixelRect(columns: 301..<702, rows: 150..<451)
  private static let fit = "{ fit: { width: 400, height: 300, background: white, content: 50% } }"
  private static let cover = "{ resize: { width: 300, height: 100, mode: cover, focus: product } }"

  /// The results are known from the scene alone: an overview of half the size can be wrong by two pixels at each side.
  @Test(arguments: Orientation.allCases)
  func theProductIsWhereItShouldBe(turn: Orientation) throws {
    let recipe = """
      outputs:
        - { file: trim.png, steps: [ trim ] }
        - { file: fit.png, steps: [ \(Self.fit) ] }
        - { file: cover.png, steps: [ \(Self.cover) ] }
      """
    let (pictures, findings) = try render(recipe, Self.photo(turn: turn), turn)
    #expect(findings.warnings == [])
    for index in 0..<3 {
      let box = try #require(findings.contents[index]).box
      for (found, real) in [(box.columns, Self.product.columns), (box.rows, Self.product.rows)] {
        #expect((real.lowerBound - 2...real.lowerBound).contains(found.lowerBound), "\(box)")
        #expect((real.upperBound...real.upperBound + 2).contains(found.upperBound), "\(box)")
      }
    }
    #expect((401...405).contains(pictures[0][0].count) && (301...305).contains(pictures[0].count))
    // The product is 301 pixels high, and fills half of 300.
    #expect(red(pictures[1]).isNear(PixelRect(columns: 100..<300, rows: 75..<225)))
    // 300 of 1331 columns; 150 − (150 + 451 − 1331 / 3) / 2 rows above the product.
    #expect(red(pictures[2]).isNear(PixelRect(columns: 68..<158, rows: 16..<84)))
  }

  @Test func sharedStepsLookOnce() throws {
    let recipe = """
      steps: [ { trim: { margin: 10 } } ]
      outputs:
        - { file: a.png, steps: [ { resize: { width: 100 } } ] }
        - { file: b.png, steps: [ { resize: { width: 50 } }, { orient: 6 } ] }
        - { file: c.png, steps: [ { orient: 6 }, { resize: { width: 76 } } ] }
      """
    let (pictures, findings) = try render(recipe, Self.photo(), .up)
    // 10 of 421 pixels at each side, and 10 of 321.
    #expect(red(pictures[0]).isNear(PixelRect(columns: 2..<98, rows: 2..<74)))
    #expect(red(pictures[1]).isNear(PixelRect(columns: 1..<37, rows: 1..<49)))
    #expect(red(pictures[2]).isNear(PixelRect(columns: 2..<74, rows: 2..<98)))
    #expect(findings.contents.count == 3)
  }

  @Test func outputsAreIndependentOfOtherOutputsBandsAndTheCPU() throws {
    let steps = [
      "trim", "trim, { resize: { width: 90 } }", Self.fit, Self.cover, "{ greyscale: {} }, \(Self.fit)",
      "{ resize: { width: 300, height: 100, mode: cover, focus: attention } }",
    ]
    let outputs = steps.enumerated().map { "{ file: \($0).png, steps: [ \($1) ] }" }
    let photo = try Self.photo()
    let together = try render("outputs: [ \(outputs.joined(separator: ", ")) ]", photo, .up).pictures
    for (index, output) in outputs.enumerated() {
      #expect(try render("outputs: [ \(output) ]", photo, .up).pictures == [together[index]], "\(output)")
    }
    for level in CPULevel.available {
      let context = RenderContext(kernels: Kernels(level: level), bandHeight: 7)
      #expect(try render("outputs: [ \(outputs.joined(separator: ", ")) ]", photo, .up, context).pictures == together)
    }
  }

  /// The visible part stays inside the photo if the focus is at an edge, even after rounding.
  @Test(arguments: Orientation.allCases, [(60, 100), (37, 80), (100, 33), (50, 150), (61, 47)])
  func aFocusAtAnEdgeStaysThere(turn: Orientation, size: (Int, Int)) throws {
    let corners = [
      ("[0%, 0%]", PixelRect(columns: 0..<200, rows: 0..<150)),
      ("[100%, 100%]", PixelRect(columns: 1131..<1331, rows: 879..<1029)),
    ]
    for (focus, product) in corners {
      for focus in [focus, "product"] {
        let step = "{ resize: { width: \(size.0), height: \(size.1), mode: cover, focus: \(focus) } }"
        let photo = try Self.photo(turn: turn, product: product)
        let box = try red(render("outputs: [ { file: a.png, steps: [ \(step) ] } ]", photo, turn).pictures[0])
        let isFirst = product.columns.lowerBound == 0
        #expect(isFirst ? box.columns.lowerBound == 0 : box.columns.upperBound == size.0, "\(focus) \(box)")
        #expect(isFirst ? box.rows.lowerBound == 0 : box.rows.upperBound == size.1, "\(focus) \(box)")
      }
    }
  }

  /// If `trim` cuts nothing off, the steps after it are still planned for the picture that they receive.
  @Test func laterStepsSeeWhatTheyReceive() throws {
    let recipe = """
      steps: [ { trim: { minimum: 900 } }, { flip: horizontal } ]
      outputs: [ { file: a.png, steps: [ { resize: { width: 100, height: 300, mode: cover, focus: product } } ] } ]
      """
    let photo = try Self.photo(product: PixelRect(columns: 301..<402, rows: 150..<451))
    let (pictures, findings) = try render(recipe, photo, .up)
    // Mirrored, the product's middle is at 979.5, and 343 of 1331 columns are shown.
    #expect(red(pictures[0]).isNear(PixelRect(columns: 35..<65, rows: 44..<131)))
    #expect(findings.warnings.map(\.reason) == ["smaller than the minimum"])
  }

  /// Outputs with the same picture keep their own notes.
  @Test func whatWasFoundBelongsToTheOutputThatLooked() throws {
    let outputs = [
      "{ file: a.png, steps: [ { resize: { width: 90 } } ] }",
      "{ file: b.png, steps: [ { trim: { minimum: 900 } }, { resize: { width: 90 } } ] }",
    ]
    for (order, looks) in [(outputs, 1), (outputs.reversed(), 0)] {
      let (pictures, findings) = try render(
        "outputs: [ \(order.joined(separator: ", ")) ]", Self.photo(), .up)
      #expect(pictures[0] == pictures[1])
      #expect(Array(findings.contents.keys) == [looks])
      #expect(findings.warnings.map(\.reason) == ["smaller than the minimum"])
    }
  }

  @Test func nothingToFindIsNoted() throws {
    let empty = try Self.photo(product: PixelRect(columns: 0..<0, rows: 0..<0))
    let (pictures, findings) = try render(
      "outputs: [ { file: a.png, steps: [ trim, { resize: { width: 133 } } ] } ]", empty, .up)
    #expect(
      findings.warnings.map(\.message) == [
        "trim: nothing was cut off, because there is nothing in front of the backdrop"
      ])
    #expect(pictures[0].count == 103 && pictures[0][0].count == 133)
  }

  @Test func aCutFileFailsAsUsual() throws {
    let file = try Self.photo().withBytes { EncodedImage([UInt8]($0.prefix($0.count * 2 / 3))) }
    for steps in [Self.fit, "{ greyscale: {} }"] {
      #expect(throws: CodecError.self) { try render("outputs: [ { file: a.png, steps: [ \(steps) ] } ]", file, .up) }
    }
  }

  @Test(arguments: [
    ("outputs: [ { file: a.png, steps: [ trim ] } ]", DecodeScale.quarter),
    ("steps: [ { fit: { width: 90, height: 90, content: 50% } } ]\noutputs: [ { file: a.png } ]", .quarter),
    (
      "outputs: [ { file: a.png }, { file: b.png, steps: [ { crop: { width: 9, height: 9, focus: entropy } } ] } ]",
      .quarter
    ),
    // Each output is planned by itself.
    (
      "outputs: [ { file: a.png, steps: [ trim ] }, { file: b.png, steps: [ { orient: 3 }, { resize: { width: 9 } } ] } ]",
      .quarter
    ),
    // The photo is changed first, turned by the output, or to be decoded at its full size; or nothing is looked for.
    ("outputs: [ { file: a.png, steps: [ { greyscale: {} }, trim ] } ]", nil),
    ("outputs: [ { file: a.png, steps: [ { orient: 3 }, trim ] } ]", nil),
    ("fidelity: exact\noutputs: [ { file: a.png, steps: [ trim ] } ]", nil),
    ("outputs: [ { file: a.png, steps: [ { fit: { width: 90, height: 90 } } ] } ]", nil),
    ("outputs: [ { file: a.png, steps: [ { crop: { width: 9, height: 9, focus: [10%, 10%] } } ] } ]", nil),
  ])
  func anOverviewIsMadeWhereStepsOnlyLook(recipe: String, scale: DecodeScale?) throws {
    var photo = RenderPlan.Photo(size: PixelSize(width: 4000, height: 3000))
    photo.planes = PlaneLayout(luma: photo.size, chromaStep: PixelSize(width: 2, height: 2))
    func plan(_ more: String = "") throws -> RenderPlan {
      try RenderPlan(Recipe(yaml: "packshot: 1\n" + more + recipe, file: "r.yaml"), photo: photo, sources: [:])
    }
    #expect(try plan().overviewScale == scale)
    if scale != nil {
      // The photo itself isn't held.
      let spared = try plan("fidelity: exact\n").workingBytes - plan().workingBytes
      #expect(spared > photo.size.pixelCount)
    }
    photo.size = PixelSize(width: 4000, height: 1000)
    photo.planes = PlaneLayout(luma: photo.size, chromaStep: PixelSize(width: 2, height: 2))
    #expect(try plan().overviewScale == nil)
    photo.size = PixelSize(width: 4000, height: 3000)
    photo.planes = nil
    #expect(try plan().overviewScale == nil)
  }

  // MARK: Pictures

  /// A red product on light grey, stored so that it has to be turned.
  private static func photo(turn: Orientation = .up, product: PixelRect = product) throws -> EncodedImage {
    let stored = turn.swapsAxes ? size.swapped : size
    var (columns, rows) = (product.columns, product.rows)
    if product.size.pixelCount > 0 {
      let first = turn.stored(x: columns.lowerBound, y: rows.lowerBound, in: stored)
      let last = turn.stored(x: columns.upperBound - 1, y: rows.upperBound - 1, in: stored)
      columns = min(first.x, last.x)..<max(first.x, last.x) + 1
      rows = min(first.y, last.y)..<max(first.y, last.y) + 1
    }
    let (red, grey): (UInt32, UInt32) = (0xff18_20b0, 0xffec_ecec)
    let across = (0..<stored.width).map { columns.contains($0) ? red : grey }
    let plain = [UInt32](repeating: grey, count: stored.width)
    var buffer = PixelBuffer(shape: ImageShape(size: stored, format: .encodedOpaque))
    for y in 0..<stored.height {
      (rows.contains(y) ? across : plain).withUnsafeBytes {
        buffer.mutableRow(y).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
      }
    }
    return EncodedImage(try Image(buffer).encoded(.jpeg(quality: 92, subsampling: .twoByTwo)))
  }

  /// Renders a recipe's outputs, row by row.
  private func render(
    _ recipe: String, _ photo: EncodedImage, _ turn: Orientation, _ context: RenderContext = RenderContext()
  ) throws -> (pictures: [[[UInt32]]], findings: RenderFindings) {
    let recipe = try Recipe(yaml: "packshot: 1\n" + recipe, file: "r.yaml")
    var header = try RenderPlan.Photo(ImageCodec.probe(photo))
    header.orientation = turn
    let plan = try RenderPlan(recipe, photo: header, sources: [:])
    var collectors = [ImageCollector?](repeating: nil, count: plan.outputs.count)
    let findings = try plan.renderRows(of: photo, in: context) { output, shape in
      let collector = ImageCollector(shape: shape)
      collectors[output.index] = collector
      return collector
    }
    let pictures = collectors.map { collector in
      collector!.takeImage().withBand { band in
        band.rows.map { y in
          (0..<band.shape.size.width).map { band.row(y).load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
      }
    }
    return (pictures, findings)
  }

  /// The box around pixels that are more red than grey.
  private func red(_ picture: [[UInt32]]) -> PixelRect {
    let isRed = { (pixel: UInt32) in pixel >> 8 & 255 < 128 }
    let columns = picture[0].indices.filter { x in picture.contains { isRed($0[x]) } }
    let rows = picture.indices.filter { picture[$0].contains(where: isRed) }
    return PixelRect(columns: columns[0]..<columns.last! + 1, rows: rows[0]..<rows.last! + 1)
  }
}

extension PixelRect {
  /// Whether each side is within a pixel of another rectangle's.
  fileprivate func isNear(_ other: PixelRect) -> Bool {
    zip(
      [columns.lowerBound, columns.upperBound, rows.lowerBound, rows.upperBound],
      [other.columns.lowerBound, other.columns.upperBound, other.rows.lowerBound, other.rows.upperBound]
    ).allSatisfy { abs($0 - $1) <= 1 }
  }
}
