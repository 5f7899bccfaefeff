/// What a walk tells and asks while the inputs are watched for changes.
protocol InputWatch: Sendable {
  /// Watches a folder that is about to be read.
  func add(_ folder: String) throws(PackshotError)

  /// Whether to skip an archive for now, because another process is writing it.
  func putsOff(archive path: String) -> Bool
}
