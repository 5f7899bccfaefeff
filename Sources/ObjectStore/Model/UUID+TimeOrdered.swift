import Foundation

extension UUID {
  /// Creates an ID of version 7 (RFC 9562, section 5.7): the time to a quarter of a microsecond (its method 3),
  /// followed by 62 random bits.
  ///
  /// IDs in the order of time are stored side by side in every index. With random IDs (version 4), every row changes
  /// another page of each index, and writing the records of a run took four times as long.
  public static func timeOrdered() -> UUID {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (milliseconds, rest) = UInt64(now.tv_nsec).quotientAndRemainder(dividingBy: 1_000_000)
    let time = UInt64(now.tv_sec) * 1000 + milliseconds
    let high = time << 16 | 7 << 12 | rest * 4096 / 1_000_000
    let low = 0b10 << 62 | UInt64.random(in: 0..<1 << 62)
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
