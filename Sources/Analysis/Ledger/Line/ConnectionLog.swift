import Wire

/// A connection as the ledger reads it.
struct ConnectionLog {
    let flow: FlowLog
    let sender: ObservedSender
    /// When outages held up its packets, in order.
    let outages: [Span]
    /// The packets with which more of the down stream had arrived without a gap, and how much, in order.
    private let progress: [(reach: Int64, packet: FlowPacket)]

    /// The settings are the origin's.
    init(_ flow: FlowLog, _ settings: ObservedSender.Settings, _ outages: LineOutages) {
        self.flow = flow
        self.outages = outages.delays(of: flow)
        sender = ObservedSender(flow, settings)
        progress = Self.progress(flow.down)
    }

    /// The packet with which all of the down stream up to a place had arrived; nil if it never did.
    func arrival(upTo end: Int64) -> FlowPacket? {
        let next = progress.partitioningIndex { $0.reach >= end }
        return next < progress.count ? progress[next].packet : nil
    }

    private static func progress(_ packets: [FlowPacket]) -> [(reach: Int64, packet: FlowPacket)] {
        var bytes = ByteRanges()
        var progress: [(reach: Int64, packet: FlowPacket)] = []
        let arrived = packets.filter { $0.received != nil }
            .sorted { ($0.received ?? .never) < ($1.received ?? .never) }
        for packet in arrived where !bytes.insert(packet.bytes).isEmpty {
            let reach = bytes.reach(from: 0)
            if reach > progress.last?.reach ?? 0 { progress.append((reach, packet)) }
        }
        return progress
    }
}
