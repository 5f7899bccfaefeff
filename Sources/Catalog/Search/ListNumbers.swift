import Foundation

/// How a ``SearchList`` is numbered, so that a record can come between any two without numbering all anew.
///
/// Where two neighbours have no number left between them, a window around them is numbered anew: the smallest of 2ˡ numbers
/// that is not too full. The larger the window, the emptier it must be (2^0.8ˡ records at most), so that once spread it
/// stays good for about as many additions. That is the order maintenance of Bender and others (“Two simplified algorithms
/// for maintaining order in a list”, 2002): however records come, some tens are moved for each, most often none.
enum ListNumbers {
  /// The room after the last record. A record takes the middle between two neighbours, so that the list can grow to some
  /// hundreds of times its size, in any order, before much is numbered anew. With a 16th of this room, adding a million
  /// products ten thousand at a time spent four tenths of the time on that.
  static let spacing: Int64 = 1 << 14

  /// The windows to try, the smallest first.
  static let levels = 6..<60

  /// `count` numbers between two others, evenly; nil where there is not so much room.
  static func spread(_ count: Int, after lower: Int64, before upper: Int64) -> [Int64]? {
    let room = upper - lower - 1
    if room < count { return nil }
    let (step, rest) = (room + 1).quotientAndRemainder(dividingBy: Int64(count) + 1)
    return (1...Int64(count)).map { lower + $0 * step + min($0, rest) }
  }

  /// The window of 2^`level` numbers that `number` is in.
  static func window(_ level: Int, around number: Int64) -> Range<Int64> {
    let start = (number >> level) << level
    return start..<start + (1 << level)
  }

  /// How many records a window may hold after it is numbered anew.
  static func capacity(_ level: Int) -> Int { Int(exp2(0.8 * Double(level))) }
}
