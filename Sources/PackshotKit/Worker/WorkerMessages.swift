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
  /// What its recipe, pictures and engine make of any photo: the same as here, or they were changed meanwhile.
  var identity: String
  var hasSeccomp: Bool
  var landlockVersion: Int
  var hasLimits: Bool
  /// Whether it was built to look for mistakes, which no sandbox lets it.
  var isSanitized: Bool

  /// What is missing for a whole sandbox, in words.
  ///
  /// - Parameter all: Also what weighs little where there is a filter of system calls.
  func missing(all: Bool) -> [String] {
    if isSanitized { return [] }
    return (hasSeccomp ? [] : ["the kernel has no filter of system calls (seccomp)"])
      + (landlockVersion > 0 || !all ? [] : ["the kernel has no Landlock; files are kept from it by seccomp alone"])
      + (hasLimits || !all ? [] : ["its memory has no limit"])
  }
}

/// A photo's file, which is handed over with it, open to be read.
struct WorkerPhoto: Codable {
  var byteCount: Int
}

/// Which of the recipe's outputs a worker is to make.
struct WorkerRequest: Codable {
  var outputs: [Int]
}

extension PhotoFailure: Codable {
  private struct Fields: Codable { var code, message: String }

  public func encode(to encoder: any Encoder) throws {
    // A damaged file may have much to say; a frame has an end.
    try Fields(code: code.rawValue, message: message.cut(to: 4000)).encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    self.init(Code(rawValue: fields.code) ?? .fault, fields.message)
  }
}

extension String {
  /// Its beginning, of so many bytes at most.
  func cut(to count: Int) -> String { utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self) }
}
