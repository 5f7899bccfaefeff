/// A photo's metadata, as stored in its file. Valid only inside ``FileFormat/withMetadata(of:limits:_:)``.
package struct MetadataBlocks {
  /// A TIFF structure without a label: an Exif block, or a TIFF file itself.
  var exif: UnsafeRawBufferPointer?
  /// An XMP packet.
  var xmp: UnsafeRawBufferPointer?
  /// IPTC IIM records.
  var iptc: UnsafeRawBufferPointer?
  /// Rights from texts specific to the format, such as a PNG's.
  var texts = Rights()
}
