/// Finds the hashes near a given one among many.
///
/// The bits of a hash are cut into 8 bands of 16. If two hashes differ in at most d bits, they differ in at most ⌊d / 8⌋
/// bits of at least one band. So the hashes are listed by the value of each band, and for a query only the lists of
/// values near its own are searched: for up to 15 bits 136 of 524,288 lists. Few hashes are compared one by one.
package struct PerceptualHashIndex {
  /// The largest supported distance. Up to it, at most 697 lists are searched for each band.
  package static let largestDistance = 31

  private let hashes: [PerceptualHash]
  private let distance: Int
  /// For each band, the indices of hashes sorted by the band's value, and where each value starts.
  private let bands: [Band]
  /// Differences with at most ⌊distance / 8⌋ bits. Empty if `bands` is.
  private let differences: [UInt16]

  private struct Band {
    let order: [Int32]
    let starts: [Int32]
  }

  /// Up to this number, comparing a hash with all takes less time than searching the lists.
  private static let fewHashes = 1000

  /// - Parameter distance: The largest distance to find, 0 to ``largestDistance``.
  package init(_ hashes: [PerceptualHash], distance: Int) {
    precondition((0...Self.largestDistance).contains(distance))
    (self.hashes, self.distance) = (hashes, distance)
    let isIndexed = hashes.count > Self.fewHashes
    differences = isIndexed ? (0...UInt16.max).filter { $0.nonzeroBitCount <= distance / 8 } : []
    bands = (0..<(isIndexed ? 8 : 0)).map { band in
      var starts = [Int32](repeating: 0, count: 65_537)
      for hash in hashes { starts[Int(hash.band(band)) + 1] += 1 }
      for value in 0..<65_536 { starts[value + 1] += starts[value] }
      var next = starts
      var order = [Int32](repeating: 0, count: hashes.count)
      for (index, hash) in hashes.enumerated() {
        let value = Int(hash.band(band))
        order[Int(next[value])] = Int32(index)
        next[value] += 1
      }
      return Band(order: order, starts: starts)
    }
  }

  /// Calls `body` with the index and distance of each hash near `hash`, in no particular order.
  package func forEach(near hash: PerceptualHash, _ body: (Int, Int) -> Void) {
    if bands.isEmpty {
      for (index, other) in hashes.enumerated() {
        if let found = hash.distance(to: other), found <= distance { body(index, found) }
      }
      return
    }
    for (band, list) in bands.enumerated() {
      let own = hash.band(band)
      for difference in differences {
        let value = Int(own ^ difference)
        for place in list.starts[value]..<list.starts[value + 1] {
          let index = Int(list.order[Int(place)])
          let other = hashes[index]
          guard hash.bitDistance(to: other) <= distance, !isFound(other, before: band, of: hash),
            let distance = hash.distance(to: other)
          else { continue }
          body(index, distance)
        }
      }
    }
  }

  /// Whether a hash was already found by an earlier band.
  private func isFound(_ other: PerceptualHash, before band: Int, of hash: PerceptualHash) -> Bool {
    (0..<band).contains { (hash.band($0) ^ other.band($0)).nonzeroBitCount <= distance / 8 }
  }
}

extension PerceptualHash {
  /// Returns 16 of the bits; `index` is 0 to 7.
  fileprivate func band(_ index: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: bits[index / 4] >> (48 - 16 * (index % 4)))
  }
}
