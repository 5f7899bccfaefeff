import Foundation

/// How a ``SearchList`` is numbered, so that a record can come between any two without numbering all anew.
///
/// Where two neighbours have no number left between them, a window beside them is numbered anew: the smallest of 2ˡ numbers
/// that is not too full. The larger the window, the emptier it must be (2^0.8ˡ records at most), so that once spread it
/// stays good for about as many additions: Bender and others, “Two simplified algorithms for maintaining order in a list”,
/// 2002.
///
/// Unlike theirs, a window begins at the place that needs room and goes to the side where fewer records have to move; half of
/// it stays free there. Records most often come in order, and where some have come more will: those that came before stay
/// as they are. Adding 100,000 products 500 at a time, at one place of a list of 200,000, moves 1 for each hundred, and 20
/// at most at once; with windows around the place, spread evenly, it moved 11 for each, and up to 67,000 at once, for which
/// others waited 1.5 s. In the worst order that was found (at two places in turn) it moves 3 for each.
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
    return (0..<Int64(count)).map { lower + ($0 + 1) * step + min($0 + 1, rest) }
  }

  /// How many records a window may hold after it is numbered anew.
  static func capacity(_ level: Int) -> Int { Int(exp2(0.8 * Double(level))) }

  /// The windows of a level on both sides of a place between two numbers: one alone near the ends.
  static func windows(_ level: Int, after lower: Int64, before upper: Int64) -> [Window] {
    let size = Int64(1) << level
    let (end, overflows) = lower.addingReportingOverflow(size)
    let after = overflows ? nil : Window(lower: lower, upper: end, beginsAtPlace: true)
    let before = upper < size ? nil : Window(lower: upper - size, upper: upper, beginsAtPlace: false)
    return [after, before].compactMap(\.self)
  }

  /// The numbers between two others, beside a place where records are to be added.
  struct Window: Equatable {
    let lower: Int64
    let upper: Int64
    /// Whether the place is at its beginning; else it is at its end.
    let beginsAtPlace: Bool

    /// New numbers for the records that are added and for those that are in the window: a quarter of it each, at its two ends.
    /// Nil where that is too little.
    func numbers(added: Int, moved: Int) -> (added: [Int64], moved: [Int64])? {
      let quarter = (upper - lower) / 4
      let first = ListNumbers.spread(beginsAtPlace ? added : moved, after: lower, before: lower + quarter)
      let last = ListNumbers.spread(beginsAtPlace ? moved : added, after: upper - quarter, before: upper)
      guard let first, let last else { return nil }
      return beginsAtPlace ? (first, last) : (last, first)
    }
  }
}
