import Errors

/// An error with a ZIP archive, or with one of its entries.
package enum ArchiveError: DescribedError, Equatable {
  // MARK: The archive

  /// The archive can't be read from disk.
  case unreadableArchive(why: String)
  /// The file has no directory of entries at its end, or the directory is damaged.
  case brokenArchive(found: String)
  /// The archive is one part of several.
  case splitArchive
  /// The archive has more entries, or a larger directory, than a supplier's archive.
  case tooManyEntries(found: Int, limit: Int)
  /// The archive's entries would unpack to an implausible multiple of its size.
  case archiveBomb(unpacked: Int, size: Int)
  /// Entries share bytes of the archive, so a small archive could unpack to any size.
  case overlappingEntries

  /// The encoding that is stated for names in archives doesn't exist.
  case unknownEncoding(String)

  // MARK: An entry

  /// The entry's name can't be a path in the archive.
  case unsafeEntryName(why: String)
  /// The entry's name is marked as UTF-8, but isn't.
  case entryNameNotUTF8
  /// Several entries have this name.
  case duplicateEntry
  /// The entry is encrypted.
  case encryptedEntry
  /// The entry is compressed by a method other than DEFLATE.
  case unsupportedCompression(method: String)
  /// The entry's data is damaged, or differs from what the directory says.
  case damagedEntry(found: String)
  /// The entry is larger than the limit.
  case largeEntry(found: Int, limit: Int)

  package var descriptor: ErrorDescriptor {
    switch self {
    case .unreadableArchive(let why): .init(.unreadable, "the archive cannot be read: \(why)")
    case .brokenArchive(let found):
      .init(.unreadable, "it is no usable ZIP archive: \(found); copy it again, or unpack it")
    case .splitArchive:
      .init(.unreadable, "the archive is one part of several; join the parts to one archive, or unpack them")
    case .tooManyEntries(let found, let limit):
      .init(.unreadable, "the archive has \(found) entries; the limit is \(limit), so divide or unpack it")
    case .archiveBomb(let unpacked, let size):
      .init(
        .unreadable,
        "the archive would unpack to \(unpacked) bytes from \(size), as a ZIP bomb does; unpack it if you trust it")
    case .overlappingEntries:
      .init(.unreadable, "entries of the archive overlap, as in a ZIP bomb; unpack it if you trust it")
    case .unknownEncoding(let name):
      .init(
        .environment,
        "\(ArchiveNames.variable) is \"\(name)\", which is no encoding; try one such as cp866, big5 or shift_jis")
    case .unsafeEntryName(let why):
      .init(.badName, "the name of this entry of the archive \(why); rename it in the archive, or unpack it")
    case .entryNameNotUTF8:
      .init(
        .notUTF8, "the name of this entry is marked as UTF-8 but is not UTF-8; unpack the archive and rename the file")
    case .duplicateEntry:
      .init(.badName, "the archive has several entries of this name; rename or remove all but one")
    case .encryptedEntry: .init(.notAnImage, "it is encrypted in the archive; unpack it with its password")
    case .unsupportedCompression(let method):
      .init(
        .notAnImage,
        "it is compressed with \(method) in the archive; only Deflate and uncompressed files are read, so unpack it")
    case .damagedEntry(let found):
      .init(.damaged, "it is damaged in the archive: \(found)")
    case .largeEntry(let found, let limit):
      .init(.overLimit, "it is \(found) bytes when unpacked; the limit is \(limit)")
    }
  }
}
