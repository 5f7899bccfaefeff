import ImageCodecs

/// What a worker is told first.
struct WorkerSetup: Codable {
  /// The recipe's text, and where its file is, from which its pictures are found.
  var recipe: String
  var recipeFile: String
  var limits: PhotoLimits
}

/// What a worker says when it is set up.
struct WorkerState: Codable {
  /// What its recipe, pictures and engine make of any photo, by output: the same as here, or they were changed meanwhile.
  var identities: [String]
  var hasSeccomp: Bool
  var landlockVersion: Int
  var hasLimits: Bool

  /// What is missing for a whole sandbox, in words.
  var missing: [String] {
    (hasSeccomp ? [] : ["no filter of system calls (seccomp)"])
      + (landlockVersion > 0 ? [] : ["no Landlock, so that files are kept from it by seccomp alone"])
      + (hasLimits ? [] : ["no limit of its memory"])
  }
}

/// Which of the recipe's outputs a worker is to make.
struct WorkerRequest: Codable {
  var outputs: [Int]
}

extension PhotoFailure: Codable {
  private struct Fields: Codable { var code, message: String }

  public func encode(to encoder: any Encoder) throws {
    // A damaged file may have much to say; a frame has an end.
    try Fields(code: code.rawValue, message: String(message.prefix(2000))).encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    self.init(Code(rawValue: fields.code) ?? .fault, fields.message)
  }
}
