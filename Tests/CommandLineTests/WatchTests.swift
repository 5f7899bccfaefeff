import Foundation
import PackshotKit
import Testing

/// `catalog watch`: a list in one process, changes in others.
@Suite struct WatchTests {
  /// A copy of a list, updated from the output of `catalog watch`.
  private struct Copy {
    private(set) var list: [ListSection]
    /// The records by id.
    private var records: [UUID: NSDictionary] = [:]
    private let watch: RunningPackshot

    /// A copy of a list, starting from its initial contents.
    init(_ watch: RunningPackshot, isDivided: Bool = false) throws {
      self.watch = watch
      list = isDivided ? [] : [ListSection()]
      try follow()
    }

    /// Applies the next batch of events. Returns their names.
    @discardableResult
    mutating func follow() throws -> [String] {
      var (events, names): ([ListEvent], [String]) = ([], [])
      while true {
        let json = try watch.event()
        let name = try #require(json["event"] as? String)
        if name == "upToDate" {
          list.apply(events)
          #expect(json["records"] as? Int == list.map(\.ids.count).reduce(0, +))
          #expect(json["sections"] as? Int == list.count)
          return names
        }
        let event = try Self.event(name, json)
        events.append(event)
        names.append(name)
        if let record = json["record"] as? NSDictionary {
          records[try #require(UUID(uuidString: record["id"] as? String ?? ""))] = record
        }
      }
    }

    /// The records in order.
    var all: [NSDictionary?] { list.flatMap(\.ids).map { records[$0] } }

    private static func event(_ name: String, _ json: [String: Any]) throws -> ListEvent {
      let place = { (key: String) in
        let place = try #require(json[key] as? [String: Int])
        return ListIndex(section: try #require(place["section"]), item: place["item"] ?? -1)
      }
      let id = { try #require(UUID(uuidString: json["id"] as? String ?? "")) }
      let title = { try #require(json["title"] as? String) }
      switch name {
      case "inserted": return .inserted(try id(), at: try place("to"))
      case "deleted": return .deleted(try id(), from: try place("from"))
      case "moved": return .moved(try id(), from: try place("from"), to: try place("to"))
      case "updated": return .updated(try id(), from: try place("from"), to: try place("to"))
      case "sectionInserted": return .sectionInserted(try title(), at: try place("to").section)
      default:
        try #require(name == "sectionDeleted")
        return .sectionDeleted(try title(), from: try place("from").section)
      }
    }
  }

  /// The products as `products list` prints them.
  private static func listed(_ packshot: Packshot, _ arguments: String...) throws -> [NSDictionary] {
    try packshot.run(["products", "list", "--json"] + arguments).events.map { $0 as NSDictionary }
  }

  @Test func aCopyUpdatedByEventsEqualsTheList() throws {
    let packshot = try Packshot.catalog()
    var copy = try Copy(packshot.start("catalog", "watch", "--initial", "--sections", "letter"), isDivided: true)
    let isTheList = { (copy: Copy) in try copy.all == Self.listed(packshot) }
    #expect(copy.list.map(\.title) == ["A", "S"])
    #expect(try isTheList(copy))

    try packshot.succeed("products", "add", "CUP-3", "--name", "Sea cup")
    #expect(try copy.follow() == ["inserted"])
    #expect(try isTheList(copy))

    try packshot.succeed("products", "edit", "MUG-1", "name=Morning mug")
    #expect(try copy.follow() == ["sectionInserted", "moved"])
    #expect(copy.list.map(\.title) == ["A", "M", "S"])
    #expect(try isTheList(copy))

    try packshot.succeed("products", "sell", "MUG-1", "2")
    #expect(try copy.follow() == ["updated"])
    #expect(try isTheList(copy))

    try packshot.succeed("products", "remove", "CUP-3", "--yes")
    #expect(try copy.follow() == ["deleted", "sectionDeleted"])
    #expect(try isTheList(copy))

    for _ in 0..<3 { try packshot.succeed("catalog", "undo") }
    while copy.list.map(\.title) != ["A", "S"] || copy.list[1].ids.count != 2 { try copy.follow() }
    #expect(try isTheList(copy))

    try packshot.succeed("catalog", "sample", "--catalog", "sample.sqlite")
    try packshot.succeed("catalog", "export", "sample.json", "--catalog", "sample.sqlite")
    try packshot.succeed("catalog", "import", "sample.json")
    try copy.follow()
    #expect(copy.all.count > 10)
    #expect(try isTheList(copy))
  }

  @Test func conditionOrderAndLimitAreApplied() throws {
    let packshot = try Packshot.catalog()
    let cheapest = ["--where", "archived=false", "--sort", "price", "--limit", "2"]
    var copy = try Copy(packshot.start(["catalog", "watch", "product", "--initial"] + cheapest))
    let skus = { (copy: Copy) in copy.all.map { $0?["sku"] as? String } }
    #expect(skus(copy) == ["BOWL-2", "MUG-1"])
    try packshot.succeed("products", "add", "CUP-3", "--price", "1")
    #expect(try copy.follow() == ["deleted", "inserted"])
    #expect(skus(copy) == ["CUP-3", "BOWL-2"])
    try packshot.succeed("products", "archive", "BOWL-2")
    #expect(try copy.follow() == ["deleted", "inserted"])
    #expect(skus(copy) == ["CUP-3", "MUG-1"])
  }

  @Test func theInitialListIsPrintedOnlyOnRequest() throws {
    let packshot = try Packshot.catalog()
    let watch = try packshot.start("catalog", "watch", "Sales")
    let begun = try watch.event()
    #expect(begun as NSDictionary == ["event": "upToDate", "entity": "Sale", "records": 0, "sections": 1])
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "2")
    let sale = try watch.event()
    #expect(sale["event"] as? String == "inserted" && sale["entity"] as? String == "Sale")
    #expect(sale["to"] as? [String: Int] == ["section": 0, "item": 0])
    #expect(try watch.event()["records"] as? Int == 1)

    // Adding makers to a product also changes those makers.
    let makers = try packshot.start("catalog", "watch", "maker")
    #expect(try makers.event()["records"] as? Int == 2)
    try packshot.succeed("products", "edit", "BOWL-2", "makers=Ann, Cleo")
    let (come, changed) = (try makers.event(), try makers.event())
    #expect(come["event"] as? String == "inserted" && changed["event"] as? String == "updated")
    #expect(try makers.event()["records"] as? Int == 3)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalEndsTheWatchSilently(signal: Int32, status: Int32) throws {
    let watch = try Packshot.catalog().start("catalog", "watch")
    _ = try watch.event()
    watch.signal(signal)
    #expect(watch.status() == status && watch.errors.isEmpty)
  }

  @Test func aClosedReaderEndsAnIdleWatchSilently() throws {
    let watch = try Packshot.catalog().start("catalog", "watch")
    _ = try watch.event()
    try watch.stopReading()
    #expect(watch.status() == 128 + SIGPIPE && watch.errors.isEmpty)
  }

  @Test func replacingTheCatalogEndsTheWatch() throws {
    let packshot = try Packshot.catalog()
    let watch = try packshot.start("catalog", "watch")
    _ = try watch.event()
    try packshot.succeed("catalog", "backup", "copy.sqlite")
    _ = try packshot.shell("mv copy.sqlite catalog.sqlite")
    #expect(try watch.event()["event"] as? String == "error")
    #expect(watch.status() == 66 && watch.errors.contains("was removed or replaced"))
  }

  @Test func invalidWatchesAreRefused() throws {
    let packshot = try Packshot.catalog()
    let refusals: [(arguments: [String], status: Int32, message: String)] = [
      (["--catalog", "none.sqlite"], 66, "none.sqlite"),
      (["--catalog", ":memory:"], 64, "nothing to watch"),
      (["bowls"], 64, "invalid for '<kind>'"),
      (["--sections", "colour"], 64, "Product has no “colour”"),
      (["sales", "--sections", "letter"], 64, "Sale has no “letter”"),
      (["--sort", "colour"], 64, "Product has no “colour”"),
      (["--where", "price"], 64, "expected an operator, found the end"),
      (["--limit", "-1"], 64, "--limit"),
    ]
    for refusal in refusals {
      let result = try packshot.run(["catalog", "watch"] + refusal.arguments)
      #expect(result.status == refusal.status, "\(refusal.arguments)")
      #expect(result.errors.contains(refusal.message), "\(result.errors)")
    }
  }
}
