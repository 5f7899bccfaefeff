import CDeflate
import CJPEG
import CPNG

extension ImageCodec {
  /// The libraries that decode and encode, with their versions: other ones may give other pixels or other bytes.
  public static let libraryVersions =
    "\(String(cString: packshot_jpeg_version())), libpng \(String(cString: packshot_png_version())), "
    + "zlib \(String(cString: packshot_png_zlib_version())), libdeflate \(LIBDEFLATE_VERSION_STRING)"
}
