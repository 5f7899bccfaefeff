extension ImageCodec {
  /// The libraries that decode and encode, with their versions: other ones may give other pixels or other bytes.
  public static let libraryVersions = FormatList.all.map { $0.libraryVersions }.joined(separator: ", ")
}
