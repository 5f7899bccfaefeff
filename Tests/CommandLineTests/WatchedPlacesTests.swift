import Foundation
import Testing

/// `run --watch` if the watched folder is moved, replaced, unmounted or mounted again, or is a link that is changed.
@Suite struct WatchedPlacesTests {
  private let packshot: Packshot
  private var folder: String { packshot.folder }

  init() throws { packshot = try Packshot.shop() }

  private func watch(_ input: String = "photos") throws -> RunningPackshot {
    let running = try packshot.start("run", "recipe.yaml", input, "--output", "out", "--watch", "--json")
    while try running.event()["event"] as? String != "watching" {}
    return running
  }

  /// Waits until a photo is rendered, and returns the warnings before that.
  @discardableResult
  private func wait(for photo: String, _ running: RunningPackshot) throws -> [String] {
    var warnings: [String] = []
    while true {
      let event = try running.event()
      if event["event"] as? String == "warning" { warnings.append(event["message"] as? String ?? "") }
      if event["input"] as? String == photo, event["status"] as? String == "rendered" { return warnings }
    }
  }

  private func wait(forEvent name: String, _ running: RunningPackshot) throws -> [String: Any] {
    while true {
      let event = try running.event()
      if event["event"] as? String == name { return event }
    }
  }

  private func move(_ old: String, _ new: String) throws {
    try #require(rename("\(folder)/\(old)", "\(folder)/\(new)") == 0)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
  }

  /// Prepares a complete folder with one photo, to be moved into place.
  private func prepare(_ photo: String, in name: String, shade: UInt8 = 33) throws {
    try packshot.writePhoto("\(name)/\(photo)", shade: shade)
  }

  @Test(arguments: ["photos", "photos/", "absolute"])
  func aFolderMovedAwayAndRecreatedIsWatchedAgain(input: String) throws {
    let path = input == "absolute" ? folder + "/photos" : input
    let running = try watch(path)
    try move("photos", "away")
    #expect(try wait(forEvent: "warning", running)["message"] as? String != nil)
    try prepare("NEW-1.jpg", in: "fresh")
    try move("fresh", "photos")
    let name = path.hasSuffix("/") ? String(path.dropLast()) : path
    try wait(for: "\(name)/NEW-1.jpg", running)
    // And watched again, not only read once.
    try prepare("NEW-2.jpg", in: "elsewhere", shade: 44)
    try move("elsewhere/NEW-2.jpg", "photos/NEW-2.jpg")
    try wait(for: "\(name)/NEW-2.jpg", running)
    // It can be lost twice, and each loss is reported.
    try move("photos", "away-again")
    #expect(try wait(forEvent: "warning", running)["message"] as? String != nil)
    try move("away-again", "photos")
    #expect(try wait(forEvent: "watching", running).count == 1)
  }

  @Test func aFolderReplacedInOneStepIsWatched() throws {
    let running = try watch()
    try prepare("NEW-1.jpg", in: "fresh")
    // Like a deployment: the old folder is moved away and the new one into place before the watch notices.
    try move("photos", "old")
    try move("fresh", "photos")
    let warnings = try wait(for: "photos/NEW-1.jpg", running)
    #expect(warnings.count <= 1, "\(warnings)")
  }

  @Test func aFolderDeletedAndRecreatedIsWatched() throws {
    let running = try watch()
    try packshot.remove("photos")
    _ = try wait(forEvent: "warning", running)
    try makeFolder("photos")
    #expect(try wait(forEvent: "watching", running).count == 1)
    try prepare("NEW-1.jpg", in: "elsewhere")
    try move("elsewhere/NEW-1.jpg", "photos/NEW-1.jpg")
    try wait(for: "photos/NEW-1.jpg", running)
  }

  @Test func aChangedLinkIsFollowed() throws {
    try move("photos", "monday")
    try prepare("NEW-1.jpg", in: "tuesday")
    try #require(symlink("monday", folder + "/photos") == 0)
    let running = try watch()
    try #require(symlink("tuesday", folder + "/next") == 0)
    try move("next", "photos")
    try wait(for: "photos/NEW-1.jpg", running)
    try prepare("NEW-2.jpg", in: "elsewhere", shade: 44)
    try move("elsewhere/NEW-2.jpg", "tuesday/NEW-2.jpg")
    try wait(for: "photos/NEW-2.jpg", running)
  }

  @Test func aChangedLinkAboveTheFolderIsFollowed() throws {
    try makeFolder("monday")
    try move("photos", "monday/photos")
    try prepare("NEW-1.jpg", in: "tuesday/photos")
    try #require(symlink("monday", folder + "/today") == 0)
    let running = try watch("today/photos")
    try #require(symlink("tuesday", folder + "/next") == 0)
    try move("next", "today")
    try wait(for: "today/photos/NEW-1.jpg", running)
  }

  @Test func aParentFolderRenamedAndRenamedBackIsNoticed() throws {
    try makeFolder("shop")
    try move("photos", "shop/photos")
    let running = try watch("shop/photos")
    try move("shop", "shop-moved")
    _ = try wait(forEvent: "warning", running)
    try prepare("NEW-1.jpg", in: "elsewhere")
    try move("elsewhere/NEW-1.jpg", "shop-moved/photos/NEW-1.jpg")
    try move("shop-moved", "shop")
    try wait(for: "shop/photos/NEW-1.jpg", running)
  }

  @Test func aReplacedFolderBehindALinkIsFollowed() throws {
    try prepare("NEW-1.jpg", in: "supplier", shade: 21)
    try #require(symlink("../supplier", folder + "/photos/supplier") == 0)
    let running = try watch()
    try prepare("NEW-2.jpg", in: "fresh", shade: 200)
    try move("supplier", "old")
    try move("fresh", "supplier")
    try wait(for: "photos/supplier/NEW-2.jpg", running)
  }

  @Test func aMovedWorkingFolderEndsTheWatchWithAnError() throws {
    try makeFolder("work")
    for name in ["recipe.yaml", "photos"] { try move(name, "work/\(name)") }
    let running = try packshot.start(
      "run", "recipe.yaml", "photos", "--output", "out", "--watch", "--json", in: "work")
    while try running.event()["event"] as? String != "watching" {}
    try move("work", "work-moved")
    #expect(running.status() == 66)
    #expect(running.errors.contains("/work cannot be read: the working folder was moved"), "\(running.errors)")
  }

  @Test(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"))
  func aRemountedDiskIsWatched() throws {
    // Each disk is unmounted again when it is released, so all are kept to the end.
    var disks = [try #require(Disk(at: folder + "/photos"))]
    try prepare("NEW-1.jpg", in: "elsewhere", shade: 11)
    try #require(try packshot.shell("cp elsewhere/NEW-1.jpg photos").status == 0)
    let running = try watch()
    for number in 2...3 {
      // Detached, because the watch may be reading it.
      #expect(umount2(disks[0].path, Int32(MNT_DETACH)) == 0)
      try prepare("NEW-\(number).jpg", in: "elsewhere", shade: UInt8(number * 11))
      disks.append(try #require(Disk(at: folder + "/photos")))
      try #require(try packshot.shell("cp elsewhere/NEW-\(number).jpg photos").status == 0)
      try wait(for: "photos/NEW-\(number).jpg", running)
    }
  }

  @Test(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"))
  func aDiskThatVanishesInUseIsNoticedAndSoIsTheNextOne() throws {
    let disk = try #require(Disk(at: folder + "/photos"))
    try prepare("NEW-1.jpg", in: "elsewhere", shade: 11)
    try #require(try packshot.shell("cp elsewhere/NEW-1.jpg photos").status == 0)
    let inUse = open(folder + "/photos/NEW-1.jpg", O_RDONLY)
    defer { close(inUse) }
    let running = try watch()
    #expect(umount2(disk.path, Int32(MNT_DETACH)) == 0)
    // The folder beneath the mount has photos too.
    try wait(for: "photos/MUG-1_front.jpg", running)
    let next = try #require(Disk(at: folder + "/photos"))
    try prepare("NEW-2.jpg", in: "elsewhere", shade: 22)
    try #require(try packshot.shell("cp elsewhere/NEW-2.jpg photos").status == 0)
    try wait(for: "photos/NEW-2.jpg", running)
    withExtendedLifetime(next) {}
  }

  @Test(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"))
  func aFolderMountedOverAnotherIsWatchedUntilItIsMoved() throws {
    try prepare("NEW-1.jpg", in: "tuesday", shade: 11)
    try makeFolder("aside")
    let running = try watch()
    try #require(mount(folder + "/tuesday", folder + "/photos", nil, UInt(MS_BIND), nil) == 0)
    defer { for place in ["aside", "photos"] { umount2("\(folder)/\(place)", Int32(MNT_DETACH)) } }
    // A mount can be moved if its parent mount is private.
    try #require(mount(nil, folder + "/photos", nil, UInt(MS_PRIVATE), nil) == 0)
    try wait(for: "photos/NEW-1.jpg", running)
    try prepare("NEW-2.jpg", in: "elsewhere", shade: 22)
    guard mount(folder + "/photos", folder + "/aside", nil, UInt(MS_MOVE), nil) == 0 else {
      return print("SKIPPED: mounts cannot be moved here, because the folder's own mount is shared")
    }
    try move("elsewhere/NEW-2.jpg", "photos/NEW-2.jpg")
    try wait(for: "photos/NEW-2.jpg", running)
  }

  @Test(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"))
  func aRemountedDiskBelowTheFolderIsWatched() throws {
    var disk = try #require(Disk(at: folder + "/photos/usb"))
    let running = try watch()
    umount2(disk.path, Int32(MNT_DETACH))
    disk = try #require(Disk(at: folder + "/photos/usb"))
    try prepare("NEW-1.jpg", in: "elsewhere", shade: 11)
    try #require(try packshot.shell("cp elsewhere/NEW-1.jpg photos/usb").status == 0)
    try wait(for: "photos/usb/NEW-1.jpg", running)
    withExtendedLifetime(disk) {}
  }
}
