import Wire

/// Maps positions of the encrypted stream to the plain stream, as long as packets may be retransmitted.
struct PlainPlaces {
    /// Most records kept: retransmissions are seldom older than a window.
    private static let most = 2048

    private var ends: [(cipher: Int, plain: Int)] = []

    /// A record that ends at `cipher` ended the plain stream at `plain`.
    mutating func add(cipher: Int, plain: Int) {
        if ends.count >= 2 * Self.most { ends.removeFirst(Self.most) }
        ends.append((cipher, plain))
    }

    /// A plain byte of the record at `offset` of the encrypted stream, or of the next record.
    func plain(at offset: Int) -> Int {
        let record = ends.partitioningIndex { $0.cipher > offset }
        return record < ends.count ? max(0, ends[record].plain - 1) : ends.last?.plain ?? 0
    }
}
