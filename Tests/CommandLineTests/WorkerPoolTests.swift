import Foundation
import ImageCodecs
import PixelCore
import Testing

@testable import PackshotKit
@testable import Rendering

/// All pictures are decoded by the workers of one pool.
@Suite struct WorkerPoolTests {
  /// A recipe with an image, two photos of a shop, and a golden case.
  private static func shop() throws -> Packshot {
    let packshot = try Packshot.shop()
    try packshot.write(
      """
      packshot: 1
      sources: { badge: badge.png }
      steps: [ { fit: { width: 30, height: 30, background: white } }, { sourceOver: { foreground: badge } } ]
      outputs: [ { file: "{stem}.png" }, { file: "{stem}.jpg" } ]
      """, to: "badged.yaml")
    try packshot.writePhoto("badge.png", width: 9, height: 7, shade: 250)
    for (output, name) in ["png", "jpg"].enumerated() {
      let new = try packshot.run(
        "golden", "new", "goldens", name, "--recipe", "badged.yaml", "--input", "photos/vases/VASE-2.png",
        "--output-index", "\(output)", "--no-sandbox")
      #expect(new.status == 0, "\(new.errors)")
    }
    return packshot
  }

  /// `SANDBOX` is replaced by the option that says where to decode, and `OUT` by the output path.
  @Test(arguments: [
    "render badged.yaml photos/MUG-1_front.jpg OUT.png SANDBOX",
    "render badged.yaml photos/vases/VASE-2.png OUT.jpg SANDBOX",
    "render badged.yaml - OUT.png SANDBOX < photos/MUG-1_front.jpg",
    "sheet photos --size 40 --output OUT.png SANDBOX",
    "compare photos/MUG-1_front.jpg photos/MUG-1_side.jpg --diff OUT.png SANDBOX",
    "compare photos/MUG-1_front.jpg photos/MUG-1_side.jpg --mask photos/MUG-1_side.jpg SANDBOX",
    "compare photos/MUG-1_front.jpg photos/MUG-1_front.jpg --perceptual 2 SANDBOX",
    "golden check goldens SANDBOX", "golden new OUT case --recipe badged.yaml --input photos/MUG-1_front.jpg SANDBOX",
    "recipe show badged.yaml --photo photos/MUG-1_front.jpg SANDBOX",
    "run badged.yaml photos --output OUT SANDBOX --json",
  ])
  func resultsAreTheSameInsideAndOutsideTheSandbox(command: String) throws {
    let packshot = try Self.shop()
    var found: [(output: String, files: String)] = []
    for (option, name) in [("--sandbox", "inside"), ("--no-sandbox", "outside")] {
      let words = command.replacing("SANDBOX", with: option).replacing("OUT", with: "out")
      let run = try packshot.shell("'\(Packshot.executable.path)' \(words); echo $?")
      #expect(!run.errors.contains("in this process"), "\(run.errors)")
      let files = try packshot.shell(
        "find . -path './out*' -name '*[gt]' -type f | sort | xargs -r sha256sum; rm -rf out*")
      // Times and the run's id differ between runs.
      let passing = /"?seconds"?:? ?[0-9.]+|[0-9.]+ s\b|"(run|started|finished)":"[^"]*"/
      found.append((run.output.replacing(passing, with: ""), files.output))
      #expect(
        name == "outside" || found[0].output.hasSuffix("0\n") || found[0].output.hasSuffix("1\n"), "\(run.errors)")
    }
    #expect(found[0] == found[1])
  }

  @Test func aProductsThumbnailIsTheSame() throws {
    let packshot = try Packshot()
    try packshot.writePhoto("cup.png", width: 600, height: 300)
    for option in ["--sandbox", "--no-sandbox"] {
      let run = try packshot.run(
        "products", "add", "CUP", "--photo", "cup.png", "--catalog", "catalog\(option)", option)
      #expect(run.status == 0 && !run.errors.contains("warning"), "\(run.errors)")
    }
    let photos = try ["--sandbox", "--no-sandbox"].map { option in
      try #require(try Catalog(at: packshot.folder + "/catalog\(option)", createIfMissing: false).photos().first)
    }
    let small = try Photo(contentsOf: packshot.folder + "/cup.png").applying(Resize(width: 200, height: 200))
    let bytes = try small.image(in: .encodedOpaque).encoded(.jpeg())
    #expect(photos.map { $0.thumbnail?.byteCount } == [bytes.count, bytes.count])
    #expect(photos[0].sha256 == photos[1].sha256 && photos[0].width == 600)
  }

  /// The callers that read pictures, with the message if the first worker crashes.
  enum Reading: CaseIterable {
    case render, compare, sheet, golden, product, recipe

    func read(in shop: Packshot, with workers: WorkerPool) throws {
      let (folder, photo) = (shop.folder, shop.folder + "/photos/MUG-1_front.jpg")
      switch self {
      case .render:
        _ = try SingleRendering(recipeFile: folder + "/recipe.yaml", workers: workers).render(.file(photo))
      case .compare: _ = try PictureComparison(workers: workers).compare(photo, folder + "/photos/MUG-1_side.jpg")
      case .sheet:
        let sheet = try ContactSheet(of: [photo], to: folder + "/sheet.png", workers: workers)
        if let missing = try sheet.write().missing.first { throw missing.failure }
      case .golden:
        var options = GoldenCheck.Options()
        (options.workers, options.jobs, options.names) = (workers, 1, ["png"])
        var outcomes: [GoldenOutcome] = []
        _ = try GoldenCheck(GoldenSuite(folder: folder + "/goldens"), options: options).run { outcomes.append($0) }
        if outcomes[0].state == .broken { throw PhotoFailure(.crashed, "broken-case", outcomes[0].message) }
      case .product: _ = try OriginalPhoto(contentsOf: photo, workers: workers)
      case .recipe: _ = try RecipeOutline(recipeFile: folder + "/badged.yaml", workers: workers)
      }
    }
  }

  @Test(arguments: Reading.allCases) func aCrashedWorkerIsReported(reading: Reading) throws {
    let shop = try Self.shop()
    let workers = WorkerPool(program: try shop.worker(doing: "kill -SEGV $$"), isRequired: true)
    do {
      try reading.read(in: shop, with: workers)
      Issue.record("it was read although the worker crashed")
    } catch let failure as PhotoFailure {
      #expect(failure.code == .crashed && failure.message.contains("signal 11"), "\(failure)")
    } catch let error as UnreadablePicture {
      #expect(error.code == .crashed && error.message.contains("signal 11"), "\(error)")
    } catch let error as RecipeError {
      #expect(reading == .recipe && error.path == "sources.badge" && error.message.contains("signal 11"), "\(error)")
    }
    // The next worker works.
    #expect(throws: Never.self) { try reading.read(in: shop, with: workers) }
  }

  /// Rows that can't belong to the picture, answered for a photo of 60 × 40 pixels.
  @Test(arguments: [[9600, 1], [9601], [0], [4800], [], [1 << 20]]) func impossibleRowsFromAWorkerAreRefused(
    frames: [Int]
  )
    throws
  {
    let shop = try Packshot.shop()
    let photo = shop.folder + "/photos/MUG-1_front.jpg"
    let info = try ImageCodec.probe(EncodedImage(shop.read("photos/MUG-1_front.jpg")))
    let lies = frames.map { Packshot.frame(19, Data(count: 4 + $0)) } + [Packshot.frame(20, Data("[]".utf8))]
    try shop.write(lies.reduce(Packshot.frame(17, try JSONEncoder().encode(info)), +), to: "lies")
    let workers = WorkerPool(program: try shop.worker(doing: "cat lies >&0; exec sleep 600"), isRequired: true)
    let error = #expect(throws: UnreadablePicture.self) {
      try PictureComparison(workers: workers).compare(photo, shop.folder + "/photos/MUG-1_side.jpg")
    }
    #expect(
      error?.code == .crashed && error?.message.contains("sent a malformed answer") == true, "\(error?.message ?? "")")
  }

  /// What a worker can claim about a PNG of 60 × 40 pixels after sending ten bytes.
  enum Claim: CaseIterable {
    case truth, otherSize, alpha, moreBytes, fewerBytes, nothing

    var result: RenderResult {
      var made = RenderResult.Output(size: PixelSize(width: 60, height: 40), hasAlpha: false, byteCount: 10)
      switch self {
      case .truth: break
      case .otherSize: made.size.width += 1
      case .alpha: made.hasAlpha = true
      case .moreBytes: made.byteCount += 1
      case .fewerBytes: made.byteCount -= 1
      case .nothing: return RenderResult()
      }
      return RenderResult(outputs: [made], warnings: ["said"])
    }
  }

  @Test(arguments: Claim.allCases) func onlyAPossibleResultFromAWorkerIsAccepted(claim: Claim) throws {
    let shop = try Packshot.shop()
    try shop.write(Data("packshot: 1\noutputs: [ { file: '{stem}.png' } ]\n".utf8), to: "plain.yaml")
    let info = try ImageCodec.probe(EncodedImage(shop.read("photos/MUG-1_front.jpg")))
    let done = try JSONEncoder().encode(claim.result)
    let answers = [
      Packshot.frame(17, try JSONEncoder().encode(info)), Packshot.frame(20, Data("{}".utf8)),
      Packshot.frame(18, Data()), Packshot.frame(19, Data(count: 4 + 10)), Packshot.frame(20, done),
    ]
    try shop.write(answers.reduce(Data(), +), to: "lies")
    let workers = WorkerPool(program: try shop.worker(doing: "cat lies >&0; exec sleep 600"), isRequired: true)
    let rendering = try SingleRendering(recipeFile: shop.folder + "/plain.yaml", workers: workers)
    let photo = SingleRendering.Input.file(shop.folder + "/photos/MUG-1_front.jpg")
    if claim == .truth {
      let rendered = try rendering.render(photo)
      #expect(rendered.file.count == 10 && rendered.picture.warnings == ["said"])
    } else {
      let failure = #expect(throws: PhotoFailure.self) { try rendering.render(photo) }
      #expect(failure?.code == .crashed && failure?.message.contains("sent a malformed answer") == true)
    }
  }

  /// If a process asks to be ended with its parent, the kernel ends it with the thread that started it.
  @Test func aWorkerOutlivesTheThreadThatStartedIt() throws {
    let shop = try Packshot.shop()
    let workers = WorkerPool(program: Packshot.executable.path, isRequired: true)
    final class Begin { let workers: WorkerPool; init(_ workers: WorkerPool) { self.workers = workers } }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        try? Unmanaged<Begin>.fromOpaque($0!).takeRetainedValue().workers.start(count: 1)
        return nil
      }, Unmanaged.passRetained(Begin(workers)).toOpaque())
    pthread_join(thread, nil)
    let photo = try OpenFile(path: shop.folder + "/photos/MUG-1_front.jpg", limits: PhotoLimits())
    for _ in 0..<20 {
      let info = try workers.lend { try $0.probe(photo, limits: PhotoLimits()) }
      #expect(info.size == PixelSize(width: 60, height: 40))
    }
  }

  @Test func withoutWorkersPicturesAreReadInProcessWithAWarning() throws {
    let shop = try Packshot.shop()
    let photo = shop.folder + "/photos/MUG-1_front.jpg"
    let workers = WorkerPool(program: "/bin/false")
    #expect(try PictureComparison(workers: workers).compare(photo, photo).isSame)
    let warnings = workers.takeWarnings()
    #expect(warnings.count == 1 && warnings[0].contains("exited with status 1"), "\(warnings)")
    #expect(throws: RenderingError.self) {
      try PictureComparison(workers: WorkerPool(program: "/bin/false", isRequired: true)).compare(photo, photo)
    }
  }
}
