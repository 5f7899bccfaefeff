import Foundation
import ImageCodecs
import PixelCore
import Testing

@testable import PackshotKit
@testable import Rendering

/// Photos decoded in sandboxed processes.
@Suite struct SandboxTests {
  /// The report of a program that tries to escape the sandbox.
  private static let probe = Result {
    let probe = Process()
    let output = Pipe()
    probe.executableURL = Packshot.programBesideTests("SandboxProbe")
    probe.standardOutput = output
    try probe.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    probe.waitUntilExit()
    return (lines: lines, status: probe.shellStatus)
  }

  private static let reasonToSkip: Comment = "the kernel has no seccomp, or a sanitizer is in the way of it"

  @Test(.enabled(if: (try? Self.probe.get())?.lines.first?.hasPrefix("seccomp 0") != true, Self.reasonToSkip))
  func theSandboxAllowsOnlyMemoryAndTime() throws {
    let (lines, status) = try Self.probe.get()
    #expect(status == 0)
    #expect(
      lines.dropFirst() == [
        "open a file to read: denied", "make a file: denied", "remove a file: denied", "list a folder: denied",
        "connect: denied", "talk on this machine: denied", "start a thread: denied", "start a program: denied",
        "signal who started it: denied", "make code: denied", "take a gigabyte: denied", "take a megabyte: done",
      ])
  }

  @Test func picturesAreTheSameWithAndWithoutTheSandbox() throws {
    let packshot = try Packshot.shop()
    for (folder, option) in [("inside", "--sandbox"), ("outside", "--no-sandbox")] {
      let run = try packshot.run("run", "recipe.yaml", "photos", "--output", folder, "--json", option)
      #expect(run.status == 0 && run.events.last?["rendered"] as? Int == 3, "\(run.errors)")
    }
    for name in ["MUG-1_front.png", "small/MUG-1_front.jpg", "vases/VASE-2.png", "small/vases/VASE-2.jpg"] {
      #expect(try packshot.read("inside/" + name) == packshot.read("outside/" + name), "\(name)")
    }
  }

  /// The worker gets the recipe's format, even if the file's extension names another.
  @Test func aMisleadingExtensionDoesNotLeaveTheSandbox() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      "packshot: 1\noutputs: [ { file: \"{stem}.webp\", format: jpeg, steps: [ { resize: { width: 10 } } ] } ]",
      to: "named.yaml")
    let run = try packshot.run("run", "named.yaml", "photos", "--output", "out", "--sandbox", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try packshot.read("out/MUG-1_front.webp").starts(with: [0xff, 0xd8, 0xff]))
    let check = try packshot.run("recipe", "check", "named.yaml")
    #expect(check.status == 0 && check.errors.contains("says WebP, but the file is a JPEG"), "\(check.errors)")
  }

  /// Files of more than 8 MB are mapped: one with picture data that is inflated at once, and one with 16 bits that is read row
  /// by row.
  @Test(arguments: [PixelFormat.Depth.eight, .sixteen]) func aLargePNGIsTheSameWithAndWithoutTheSandbox(
    depth: PixelFormat.Depth
  ) throws {
    let packshot = try Packshot.shop()
    let size = PixelSize(width: depth == .eight ? 2100 : 1050, height: 1050)
    let format = PixelFormat(depth: depth, transfer: .encoded, alpha: .straight)
    let shape = ImageShape(size: size, format: format)
    var file = Data()
    let writer = try ImageCodec.makeWriter(shape: shape, options: EncodeOptions(.png(compression: 0))) {
      file.append(contentsOf: $0)
    }
    // The generator of Numerical Recipes.
    var random: UInt32 = 1
    for y in 0..<size.height {
      let row = (0..<shape.bytesPerRow / 4).map { _ in
        random = random &* 1_664_525 &+ 1_013_904_223
        return random
      }
      try row.withUnsafeBytes {
        try writer.write(RowBand(shape: shape, rows: y..<y + 1, base: $0.baseAddress!, stride: shape.bytesPerRow))
      }
    }
    try writer.finish()
    try #require(file.count > 8 << 20)
    try packshot.write(file, to: "large/photo.png")
    try packshot.write(
      "packshot: 1\noutputs: [ { file: small.png, steps: [ { resize: { width: 100 } } ] } ]", to: "large.yaml")
    for (folder, option) in [("inside", "--sandbox"), ("outside", "--no-sandbox")] {
      let run = try packshot.run("run", "large.yaml", "large", "--output", folder, "--json", option)
      #expect(run.status == 0 && run.events.last?["rendered"] as? Int == 1, "\(run.errors)")
    }
    #expect(try packshot.read("inside/small.png") == packshot.read("outside/small.png"))
  }

  /// `make` and others leave files open in their child processes. The worker's descriptor for the photo comes after these.
  @Test func inheritedFileDescriptorsDoNotInterfere() throws {
    let packshot = try Packshot.shop()
    let program = Packshot.executable.path
    let run = try packshot.shell(
      "exec 3</dev/null 4</dev/null 5</dev/null; '\(program)' run recipe.yaml photos --output out --sandbox --quiet")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aDamagedPhotoFailsForTheSameReasonInTheSandbox() throws {
    let packshot = try Packshot.shop()
    let photo = try packshot.read("photos/MUG-1_side.jpg")
    try packshot.write(photo.prefix(photo.count / 2), to: "photos/MUG-1_side.jpg")
    let messages = try ["--sandbox", "--no-sandbox"].map { option in
      let run = try packshot.run("run", "recipe.yaml", "photos", "--output", "out" + option, "--json", option)
      #expect(run.status == 1 && run.events.last?["rendered"] as? Int == 2, "\(run.errors)")
      let failures = run.events.compactMap { $0["error"] as? [String: Any] }
      return try #require(failures.first?["message"] as? String)
    }
    #expect(messages[0] == messages[1] && !messages[0].isEmpty)
  }

  /// Workers that fail at their first photo, each in another way. Each failure costs only that photo.
  @Test(arguments: [
    ("kill -SEGV $$", "crashed", "segmentation fault (signal 11)"),
    ("exit 3", "crashed", "exited with status 3"),
    // Another process writes to the photo. That is the reported reason, whatever the worker does.
    (
      Packshot.waitForAPhoto + "printf x >> photos/MUG-1_front.jpg; exit 3", "unreadable",
      "changed while it was being read"
    ),
    (
      Packshot.waitForAPhoto + "printf x >> photos/MUG-1_front.jpg; exec sleep 600", "unreadable",
      "changed while it was being read"
    ),
    // It closes its end of the socket but doesn't exit.
    ("exec 0<&-; exec sleep 600 < /dev/null", "crashed", "killed (signal 9)"),
    ("exec sleep 600", "over-limit", "longer than the limit of 1 seconds"),
    (#"printf '\001\000\000\000\143x' >&0; exec sleep 600"#, "crashed", "sent a malformed answer"),
    (#"printf '\377\377\377\377\021' >&0; exec sleep 600"#, "crashed", "sent a malformed answer"),
    (#"printf '\002\000\000\000\021{}' >&0; exec sleep 600"#, "crashed", "sent a malformed answer"),
  ])
  func aFailingWorkerCostsOnlyOnePhoto(action: String, code: String, message: String) throws {
    let packshot = try Packshot.shop()
    let recipe = try Recipe(contentsOf: packshot.folder + "/recipe.yaml")
    var options = BatchOptions(inputs: [packshot.folder + "/photos"], outputFolder: packshot.folder + "/out")
    (options.jobs, options.limits.maxSeconds, options.isSandboxRequired) = (1, 1, true)
    options.sandboxProgram = try packshot.worker(doing: action)
    var reports: [PhotoReport] = []
    let summary = try Batch(recipe, options: options) { if case .photo(let report) = $0 { reports.append(report) } }
      .run()
    #expect(summary.failed == 1 && summary.rendered == 2)
    let failure = try #require(reports.first?.failure)
    #expect(failure.code.rawValue == code && failure.message.contains(message), "\(failure.message)")
  }

  /// The other callers that read photos with workers.
  private static let readers: [(name: String, read: @Sendable (String, WorkerPool) throws -> Void)] = [
    (
      "a single rendering",
      { photo, workers in
        let recipe = "packshot: 1\noutputs: [ { file: a.png } ]"
        let file = photo + ".yaml"
        try recipe.write(toFile: file, atomically: false, encoding: .utf8)
        _ = try SingleRendering(recipeFile: file, workers: workers).render(.file(photo))
      }
    ),
    ("a check", { _ = try PictureCheck(for: .amazonMain).findings(in: $0, workers: $1) }),
    ("a dominant color", { _ = try DominantColor(ofPictureAt: $0, workers: $1) }),
    ("a record", { _ = try OriginalPhoto(contentsOf: $0, workers: $1) }),
  ]

  @Test(arguments: readers.indices)
  func aPhotoThatChangesWhileItIsReadIsReportedByEveryCaller(index: Int) throws {
    let packshot = try Packshot.shop()
    let program = try packshot.worker(
      doing: Packshot.waitForAPhoto + "printf x >> photos/MUG-1_front.jpg; exit 3")
    let workers = WorkerPool(program: program, isRequired: true)
    let reader = Self.readers[index]
    let error = try #require(throws: (any Error).self) {
      try reader.read(packshot.folder + "/photos/MUG-1_front.jpg", workers)
    }
    #expect(PhotoFailure(error).message.contains("changed while it was being read"), "\(reader.name): \(error)")
  }

  @Test func aPhotoThatChangesDuringPackshotWorkerIsReported() throws {
    let packshot = try Packshot.shop()
    try packshot.write(
      WorkerFrames.frame(
        ["protocol": 1, "recipe": ["file": packshot.folder + "/recipe.yaml"]], Data())
        + WorkerFrames.frame(["id": "1", "path": packshot.folder + "/photos/MUG-1_front.jpg"], Data()),
      to: "frames")
    var options = RenderService.Options()
    (options.jobs, options.isSandboxRequired) = (1, true)
    options.sandboxProgram = try packshot.worker(
      doing: Packshot.waitForAPhoto + "printf x >> photos/MUG-1_front.jpg; exit 3")
    let input = try #require(FileHandle(forReadingAtPath: packshot.folder + "/frames"))
    try packshot.write("", to: "answers")
    let output = try #require(FileHandle(forWritingAtPath: packshot.folder + "/answers"))
    try RenderService(input: input.fileDescriptor, output: output.fileDescriptor, options: options).run()
    let answer = try #require(WorkerFrames.answers(in: packshot.read("answers")).last).header
    let error = try #require((answer["record"] as? [String: Any])?["error"] as? [String: Any])
    #expect((error["message"] as? String)?.contains("changed while it was being read") == true, "\(error)")
  }

  @Test func withoutAWorkerPhotosAreReadInProcessUnlessTheSandboxIsRequired() throws {
    let packshot = try Packshot.shop()
    let recipe = try Recipe(contentsOf: packshot.folder + "/recipe.yaml")
    var options = BatchOptions(inputs: [packshot.folder + "/photos"], outputFolder: packshot.folder + "/out")
    options.sandboxProgram = "/bin/false"
    var warnings: [String] = []
    let summary = try Batch(recipe, options: options) {
      if case .warning(let warning) = $0 { warnings.append(warning.message) }
    }.run()
    #expect(summary.rendered == 3 && warnings.count == 1)
    #expect(warnings[0].contains("exited with status 1"), "\(warnings)")
    (options.isSandboxRequired, options.force) = (true, true)
    #expect(throws: RenderingError.self) { try Batch(recipe, options: options) { _ in }.run() }
  }

  @Test func anImpossibleHeaderIsRefused() throws {
    let info = try ImageCodec.probe(EncodedImage(Packshot.shop().read("photos/MUG-1_front.jpg")))
    let text = String(decoding: try JSONEncoder().encode(info), as: UTF8.self)
    #expect(try JSONDecoder().decode(ImageInfo.self, from: Data(text.utf8)) == info)
    for (key, value) in [
      ("width", "0"), ("height", "1000001"), ("orientation", "9"), ("format", "\"svg\""), ("bitDepth", "7"),
      ("colorModel", "\"hsv\""), ("hasAlpha", "true"), ("hasGainMap", "true"), ("hasGainMap", #"false,"content":"{}""#),
      ("luma", #"{"width":1,"height":1}"#),
      ("chromaStep", #"{"width":0,"height":2}"#), ("chromaStep", #"{"width":5,"height":1}"#),
      ("wholePictureBytes", "-1"), ("inflatingBytes", "9e18"),
    ] {
      let pattern = try Regex("\"\(key)\":(\\{[^}]*\\}|[^,}]*)")
      let wrong = text.replacing(pattern, with: "\"\(key)\":\(value)")
      #expect(wrong != text)
      #expect(throws: (any Error).self, "\(key)") { try JSONDecoder().decode(ImageInfo.self, from: Data(wrong.utf8)) }
    }
  }
}
