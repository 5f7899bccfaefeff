import Errors
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct ArchiveTests {
  private typealias Entry = ZIPBuilder.Entry
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes an archive, and returns its path.
  private func write(_ bytes: [UInt8], _ name: String = "a.zip") throws -> String {
    try Data(bytes).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  private func archive(_ bytes: [UInt8]) throws -> Archive { try #require(try Archive.at(try write(bytes))) }

  private func archive(_ entries: [Entry]) throws -> Archive { try archive(ZIPBuilder(entries).bytes) }

  /// The content of a file in the archive `a.zip`.
  private func content(_ path: String, limit: Int = .max) throws -> [UInt8]? {
    guard let archived = ArchivedFile(folder.path("a.zip/" + path)), let file = try archived.open(limit: limit) else {
      return nil
    }
    defer { close(file.descriptor) }
    var bytes = [UInt8](repeating: 0, count: file.status.byteCount + 1)
    let count = try bytes.withUnsafeMutableBytes { try Descriptor(file.descriptor).readAll(into: $0) }
    return Array(bytes.prefix(count))
  }

  private func failure(_ path: String, limit: Int = .max) throws -> ArchiveError? {
    do {
      _ = try content(path, limit: limit)
      return nil
    } catch let error as ArchiveError {
      return error
    }
  }

  private func failure(of bytes: [UInt8]) throws -> ArchiveError? {
    do {
      _ = try archive(bytes)
      return nil
    } catch let error as ArchiveError {
      return error
    }
  }

  // MARK: Reading

  @Test func storedAndDeflatedFilesAreUnpacked() throws {
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7 % 251) }
    var deflated = Entry(Array("b/deflated.txt".utf8), long)
    deflated.method = 8
    let archive = try archive([Entry("b/stored.txt", "abc"), deflated, Entry("a.txt"), Entry("b/")])
    #expect(archive.entries.map(\.path) == ["a.txt", "b/deflated.txt", "b/stored.txt"])
    #expect(try content("b/stored.txt") == Array("abc".utf8))
    #expect(try content("b/deflated.txt") == long)
    #expect(try content("a.txt") == [])
    #expect(try content("c.txt") == nil)
    #expect(archive.unusable.isEmpty && archive.guess == nil)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no /usr/bin/python3"))
  func archivesOfPythonAreRead() throws {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/python3")
    python.arguments = [
      "-c",
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as made:
          made.writestr("numbers.txt", "".join(f"{n}\\n" for n in range(50_000)))
          made.writestr("grün/é.txt", "accents")
          with made.open("large.txt", "w", force_zip64=True) as large:
              large.write(b"sixty-four")
      """, folder.path("a.zip"),
    ]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
    #expect(try content("numbers.txt") == Array((0..<50_000).map { "\($0)\n" }.joined().utf8))
    #expect(try content("grün/é.txt") == Array("accents".utf8))
    #expect(try content("large.txt") == Array("sixty-four".utf8))
  }

  @Test func bytesBeforeTheArchiveAndACommentBehindItDontMatter() throws {
    var builder = ZIPBuilder([Entry("a.txt", "abc")])
    builder.prefix = Array("#!/bin/sh\nexit\n".utf8)
    builder.comment = Array("PK\u{5}\u{6} is how an archive ends".utf8)
    for isZIP64 in [false, true] {
      builder.isZIP64 = isZIP64
      _ = try archive(builder.bytes)
      #expect(try content("a.txt") == Array("abc".utf8))
    }
    _ = try archive(ZIPBuilder([Entry("a.txt", "abc")]).bytes + [0, 0, 0])
    #expect(try content("a.txt") == Array("abc".utf8))
  }

  /// As Python's `zipfile` reads them. The offset that the last archive declares leads to the first one's directory.
  @Test(arguments: [false, true]) func ofJoinedArchivesTheLastIsRead(isZIP64: Bool) throws {
    var (one, other) = (ZIPBuilder([Entry("a.txt", "abc")]), ZIPBuilder([Entry("b.txt", "xyz")]))
    (one.isZIP64, other.isZIP64) = (isZIP64, isZIP64)
    let archive = try archive(one.bytes + other.bytes)
    #expect(archive.entries.map(\.path) == ["b.txt"])
    #expect(try content("b.txt") == Array("xyz".utf8))
  }

  @Test func bytesBehindTheDirectoryDontMatter() throws {
    var bytes = ZIPBuilder([Entry("a.txt", "abc")]).bytes
    // The end's record has 22 bytes.
    bytes.insert(contentsOf: [0, 0, 0, 0, 0], at: bytes.count - 22)
    _ = try archive(bytes)
    #expect(try content("a.txt") == Array("abc".utf8))
  }

  @Test func sizesOfZIP64EntriesAreInTheirExtraField() throws {
    var entry = Entry("a.txt", "abc")
    (entry.byteCount, entry.compressedCount, entry.offset) = (.max, .max, .max)
    entry.extra = ZIPBuilder.field(1, little(UInt64(3)) + little(UInt64(3)) + little(UInt64(0)))
    _ = try archive([entry])
    #expect(try content("a.txt") == Array("abc".utf8))
  }

  // MARK: Paths

  @Test func pathsLeadIntoArchives() throws {
    let path = try write(ZIPBuilder([Entry("front/a.txt", "abc")]).bytes)
    let status = try #require(FileStatus(path: path + "/front/a.txt"))
    #expect(status.kind == .file && status.byteCount == 3)
    #expect(FileStatus(path: path + "/front")?.kind == .folder)
    #expect(FileStatus(path: path + "/back") == nil && errno == ENOTDIR)
    #expect(FileStatus.isAnything(at: path + "/front/a.txt") && !FileStatus.isAnything(at: path + "/front/b.txt"))
    #expect(FileStatus.isNothing(at: path + "/front/b.txt") && !FileStatus.isNothing(at: path + "/front/a.txt"))
    // FIPS 180-4's example.
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(sha256(ofFile: path + "/front/a.txt") == hash)
    #expect(ArchivedFile.container(of: path + "/front/a.txt") == path && ArchivedFile.container(of: path) == path)
    try folder.write("no archive", to: "a.zip")
    #expect(!FileStatus.isNothing(at: path + "/front/a.txt"), "an unreadable archive may contain the file")
  }

  @Test func foldersAreThoseOfTheFiles() throws {
    let names = ["a/b.txt", "a-b/c.txt", "a.c/d.txt", "ab", "z/y/x/w.txt"]
    let path = try write(ZIPBuilder(names.map { Entry($0) }).bytes)
    for folder in ["a", "a-b", "a.c", "z", "z/y", "z/y/x"] {
      #expect(FileStatus(path: path + "/" + folder)?.kind == .folder, "\(folder)")
    }
    for nothing in ["b", "a/b", "a-", "zz", "z/y/w", "A"] {
      #expect(FileStatus(path: path + "/" + nothing) == nil, "\(nothing)")
    }
    #expect(FileStatus(path: path + "/ab")?.kind == .file)
  }

  /// An entry counts as 300 bytes and those of its path, or of its name if it has no path.
  @Test func anArchiveOverTheMemoryLimitIsRefused() throws {
    let folders = String(repeating: "d/", count: 50)
    let path = try write(ZIPBuilder((0..<9).map { Entry(folders + "\($0)") } + [Entry("../b")]).bytes)
    let file = Descriptor(try #require(openFile(path)))
    defer { close(file.number) }
    let status = try #require(FileStatus(descriptor: file.number))
    let memory = 9 * (300 + 101) + 300 + 4
    #expect(try Archive(file, status, maxMemory: memory).entries.count == 9)
    #expect(throws: ArchiveError.tooManyEntries(found: 10, limit: 9)) {
      try Archive(file, status, maxMemory: memory - 1)
    }
  }

  @Test func aFilesStatusChangesWithTheArchiveAndItsContent() throws {
    let path = try write(ZIPBuilder([Entry("a.txt", "abc"), Entry("b.txt", "abc")]).bytes)
    let (one, other) = (FileStatus(path: path + "/a.txt"), FileStatus(path: path + "/b.txt"))
    #expect(one == FileStatus(path: path + "/a.txt"))
    #expect(one?.identity != other?.identity && one?.modifiedNanoseconds == other?.modifiedNanoseconds)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: ZIPBuilder([Entry("a.txt", "abd"), Entry("b.txt", "abc")]).bytes)
    try file.close()
    #expect(one?.identity != FileStatus(path: path + "/a.txt")?.identity)
  }

  // MARK: Names

  private static let name = "grün/é.txt"

  @Test func namesAreUTF8IfTheyAreMarkedOrValid() throws {
    var marked = Entry("ü.txt")
    marked.flags = 1 << 11
    var wrong = Entry([0xfc], [])
    wrong.flags = 1 << 11
    let archive = try archive([marked, Entry("ö.txt"), wrong])
    #expect(archive.entries.map(\.path) == ["ö.txt", "ü.txt"] && archive.guess == nil)
    #expect(archive.unusable.map(\.name) == ["\\xFC"] && archive.unusable.map(\.error) == [.entryNameNotUTF8])
  }

  @Test func theFieldForUnicodeNamesCountsIfItBelongsToTheName() throws {
    let raw: [UInt8] = [0x81, 0x2e, 0x74]
    var entry = Entry(raw, [])
    entry.extra = ZIPBuilder.field(0x7075, [1] + little(ZIPBuilder.crc32(raw)) + Array("ž.t".utf8))
    var renamed = Entry([0x61] + raw, [])
    renamed.extra = entry.extra
    let archive = try archive([entry, renamed])
    #expect(archive.entries.map(\.path) == ["aü.t", "ž.t"])
    #expect(archive.guess == GuessedEncoding(encoding: "CP437", count: 1, example: "aü.t"))
  }

  @Test func aUnicodeNameCanBeInTheDirectoryAlone() throws {
    let raw: [UInt8] = [0x81, 0x2e, 0x74]
    let name = String(repeating: "ž", count: 20) + ".t"
    var entry = Entry(raw, Array("abc".utf8))
    entry.extra = ZIPBuilder.field(0x7075, [1] + little(ZIPBuilder.crc32(raw)) + Array(name.utf8))
    entry.localExtra = []
    let archive = try archive([entry, Entry("next.txt", "xyz")])
    #expect(archive.entries.map(\.path) == ["next.txt", name])
    #expect(try content(name) == Array("abc".utf8))
    #expect(try content("next.txt") == Array("xyz".utf8))
  }

  @Test func controlCharactersAreEscapedInNamesThatAreReported() throws {
    let archive = try archive([Entry("a\0b.jpg"), Entry("../\u{9f}\u{1b}c.jpg"), Entry([0x81, 0], [])])
    #expect(archive.unusable.map(\.name) == ["a\\u{0}b.jpg", "../\\u{9f}\\u{1b}c.jpg", "\\x81\\u{0}"])
    #expect(archive.guess?.example == "ü\\u{0}")
  }

  /// Names as the encodings' published tables write them.
  @Test(
    arguments: [
      ("CP437", [[0x67, 0x72, 0x81, 0x6e], [0x93, 0x6c]], ["grün", "ôl"]),
      ("CP437", [[0x4d, 0x94, 0x62, 0x65, 0x6c], [0x8e, 0x72, 0x6d, 0x65, 0x6c]], ["Möbel", "Ärmel"]),
      ("CP850", [[0x62, 0x6c, 0x9b, 0x64], [0xb7, 0x20, 0x63, 0x93, 0x74, 0x82]], ["blød", "À côté"]),
      ("Windows-1252", [[0x67, 0x72, 0xfc, 0x6e], [0x63, 0x61, 0x66, 0xe9]], ["grün", "café"]),
      ("Shift JIS", [[0x8f, 0xa4, 0x95, 0x69], [0x83, 0x4a, 0x83, 0x6f, 0x83, 0x93]], ["商品", "カバン"]),
      ("GBK", [[0xc9, 0xcc, 0xc6, 0xb7], [0xd5, 0xfd, 0xc3, 0xe6]], ["商品", "正面"]),
      ("Big5", [[0xa5, 0x5c, 0xaf, 0xe0], [0xb2, 0xa3, 0xab, 0x7e]], ["功能", "產品"]),
      (
        "CP866", [[0x8a, 0xe0, 0xe3, 0xa6, 0xaa, 0xa0], [0xe1, 0xaf, 0xa5, 0xe0, 0xa5, 0xa4, 0xa8]],
        ["Кружка", "спереди"]
      ),
      ("Windows-1251", [[0xca, 0xf0, 0xf3, 0xe6, 0xea, 0xe0], [0xe2, 0xe8, 0xe4]], ["Кружка", "вид"]),
      ("CP437", [[0x39, 0x30, 0xf8], [0xab, 0x20, 0x4c]], ["90°", "½ L"]),
      ("Windows-1252", [[0x4c, 0x65, 0x67, 0x6f, 0xae, 0x20, 0x44, 0x75, 0x70, 0x6c, 0x6f, 0x99]], ["Lego® Duplo™"]),
    ] as [(String, [[UInt8]], [String])])
  func theEncodingOfOtherNamesIsGuessed(encoding: String, names: [[UInt8]], expected: [String]) throws {
    let archive = try archive(names.map { Entry($0, []) } + [Entry("plain.txt")])
    #expect(archive.guess?.encoding == encoding && archive.guess?.count == names.count)
    #expect(Set(archive.entries.map(\.path)) == Set(expected + ["plain.txt"]))
  }

  @Test func namesNeverLeadOutOfTheArchive() throws {
    let names = ["../a", "b/../../a", "/etc/passwd", "\\\\server\\a", "C:\\a", "c:a", "a\0b", "..\\a", ".", ""]
    let long = String(repeating: "a", count: 5000)
    let deep = String(repeating: "a/", count: 200) + "a"
    let archive = try archive((names + [long, deep]).map { Entry($0) } + [Entry("./front//a.txt", "abc")])
    #expect(archive.entries.map(\.path) == ["front/a.txt"])
    #expect(archive.unusable.allSatisfy { $0.name.utf8.count < 1000 })
    #expect(archive.unusable.count == names.count + 2 && archive.unusable.allSatisfy { $0.error.code == .badName })
    #expect(try content("front/a.txt") == Array("abc".utf8))
  }

  @Test func backslashesSeparateFolders() throws {
    let archive = try archive([Entry("front\\left\\a.txt"), Entry("front\\")])
    #expect(archive.entries.map(\.path) == ["front/left/a.txt"])
  }

  @Test func filesOfTheSameNameAreAmbiguous() throws {
    let archive = try archive([Entry("a.txt", "one"), Entry("A.txt", "three"), Entry("./a.txt", "two")])
    #expect(archive.entries.map(\.path) == ["A.txt", "a.txt"])
    #expect(try failure("a.txt") == .duplicateEntry)
    #expect(try content("A.txt") == Array("three".utf8))
  }

  // MARK: Lies

  @Test func encryptedAndOtherCompressionsAreRefusedByName() throws {
    var encrypted = Entry("a.txt", "abc")
    encrypted.flags = 1
    var lzma = Entry("b.txt", "abc")
    lzma.method = 14
    var deflate64 = Entry("c.txt", "abc")
    deflate64.method = 9
    _ = try archive([encrypted, lzma, deflate64, Entry("d.txt", "abc")])
    #expect(try failure("a.txt") == .encryptedEntry)
    #expect(try failure("b.txt") == .unsupportedCompression(method: "LZMA"))
    #expect(try failure("c.txt") == .unsupportedCompression(method: "Deflate64"))
    #expect(try content("d.txt") == Array("abc".utf8))
  }

  /// Entries that lie about one thing each. The honest entry beside them is still read.
  @Test(
    arguments: [
      { $0.crc = 1 },
      { $0.byteCount = 4 },
      { $0.byteCount = 2 },
      { $0.byteCount = .max },
      { $0.compressedCount = 2 },
      { $0.compressedCount = .max },
      { $0.offset = 0x7fff_ffff },
      { $0.data = [] },
      { $0.data = [7, 7, 7, 7] },
      { $0.data = ZIPBuilder.deflated(Array("abcd".utf8)) },
      { $0.data = ZIPBuilder.deflated(Array("abc".utf8)) + [0] },
      { $0.data = Array(ZIPBuilder.deflated(Array("abc".utf8)).dropLast()) },
      { entry in
        entry.byteCount = .max
        entry.extra = ZIPBuilder.field(1, little(UInt64(1) << 63))
      },
      { entry in
        entry.compressedCount = .max
        entry.extra = ZIPBuilder.field(1, little(UInt64.max))
      },
      { entry in
        entry.offset = .max
        entry.extra = ZIPBuilder.field(1, little(UInt64.max - 2))
      },
    ] as [@Sendable (inout ZIPBuilder.Entry) -> Void])
  func liesOfAnEntryAreFound(lie: @Sendable (inout ZIPBuilder.Entry) -> Void) throws {
    var entry = Entry("a.txt", "abc")
    entry.method = 8
    lie(&entry)
    // The honest entry comes first, so that no lie covers it.
    _ = try archive([Entry("b.txt", "abc"), entry])
    let failure = try #require(try failure("a.txt"))
    #expect(failure.code == .damaged, "\(failure)")
    #expect(try content("b.txt") == Array("abc".utf8))
  }

  @Test func aFileOverTheLimitIsRefused() throws {
    _ = try archive([Entry("a.txt", "abc")])
    #expect(try failure("a.txt", limit: 2) == .largeEntry(found: 3, limit: 2))
    #expect(try failure("a.txt", limit: 3) == nil)
  }

  @Test func overlappingEntriesAreRefused() throws {
    var entry = Entry("b.txt", "abc")
    entry.offset = 0
    #expect(try failure(of: ZIPBuilder([Entry("a.txt", "abc"), entry]).bytes) == .overlappingEntries)
    // An entry that contains the next one, as in a bomb of nested entries.
    var outer = Entry("a.txt", "abc")
    outer.compressedCount = 40
    outer.method = 8
    #expect(try failure(of: ZIPBuilder([outer, Entry("b.txt", "abc")]).bytes) == .overlappingEntries)
  }

  @Test func anArchiveThatUnpacksToOverAHundredTimesItsSizeIsRefused() throws {
    /// 40 entries that claim to unpack to 34 MB each.
    func bytes(compressed count: Int) -> [UInt8] {
      let entries = (0..<40).map { number in
        var entry = Entry("\(number).txt")
        entry.method = 8
        entry.data = [UInt8](repeating: 0, count: count)
        entry.byteCount = 34_000_000
        return entry
      }
      return ZIPBuilder(entries).bytes
    }
    #expect(try failure(of: bytes(compressed: 340_000)) == nil)
    let bomb = bytes(compressed: 330_000)
    #expect(try failure(of: bomb) == .archiveBomb(unpacked: 40 * 34_000_000, size: bomb.count))
  }

  @Test func brokenEndsAreOneErrorOfTheArchive() throws {
    #expect(try failure(of: []) == .brokenArchive(found: "it is empty"))
    #expect(try failure(of: Array("<!DOCTYPE html>".utf8)) == .brokenArchive(found: "its end is missing"))
    var builder = ZIPBuilder([Entry("a.txt", "abc")])
    builder.count = 2
    #expect(try failure(of: builder.bytes)?.reason == "broken-archive")
    builder.count = nil
    builder.disk = 1
    #expect(try failure(of: builder.bytes) == .splitArchive)
    builder.disk = 0
    builder.isZIP64 = true
    for size in [UInt64(1) << 63, .max, .max - 21, 1 << 40, 1 << 62] {
      builder.directorySize = size
      #expect(try failure(of: builder.bytes)?.code == .unreadable)
    }
  }

  /// Whatever a damaged archive says, a file has its true content or an error.
  @Test func damageIsFoundWhereverItIs() throws {
    var deflated = Entry("b.txt", "the quick brown fox")
    deflated.method = 8
    let entries = [Entry("a.txt", "jumps over"), deflated]
    let contents = ["a.txt": Array("jumps over".utf8), "b.txt": deflated.content]
    var builder = ZIPBuilder(entries)
    for isZIP64 in [false, true] {
      builder.isZIP64 = isZIP64
      let bytes = builder.bytes
      var damaged = (0..<bytes.count).map { Array(bytes.prefix($0)) }
      var generator = SeededGenerator(seed: 40)
      for place in bytes.indices {
        for value in [0, 0x7f, 0xff, UInt8.random(in: 0...255, using: &generator)] {
          var changed = bytes
          changed[place] = value
          damaged.append(changed)
        }
      }
      for bytes in damaged {
        let file = Descriptor(System.makeMemoryFile())
        defer { close(file.number) }
        try bytes.withUnsafeBytes { try file.write($0) }
        let status = try #require(FileStatus(descriptor: file.number))
        guard let archive = try? Archive(file, status) else { continue }
        for entry in archive.entries {
          guard let known = contents[entry.path], let found = try? archive.unpack(entry, of: file, limit: 1000) else {
            continue
          }
          let hash = try Descriptor(found).sha256().hash
          close(found)
          #expect(hash == SHA256.hex(of: String(decoding: known, as: UTF8.self)))
        }
      }
    }
  }
}
