/// Tells which place of the plain stream a place of the encrypted one stands for, for as long as packets may come again.
struct PlainPlaces {
    /// Older records are forgotten: what comes again is seldom older than a window.
    private static let most = 2048

    private var ends: [(cipher: Int, plain: Int)] = []

    /// A record that ends at `cipher` has ended the plain stream at `plain`.
    mutating func add(cipher: Int, plain: Int) {
        if ends.count >= 2 * Self.most { ends.removeFirst(Self.most) }
        ends.append((cipher, plain))
    }

    /// A plain byte of the record that `offset` of the encrypted stream lies in, or the next one.
    func plain(at offset: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle].cipher > offset { high = middle } else { low = middle + 1 }
        }
        return low < ends.count ? max(0, ends[low].plain - 1) : ends.last?.plain ?? 0
    }
}
