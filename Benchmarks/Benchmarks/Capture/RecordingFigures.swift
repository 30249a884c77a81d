import Reports

/// Results of the turns with one load.
struct RecordingFigures {
    /// Minimum share of the requested rate that must have been offered; otherwise the figures concern another
    /// load.
    private static let offeredShare = 0.95

    private let load: RecordingLoad
    /// Outcomes of each turn by recorder.
    private var turns: [[PacketRecorder: RecordingTurn.Outcome]] = []

    init(_ load: RecordingLoad) {
        self.load = load
    }

    mutating func add(_ outcomes: [PacketRecorder: RecordingTurn.Outcome]) {
        turns.append(outcomes)
    }

    var rows: [BenchRow] {
        [
            row("offered", unit: "Gbit/s", goal: .atLeast(Double(load.rateBps) / 1e9 * Self.offeredShare)) {
                $0.map { $0.offeredBps / 1e9 }.median
            },
            row("not recorded, most", unit: "packets", goal: .atMost(0)) {
                $0.map { Double($0.sent - $0.recorded) }.max()
            },
            cost(of: .netlab, "processor for a packet"),
            cost(of: .netlabPcapng, "the same into pcapng"),
        ]
    }

    private func row(
        _ what: String,
        unit: String,
        goal: BenchRow.Goal,
        _ figure: ([RecordingTurn.Outcome]) -> Double?
    ) -> BenchRow {
        let own = turns.flatMap { turn in turn.filter { $0.key != .tcpdump }.values }
        return BenchRow(
            "\(load.words): \(what)",
            unit: unit,
            netlab: figure(own),
            peer: figure(turns.compactMap { $0[.tcpdump] }),
            peerName: peerName,
            goal: goal
        )
    }

    private func cost(of recorder: PacketRecorder, _ what: String) -> BenchRow {
        let ours = turns.compactMap { $0[recorder]?.costOfPacket }
        let theirs = turns.compactMap { $0[.tcpdump]?.costOfPacket }
        return BenchRow(
            "\(load.words): \(what)",
            unit: "us",
            netlab: ours.median,
            peer: theirs.median,
            peerName: peerName,
            pairedRatio: ours.count == theirs.count ? PairedRatio(ours, to: theirs) : nil,
            goal: .ratioAtMost(1)
        )
    }

    private var peerName: String {
        turns.contains { $0[.tcpdump] != nil } ? "tcpdump" : "tcpdump (left out)"
    }
}
