import Foundation

/// The numbers of a ``SearchList``. A record can be inserted between any two without renumbering the whole list.
///
/// If there is no number left between two neighbours, a window beside them is renumbered: the smallest window of 2ˡ
/// numbers that is not too full. The larger the window, the emptier it must be (at most 2^0.8ˡ records), so that after
/// spreading its records it has room for about as many additions: Bender and others, “Two simplified algorithms for
/// maintaining order in a list”, 2002.
///
/// Unlike in their algorithm, a window begins at the place that needs room, and extends to the side on which fewer
/// records must move. Half of the window stays free at that place. Records are usually added in order, so more are
/// likely to follow, and the records before them stay in place. Adding 100,000 products, 500 at a time, at one place of
/// a list of 200,000 moves 1 record per hundred, and at most 20 at once. Windows around the place, spread evenly, moved
/// 11 records per product, and up to 67,000 at once, which blocked other writers for 1.5 s. In the worst order found
/// (at two places in turn), 3 records move per product.
enum ListNumbers {
  /// The distance between records at the end of the list. A new record gets the middle between two neighbours, so that
  /// the list can grow to some hundreds of times its size, in any order, before many records are renumbered. With a
  /// 16th of this distance, renumbering took four tenths of the time of adding a million products, ten thousand at a
  /// time.
  static let spacing: Int64 = 1 << 14

  /// The window sizes, as exponents of 2, from the smallest.
  static let levels = 6..<60

  /// Returns `count` evenly spaced numbers between two others; nil if there is not enough room.
  static func spread(_ count: Int, after lower: Int64, before upper: Int64) -> [Int64]? {
    let room = upper - lower - 1
    if room < count { return nil }
    let (step, rest) = (room + 1).quotientAndRemainder(dividingBy: Int64(count) + 1)
    return (0..<Int64(count)).map { lower + ($0 + 1) * step + min($0 + 1, rest) }
  }

  /// The maximum number of records in a window after renumbering.
  static func capacity(_ level: Int) -> Int { Int(exp2(0.8 * Double(level))) }

  /// Returns the windows of a level on both sides of a place between two numbers; only one window near the ends.
  static func windows(_ level: Int, after lower: Int64, before upper: Int64) -> [Window] {
    let size = Int64(1) << level
    let (end, overflows) = lower.addingReportingOverflow(size)
    let after = overflows ? nil : Window(lower: lower, upper: end, beginsAtPlace: true)
    let before = upper < size ? nil : Window(lower: upper - size, upper: upper, beginsAtPlace: false)
    return [after, before].compactMap(\.self)
  }

  /// A range of numbers beside the place where records are added.
  struct Window: Equatable {
    let lower: Int64
    let upper: Int64
    /// Whether the place is at the beginning of the window, rather than at its end.
    let beginsAtPlace: Bool

    /// Returns new numbers for the added records and for the records in the window: each group is spread over a quarter
    /// of the window, at its two ends. Nil if that is not enough.
    func numbers(added: Int, moved: Int) -> (added: [Int64], moved: [Int64])? {
      let quarter = (upper - lower) / 4
      let first = ListNumbers.spread(beginsAtPlace ? added : moved, after: lower, before: lower + quarter)
      let last = ListNumbers.spread(beginsAtPlace ? moved : added, after: upper - quarter, before: upper)
      guard let first, let last else { return nil }
      return beginsAtPlace ? (first, last) : (last, first)
    }
  }
}
