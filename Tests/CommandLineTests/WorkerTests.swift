import Foundation
import Testing

/// `packshot worker` renders photos for a program that sends them through a pipe.
@Suite struct WorkerTests {
  private let packshot: Packshot
  private static let names = ["MUG-1_front.jpg", "MUG-1_side.jpg", "vases/VASE-2.png"]

  init() throws { packshot = try Packshot.shop() }

  private var recipe: [String: Any] { ["file": packshot.folder + "/recipe.yaml"] }

  private func photo(_ name: String) -> [String: Any] {
    let relative = name.contains("/") ? String(name.prefix { $0 != "/" }) : ""
    return ["id": name, "path": "photos/" + name, "relative": relative]
  }

  private func records(of answers: [(header: [String: Any], payload: Data)]) -> [String: [String: Any]] {
    let pairs = answers.compactMap { answer in
      (answer.header["id"] as? String).map { ($0, answer.header["record"] as? [String: Any] ?? [:]) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private func code(_ record: [String: Any]?) -> String? { (record?["error"] as? [String: Any])?["code"] as? String }

  // MARK: Pictures and records

  @Test(arguments: [[], ["--no-sandbox", "--jobs", "1"]])
  func filesAndRecordsEqualThoseOfARun(options: [String]) throws {
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "whole")
    let work = try packshot.work(
      ["recipe": recipe, "output": packshot.folder + "/out"], Self.names.map { (photo($0), Data()) }, options: options)
    #expect(work.result.status == 0 && work.result.errors.isEmpty && work.answers.count == 4)
    #expect(work.answers.map(\.payload.count) == [0, 0, 0, 0])
    #expect(try packshot.pictures(in: "out") == packshot.pictures(in: "whole"))
    let hidden = try packshot.names(in: "out").filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty)

    try packshot.writeRecords(work.answers.map(\.header), to: "records.ndjson")
    let first = try packshot.run("catalog", "import", "records.ndjson", "--json", "--catalog", "out/catalog.sqlite")
    #expect(
      first.events as [NSDictionary]
        == [["photos": 3, "pictures": 6, "known": 0, "failures": 0, "runs": 1, "left": []]])
    #expect(try packshot.records(of: "out/catalog.sqlite") == packshot.records(of: "whole/catalog.sqlite"))
    #expect(try packshot.run("catalog", "verify", "--files", "--catalog", "out/catalog.sqlite").status == 0)
    let next = try packshot.run("run", "recipe.yaml", "photos", "--output", "out")
    #expect(next.errors.contains("3 unchanged"), "\(next.errors)")
  }

  @Test func renderingBytesEqualsRenderingFiles() throws {
    _ = try packshot.run("run", "recipe.yaml", "photos", "--output", "whole")
    let photos = try Self.names.map { name in
      (photo(name).merging(["path": "s3://shop/\(name)", "modified": 7]) { $1 }, try packshot.read("photos/" + name))
    }
    let work = try packshot.work(["recipe": recipe, "output": "s3://pictures"], photos)
    var pictures: [String: Data] = [:]
    for answer in work.answers.dropFirst() {
      let record = try #require(answer.header["record"] as? [String: Any])
      var rest = answer.payload
      for output in try #require(record["outputs"] as? [[String: Any]]) {
        let file = try #require(output["file"] as? String)
        #expect(output["path"] as? String == "s3://pictures/" + file)
        pictures[file] = Data(rest.prefix(output["bytes"] as? Int ?? 0))
        rest = rest.dropFirst(output["bytes"] as? Int ?? 0)
      }
      #expect(rest.isEmpty && (record["stamp"] as? [String: Any])?["modified"] as? Int == 7)
    }
    #expect(try pictures == packshot.pictures(in: "whole"))

    // URLs are recorded unchanged, wherever the catalog is.
    try packshot.writeRecords(work.answers.map(\.header), to: "records.ndjson")
    #expect(try packshot.run("catalog", "import", "records.ndjson", "--catalog", "c.sqlite").status == 0)
    let paths = try packshot.export("c.sqlite").compactMap { $0["path"] as? String }
    #expect(Set(paths) == Set(Self.names.map { "s3://shop/" + $0 } + pictures.keys.map { "s3://pictures/" + $0 }))
  }

  @Test func theRecipesFilesCanBeSentAsBytes() throws {
    try packshot.writePhoto("marks/logo.png", width: 9, height: 9, shade: 250)
    let text = """
      packshot: 1
      sources: { logo: marks/logo.png }
      steps: [ { sourceOver: { foreground: logo } } ]
      outputs: [ { file: "{stem}.png" } ]
      """
    try packshot.write(text, to: "marked.yaml")
    let (photos, logo) = ([(photo(Self.names[0]), Data())], try packshot.read("marks/logo.png"))
    let file = try packshot.work(["recipe": ["file": "marked.yaml"]], photos).answers
    let resource: [String: Any] = ["name": "marks/logo.png", "bytes": logo.count]
    let asText: [String: Any] = ["recipe": ["yaml": text, "name": "marked.yaml"], "resources": [resource]]
    let bytes = try packshot.work(asText, resources: logo, photos).answers
    #expect(file.count == 2 && file[1].payload == bytes[1].payload && !file[1].payload.isEmpty)
    let told = file[0].header["resources"] as? [[String: String]]
    #expect(told?.first == ["name": "marks/logo.png", "path": "marks/logo.png"])
    let cacheKeys = [file, bytes].map { answers in
      (records(of: answers)[Self.names[0]]?["outputs"] as? [[String: Any]])?.first?["cacheKey"] as? String
    }
    #expect(cacheKeys[0] != nil && cacheKeys[0] == cacheKeys[1])
    let missing = try packshot.work(["recipe": ["yaml": text]], photos)
    #expect(missing.result.status == 64 && missing.result.errors.contains("marks/logo.png"))
  }

  @Test func aTableSaysWhichProductsPhotosShow() throws {
    let table = Data("Datei;sku;view\nMUG-1_front;CUP-7;T\u{FC}r\n".utf8)
    let text = """
      packshot: 1
      outputs: [ { file: "{sku}_{view}.png" } ]
      catalog: { skus: { file: names.csv, photo: Datei } }
      """
    try packshot.write(table, to: "names.csv")
    try packshot.write(text, to: "named.yaml")
    let photos = [(photo(Self.names[0]), Data())]
    let resource: [String: Any] = ["name": "names.csv", "bytes": table.count]
    let asText: [String: Any] = ["recipe": ["yaml": text], "resources": [resource]]
    for answers in [
      try packshot.work(["recipe": ["file": "named.yaml"]], photos).answers,
      try packshot.work(asText, resources: table, photos).answers,
    ] {
      let record = try #require(records(of: answers)[Self.names[0]])
      #expect(record["sku"] as? String == "CUP-7" && record["view"] as? String == "Tür")
      #expect((record["outputs"] as? [[String: Any]])?.first?["file"] as? String == "CUP-7_Tür.png")
    }
  }

  // MARK: Failures

  @Test func aPictureOfSeveralPhotosIsRefused() throws {
    let text = """
      packshot: 1
      outputs: [ { file: "{sku}.jpg", group: { by: sku, cell: [20, 20] } } ]
      catalog: { sku: '(?<sku>[^_]+)_(?<view>.+)' }
      """
    let work = try packshot.work(["recipe": ["yaml": text]], [(photo(Self.names[0]), Data())])
    #expect(
      work.result.status == 64 && work.result.errors.contains("outputs[0] shows several photos"), "\(work.result)")
  }

  @Test func aBadPhotoIsAnsweredWithAnError() throws {
    let large = Data(count: 2_000_000)
    let photos: [(header: [String: Any], payload: Data)] = [
      (["id": "text", "path": "a.jpg"], Data("no photo".utf8)), (["id": "none", "path": "photos/none.jpg"], Data()),
      (["id": "large", "path": "b.jpg"], large), (["id": "empty", "path": "c.jpg", "inPayload": true], Data()),
      (["id": "lost", "path": "s3://d.jpg", "failure": ["code": "unreadable", "message": "no bucket"]], Data()),
      (["id": "out", "path": "photos/MUG-1_front.jpg", "relative": "../.."], Data()),
      (["id": "nameless", "path": "photos/"], Data()), (photo(Self.names[0]), Data()),
    ]
    let work = try packshot.work(
      ["recipe": recipe, "output": packshot.folder + "/out"], photos, options: ["--max-file-size", "1M"])
    let codes = records(of: work.answers).compactMapValues(code)
    #expect(
      codes == [
        "text": "not-an-image", "none": "unreadable", "large": "over-limit", "empty": "not-an-image",
        "lost": "unreadable", "out": "bad-name", "nameless": "bad-name",
      ])
    #expect(work.result.status == 0 && work.answers.count == 9)
    #expect(try packshot.pictures(in: "out").count == 2)
    try packshot.writeRecords(work.answers.map(\.header), to: "records.ndjson")
    let imported = try packshot.run("catalog", "import", "records.ndjson", "--json", "--catalog", "c.sqlite")
    #expect(imported.events.first?["failures"] as? Int == 7)
  }

  @Test func noPictureOverwritesAPhotoOrTheRecipe() throws {
    try packshot.write("packshot: 1\noutputs: [ { file: '{stem}.jpg' } ]", to: "photos/copy.yaml")
    let before = try packshot.read("photos/" + Self.names[0])
    let work = try packshot.work(
      ["recipe": ["file": "photos/copy.yaml"], "output": packshot.folder + "/photos"], [(photo(Self.names[0]), Data())])
    #expect(code(records(of: work.answers)[Self.names[0]]) == "bad-name")
    #expect(try packshot.read("photos/" + Self.names[0]) == before)
  }

  @Test(
    arguments: [
      (["protocol": 2, "recipe": ["file": "recipe.yaml"]], 64, "protocol", "protocol 2 is asked for"),
      (["protocol": 2], 64, "protocol", "speaks protocol 1"),
      (["recipe": ["file": "none.yaml"]], 64, "recipe", "none.yaml"),
      (["recipe": ["yaml": "packshot: 1"]], 64, "recipe", "outputs"),
      (["recipe": [:] as [String: String]], 65, "frame", "either a file or yaml"),
      (["recipe": ["file": "recipe.yaml"], "output": "recipe.yaml"], 64, "recipe", "it is not a folder"),
      (["recipe": ["file": "recipe.yaml"], "pictures": "files"], 65, "frame", "an output that is a folder"),
      (["recipe": ["file": "recipe.yaml"], "pictures": "paper"], 65, "frame", "pictures has a value"),
      (["recipe": "recipe.yaml"], 65, "frame", "recipe has a value of another kind"),
      (["protocol": "1"], 65, "frame", "protocol has a value of another kind"),
    ] as [([String: any Sendable], Int32, String, String)])
  func anInvalidOpeningFrameIsRefused(
    opening: [String: any Sendable], status: Int32, code: String, reason: String
  ) throws {
    let work = try packshot.work(opening, [(photo(Self.names[0]), Data())])
    #expect(work.result.status == status && work.result.errors.contains(reason), "\(work.result.errors)")
    let error = try #require(work.answers.last?.header["error"] as? [String: Any])
    #expect(work.answers.count == 1 && error["code"] as? String == code)
    #expect((error["message"] as? String)?.contains(reason) == true)
  }

  @Test func anInvalidFrameEndsTheWorkerAfterEarlierPhotosAreAnswered() throws {
    let opening = try WorkerFrames.frame(["protocol": 1, "recipe": recipe])
    let good = try WorkerFrames.frame(photo(Self.names[0]))
    for (bad, reason) in [
      (Data([1, 2, 3]), "ends in a frame's lengths, after 3 of 12 bytes"),
      (WorkerFrames.lengths(header: 9, payload: 0) + Data("{\"id".utf8), "ends in a frame's header, after 4 of 9"),
      (WorkerFrames.lengths(header: 1 << 30, payload: 0), "at most 16777216 are allowed"),
      (WorkerFrames.frame(Data("{}".utf8)), "it has no id"),
      (WorkerFrames.frame(Data("[".utf8)), "it is no JSON object"),
      (WorkerFrames.lengths(header: 2, payload: 1 << 40) + Data("{}x".utf8), "ends in a frame's payload"),
    ] {
      let result = try packshot.run(["worker"], input: opening + good + bad)
      let answers = try WorkerFrames.answers(in: result.bytes)
      #expect(result.status == 65 && result.errors.contains(reason), "\(result.errors)")
      #expect(answers.count == 3 && answers[1].header["id"] as? String == Self.names[0])
      #expect((answers.last?.header["error"] as? [String: Any])?["code"] as? String == "frame")
    }
    #expect(try packshot.run(["worker"], input: Data()).bytes.isEmpty)
  }

  @Test func aWorkerWithoutAReaderExits() throws {
    let input = try WorkerFrames.frame(["protocol": 1, "recipe": recipe])
    try packshot.write(input, to: "input")
    let result = try packshot.shell("'\(Packshot.executable.path)' worker < input > /dev/full; echo $?")
    #expect(result.output == "74\n" && result.errors.contains("the answer cannot be written"))
  }
}
