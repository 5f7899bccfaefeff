import Filters
import ImageCodecs
import Pipeline
import PixelCore
import PixelKernels
import Recipes
import Testing

/// JPEGs that aren't stored upright, resized before they are turned.
@Suite struct TurnedPlanesTests {
  /// By definition, resizing comes first and turning last: the photo as stored, at a size with exchanged sides if needed, then
  /// each pixel of the result moved.
  @Test(arguments: Sampling.allCases, [(26, 19), (13, 9), (51, 38), (80, 61)])
  func turningComesLast(_ sampling: Sampling, _ size: (Int, Int)) throws {
    let photo = try sampling.photo
    for turn in Orientation.allCases {
      for mode in ["stretch", "cover"] {
        let upright = try pictures(resize(size.0, size.1, mode), photo, turn)
        let (width, height) = turn.swapsAxes ? (size.1, size.0) : size
        let stored = try pictures(resize(width, height, mode), photo, .up)
        #expect(upright == stored.map { turned($0, turn) }, "orientation \(turn.rawValue), \(mode)")
      }
    }
  }

  /// Later steps work on the upright picture, even in the trunk.
  @Test(arguments: Orientation.allCases)
  func laterStepsWorkOnTheUprightPicture(turn: Orientation) throws {
    let photo = try Sampling.twoByTwo.photo
    let steps =
      "{ fit: { width: 33, height: 30, background: '#123456' } }, { crop: { width: 20, height: 11, at: top } }"
    let whole = try pictures("outputs: [ { file: a.png, steps: [ { fit: { width: 33, height: 30 } } ] } ]", photo, turn)
    let cropped = Array(whole[0].pixels.prefix(11).map { Array($0[6..<26]) })
    for recipe in [
      "outputs: [ { file: a.png, steps: [ \(steps) ] } ]", "steps: [ \(steps) ]\noutputs: [ { file: a.png } ]",
    ] {
      let plan = try plan(recipe, photo, turn)
      #expect(plan.outputs[0].decodePath == .planes(.half))
      let made = try pictures(recipe, photo, turn)[0]
      let differences = zip(made.pixels.joined(), cropped.joined()).filter { $1 >> 24 == 255 && $0 != $1 }
      #expect(differences.isEmpty && made.pixels.count == 11 && made.pixels[0].count == 20)
    }
  }

  /// The encoder's chroma belongs to pairs of upright pixels, of odd lengths too.
  @Test(arguments: Orientation.allCases, [(26, 20), (27, 21), (26, 19), (25, 20), (45, 33)])
  func theEncoderGetsUprightPlanes(turn: Orientation, size: (Int, Int)) throws {
    let photo = try Sampling.none.photo
    let pixels = try pictures(resize(size.0, size.1, "stretch"), photo, turn)[0].pixels
    let recipe = resize(size.0, size.1, "stretch").replacing("a.png", with: "a.jpg")
    let plan = try plan(recipe, photo, turn)
    let planes = PlaneRows(size: PixelSize(width: size.0, height: size.1))
    _ = try plan.render(photo, in: RenderContext()) { _, _ in .planes(planes) }
    var squares = 0.0
    for y in 0..<(size.1 + 1) / 2 {
      for x in 0..<(size.0 + 1) / 2 {
        let four = [2 * y, min(2 * y + 1, size.1 - 1)].flatMap { row in
          [2 * x, min(2 * x + 1, size.0 - 1)].map { pixels[row][$0] }
        }
        let blue = four.map { pixel in
          let (r, g, b) = (Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255))
          return 128 - 0.168736 * r - 0.331264 * g + 0.5 * b
        }
        let difference = Double(planes.rows[1][y][x]) - blue.reduce(0, +) / 4
        squares += difference * difference
      }
    }
    #expect((squares / Double((size.0 + 1) / 2 * ((size.1 + 1) / 2))).squareRoot() < 1.5)
  }

  @Test(arguments: [Orientation.right, .downMirrored])
  func outputsAreIndependentOfOtherOutputsBandsAndTheCPU(turn: Orientation) throws {
    let photo = try Sampling.twoByTwo.photo
    let lines = [
      "outputs:", "  - { file: a.png, steps: [ { resize: { width: 31 } } ] }",
      "  - { file: b.png, steps: [ { resize: { width: 20, height: 40, mode: cover } }, { sepiaTone: 0.5 } ] }",
      "  - { file: c.png, steps: [ { sepiaTone: 1 } ] }",
      "  - { file: d.png, steps: [ { resize: { width: 9, height: 8, mode: stretch } } ] }",
    ]
    let recipe = lines.joined(separator: "\n")
    let whole = try pictures(recipe, photo, turn)
    for (index, line) in lines.dropFirst().enumerated() {
      #expect(try pictures("\(lines[0])\n\(line)", photo, turn) == [whole[index]], "\(line)")
    }
    for level in CPULevel.available {
      for height in [1, 7, nil] {
        let context = RenderContext(kernels: Kernels(level: level), bandHeight: height)
        #expect(try pictures(recipe, photo, turn, context) == whole)
      }
    }
  }

  /// Only the result is held for turning, unless a step needs the upright photo.
  @Test func theWholePhotoIsNotHeld() throws {
    var photo = RenderPlan.Photo(size: PixelSize(width: 4000, height: 3000))
    photo.planes = PlaneLayout(luma: photo.size, chromaStep: PixelSize(width: 2, height: 2))
    func bytes(_ recipe: String) throws -> Int {
      try RenderPlan(Recipe(yaml: "packshot: 1\n" + recipe, file: "r.yaml"), photo: photo, sources: [:]).workingBytes
    }
    let small = "{ file: a.jpg, steps: [ { resize: { width: 600 } } ] }"
    let upright = try bytes("outputs: [ { file: a.jpg, steps: [ { resize: { height: 600 } } ] } ]")
    photo.orientation = .right
    let turned = try bytes("outputs: [ \(small) ]")
    // Turning holds the whole result and a band of the upright photo.
    #expect(turned - upright > 1_000_000)
    #expect(turned - upright < 600 * 800 * 4 + 64 * 3000 * 4 + (1 << 20))
    #expect(try bytes("outputs: [ \(small), { file: b.jpg, steps: [ { sepiaTone: 1 } ] } ]") > 4000 * 3000 * 4)
    #expect(try bytes("fidelity: exact\noutputs: [ \(small) ]") > 4000 * 3000 * 4)
  }
}

extension TurnedPlanesTests {
  /// Chroma subsamplings.
  enum Sampling: CaseIterable {
    case none, twoByOne, oneByTwo, twoByTwo

    /// A photo of 101 × 203 pixels, or 203 × 101.
    var photo: EncodedImage {
      get throws {
        switch self {
        case .none: EncodedImage(try file(101, 203, .none))
        case .twoByTwo: EncodedImage(try file(203, 101, .twoByTwo))
        case .twoByOne: EncodedImage(try file(203, 101, .twoByOne))
        case .oneByTwo: EncodedImage(transposed(try file(203, 101, .twoByOne)))
        }
      }
    }

    /// Blocks of colours away from the ends of the range.
    private func file(_ width: Int, _ height: Int, _ subsampling: EncodeOptions.ChromaSubsampling) throws -> [UInt8] {
      var rows = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: .encodedOpaque))
      for y in 0..<height {
        for x in 0..<width {
          let red = UInt32(90 + (x / 5 * 37 + y / 9 * 11) % 70), green = UInt32(90 + (x / 7 * 13 + y / 6 * 41) % 70)
          let blue = UInt32(80 + (x / 8 * 59 + y / 5 * 23) % 90)
          rows.mutableRow(y).storeBytes(
            of: red | green << 8 | blue << 16 | 0xff00_0000, toByteOffset: x * 4, as: UInt32.self)
        }
      }
      return try Image(rows).encoded(.jpeg(quality: 90, subsampling: subsampling))
    }

    /// The same coefficients declared as 4:4:0, with half as many columns of blocks and twice as many rows. Both have
    /// 13 × 13 MCUs of four blocks.
    private func transposed(_ file: [UInt8]) -> [UInt8] {
      var file = file
      let frame = zip(file, file.dropFirst()).enumerated().first { $1 == (0xff, 0xc0) }!.offset
      file.replaceSubrange(frame + 5..<frame + 9, with: [0, 203, 0, 101])
      file[frame + 11] = 0x12
      return file
    }
  }

  /// A picture's pixels, row by row.
  struct Pixels: Equatable {
    var pixels: [[UInt32]]
  }

  private func resize(_ width: Int, _ height: Int, _ mode: String) -> String {
    "outputs: [ { file: a.png, steps: [ { resize: { width: \(width), height: \(height), mode: \(mode) } } ] } ]"
  }

  private func plan(_ text: String, _ photo: EncodedImage, _ turn: Orientation) throws -> RenderPlan {
    let recipe = try Recipe(yaml: "packshot: 1\n" + text, file: "r.yaml")
    var header = try RenderPlan.Photo(ImageCodec.probe(photo))
    header.orientation = turn
    let plan = try RenderPlan(recipe, photo: header, sources: [:])
    return plan
  }

  private func pictures(
    _ recipe: String, _ photo: EncodedImage, _ turn: Orientation, _ context: RenderContext = RenderContext()
  ) throws -> [Pixels] {
    let plan = try plan(recipe, photo, turn)
    let collectors = plan.outputs.map { ImageCollector(shape: $0.chain.output.bound) }
    let warnings = try plan.renderRows(of: photo, in: context) { output, _ in collectors[output.index] }.warnings
    #expect(warnings == [])
    return collectors.map { collector in
      collector.takeImage().withBand { band in
        Pixels(
          pixels: band.rows.map { y in
            (0..<band.shape.size.width).map { band.row(y).load(fromByteOffset: $0 * 4, as: UInt32.self) }
          })
      }
    }
  }

  private func turned(_ stored: Pixels, _ turn: Orientation) -> Pixels {
    let size = PixelSize(width: stored.pixels[0].count, height: stored.pixels.count)
    let upright = turn.upright(size)
    return Pixels(
      pixels: (0..<upright.height).map { y in
        (0..<upright.width).map { x in
          let place = turn.stored(x: x, y: y, in: size)
          return stored.pixels[place.y][place.x]
        }
      })
  }

  /// Collects the planes that an encoder gets, without the padding of blocks.
  private final class PlaneRows: PlaneSink {
    private(set) var rows: [[[UInt8]]] = [[], [], []]
    private let size: PixelSize

    init(size: PixelSize) { self.size = size }

    func write(_ planes: [(base: UnsafeRawPointer, stride: Int)]) throws {
      for (index, plane) in planes.enumerated() {
        let (width, height) = index == 0 ? (size.width, size.height) : ((size.width + 1) / 2, (size.height + 1) / 2)
        for y in 0..<(index == 0 ? 16 : 8) where rows[index].count < height {
          rows[index].append(Array(UnsafeRawBufferPointer(start: plane.base + y * plane.stride, count: width)))
        }
      }
    }

    func finish() throws {}
  }
}
