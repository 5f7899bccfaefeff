import Files
import Platform
import TestSupport

/// A ZIP archive: its directory is read and every file unpacked. A file that is unpacked has the size that the directory says,
/// and a path that stays inside the archive.
enum ArchiveTarget {
  private static let limit = 1 << 20

  static func seeds(from file: [UInt8]) -> [[UInt8]] {
    if file.starts(with: "PK".utf8) { return [file] }
    guard file.count < 2000 else { return [] }
    var deflated = ZIPBuilder.Entry(Array("front/a.png".utf8), file)
    deflated.method = 8
    var builder = ZIPBuilder([ZIPBuilder.Entry([0x81, 0x2e, 0x6a], file), deflated])
    let plain = builder.bytes
    builder.isZIP64 = true
    return [plain, builder.bytes]
  }

  static func take(_ input: [UInt8]) {
    let memory = System.makeMemoryFile()
    defer { close(memory) }
    let file = Descriptor(memory)
    guard (try? input.withUnsafeBytes { try file.write($0) }) != nil, let status = FileStatus(descriptor: memory),
      let archive = try? Archive(file, status)
    else { return }
    for entry in archive.entries {
      check(entry.path.pathNames.allSatisfy { $0 != ".." } && !entry.path.isFromRoot, "a path stays in the archive")
      _ = archive.start(of: entry, in: file, count: 512)
      guard let unpacked = try? archive.unpack(entry, of: file, limit: limit) else { continue }
      check(FileStatus(descriptor: unpacked)?.byteCount == entry.byteCount, "an unpacked file has its size")
      close(unpacked)
    }
  }
}
