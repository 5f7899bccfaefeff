import Foundation
import Testing

/// An independent implementation of the worker protocol: little-endian lengths, a header, a payload.
enum WorkerFrames {
  static func frame(_ header: [String: Any], _ payload: Data = Data()) throws -> Data {
    frame(try JSONSerialization.data(withJSONObject: header), payload)
  }

  static func frame(_ header: Data, _ payload: Data = Data()) -> Data {
    lengths(header: header.count, payload: payload.count) + header + payload
  }

  static func lengths(header: Int, payload: Int) -> Data { number(header, of: 4) + number(payload, of: 8) }

  private static func number(_ number: Int, of byteCount: Int) -> Data {
    Data((0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// The answers of a worker.
  static func answers(in bytes: Data) throws -> [(header: [String: Any], payload: Data)] {
    var (answers, rest) = ([(header: [String: Any], payload: Data)](), bytes[...])
    while !rest.isEmpty {
      let number = { (count: Int) in
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      let (header, payload) = (number(4), number(8))
      let object = try JSONSerialization.jsonObject(with: rest.prefix(header))
      answers.append((try #require(object as? [String: Any]), Data(rest.dropFirst(header).prefix(payload))))
      rest = rest.dropFirst(header + payload)
    }
    return answers
  }
}

extension Packshot {
  /// Runs a worker with an opening frame and photos.
  func work(
    _ opening: [String: Any], resources: Data = Data(), _ photos: [(header: [String: Any], payload: Data)],
    options: [String] = []
  ) throws -> (result: Result, answers: [(header: [String: Any], payload: Data)]) {
    let input =
      try WorkerFrames.frame(["protocol": 1].merging(opening) { $1 }, resources)
      + photos.reduce(Data()) { try $0 + WorkerFrames.frame($1.header, $1.payload) }
    let result = try run(["worker"] + options, input: input)
    return (result, try WorkerFrames.answers(in: result.bytes))
  }

  /// Writes a worker's answers as a file of records.
  func writeRecords(_ answers: [[String: Any]], to name: String) throws {
    let lines = try answers.compactMap { $0["run"] ?? $0["record"] }.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    try write(lines.joined(separator: "\n") + "\n", to: name)
  }
}
