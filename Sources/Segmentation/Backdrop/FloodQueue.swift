/// A priority queue of pixels with a list for each priority.
struct FloodQueue {
  private var heads = [Int32](repeating: -1, count: 1024)
  private var tails = [Int32](repeating: -1, count: 1024)
  private var entries: [(pixel: Int32, next: Int32)] = []
  private var lowest = 1024

  mutating func push(_ pixel: Int, at priority: UInt16) {
    let (priority, entry) = (Int(priority), Int32(entries.count))
    entries.append((Int32(pixel), -1))
    if heads[priority] < 0 { heads[priority] = entry } else { entries[Int(tails[priority])].next = entry }
    tails[priority] = entry
    lowest = min(lowest, priority)
  }

  mutating func pop() -> Int? {
    while lowest < 1024, heads[lowest] < 0 { lowest += 1 }
    guard lowest < 1024 else { return nil }
    let entry = entries[Int(heads[lowest])]
    heads[lowest] = entry.next
    return Int(entry.pixel)
  }
}
