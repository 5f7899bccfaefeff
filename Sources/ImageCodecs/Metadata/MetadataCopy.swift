/// The metadata that a picture keeps from a photo.
struct MetadataCopy {
  private(set) var metadata = FileMetadata()
  /// Warnings about metadata that is left out.
  private(set) var warnings: [String] = []

  private let format: ImageFileFormat

  /// - Parameters:
  ///   - kept: Any value but ``KeptMetadata/strip``.
  ///   - format: Format of the picture.
  ///   - limit: Maximum bytes of XMP and of IPTC.
  init(of blocks: MetadataBlocks, _ kept: KeptMetadata, for format: ImageFileFormat, limit: Int) {
    self.format = format
    let packet = within(limit, blocks.xmp, "XMP")
    let xmp = packet.flatMap(XMPPacket.init)
    if packet != nil, xmp == nil { warnings.append("its XMP can't be read, and is left out") }
    let records = within(limit, blocks.iptc, "IPTC")
    let iptc = records.map(IPTCRecords.init)
    if iptc?.isWhole == false { warnings.append("its IPTC is damaged; only the part before the damage is read") }
    let rights = Rights(xmp, iptc, blocks.texts)
    metadata.exif = ExifCopy.bytes(of: blocks.exif, kept, rights)
    if metadata.exif == nil, rights.artist != nil || rights.copyright != nil {
      warnings.append("its creator and copyright notice are longer than Exif can hold, and are left out")
    }
    if kept == .keep {
      keep(iptc, records)
      keep(xmp)
    }
    addCredit(rights.credit, to: xmp, unlessIn: iptc)
  }

  /// Returns a block if it has at most `limit` bytes; otherwise nil, with a warning.
  private mutating func within(
    _ limit: Int, _ block: UnsafeRawBufferPointer?, _ name: String
  ) -> UnsafeRawBufferPointer? {
    guard let block, block.count > limit else { return block }
    warnings.append("its \(name) has \(block.count) bytes, more than the limit of \(limit), and is left out")
    return nil
  }

  private mutating func keep(_ iptc: IPTCRecords?, _ records: UnsafeRawBufferPointer?) {
    guard let iptc, let records, iptc.isWhole else { return }
    if records.count <= format.type.longestIPTC {
      metadata.iptc = Array(records)
    } else if iptc.hasMore {
      let rest = "is left out, except for its creator, copyright notice and credit"
      warnings.append(
        format.type.longestIPTC == 0
          ? "\(format.name) can't hold IPTC, so the photo's \(rest)"
          : "its IPTC has \(records.count) bytes, more than a \(format.name) can hold (\(format.type.longestIPTC)), and \(rest)"
      )
    }
  }

  private mutating func keep(_ xmp: XMPPacket?) {
    guard let xmp else { return }
    setXMP(xmp.copy(addingCredit: nil))
    if xmp.isExtended { warnings.append("the second part of its XMP (extended XMP) is left out") }
  }

  /// Exif can't hold a credit line. It is added to XMP, unless other kept metadata already contains it.
  private mutating func addCredit(_ credit: String?, to xmp: XMPPacket?, unlessIn iptc: IPTCRecords?) {
    guard let credit else { return }
    let isHeld = metadata.xmp != nil && xmp?.credit != nil || metadata.iptc != nil && iptc?.credit != nil
    if isHeld { return }
    setXMP(
      metadata.xmp == nil || xmp?.end == nil ? XMPPacket.packet(credit: credit) : xmp!.copy(addingCredit: credit))
  }

  private mutating func setXMP(_ packet: [UInt8]) {
    let limit = format.type.longestXMP
    if packet.count <= limit {
      metadata.xmp = packet
    } else {
      warnings.append(
        "its XMP has \(packet.count) bytes, more than a \(format.name) can hold (\(limit)), and is left out, except for its "
          + "creator and copyright notice")
    }
  }
}
