/// A photo's metadata as its file has it. Valid only while the file's reader lends it (``FileFormat/withMetadata(of:limits:_:)``).
package struct MetadataBlocks {
  /// A TIFF structure without a label: an Exif block, or a TIFF file itself.
  var exif: UnsafeRawBufferPointer?
  /// An XMP packet.
  var xmp: UnsafeRawBufferPointer?
  /// Records of IPTC's IIM.
  var iptc: UnsafeRawBufferPointer?
  /// What texts of the format's own say, such as a PNG's.
  var texts = Rights()
}
