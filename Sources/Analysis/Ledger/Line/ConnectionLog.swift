import Wire

/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: ObservedSender
    /// When outages held up its packets, in order.
    let outages: [Span]
    /// Indices of the packets with which more of the down stream had arrived without a gap, and how much, in order.
    private let progress: [(reach: Int64, place: Int)]

    /// The settings are the origin's.
    init(_ flow: FlowLog, _ settings: ObservedSender.Settings, _ outages: LineOutages) {
        self.flow = flow
        self.outages = outages.delays(of: flow)
        var settings = settings
        // It spreads what its window allows over the round trip.
        if flow.isQUIC { settings.isPacedByRate = true }
        sender = ObservedSender(flow, settings)
        progress = Self.progress(flow.down)
    }

    /// The packet with which all of the down stream up to a place had arrived; nil if it never did.
    func arrival(upTo end: Int64) -> FlowPacket? {
        let next = progress.partitioningIndex { $0.reach >= end }
        return next < progress.count ? flow.down[progress[next].place] : nil
    }

    private static func progress(_ packets: [FlowPacket]) -> [(reach: Int64, place: Int)] {
        var bytes = ByteRanges()
        var progress: [(reach: Int64, place: Int)] = []
        let arrivals = packets.indices.compactMap { place in packets[place].received.map { ($0, place) } }
        for (_, place) in arrivals.sorted(by: <) where !bytes.insert(packets[place].bytes).isEmpty {
            let reach = bytes.reach(from: 0)
            if reach > progress.last?.reach ?? 0 { progress.append((reach, place)) }
        }
        return progress
    }
}
