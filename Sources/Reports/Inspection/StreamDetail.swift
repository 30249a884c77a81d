import Figures
import Inspection
import Runs

/// One connection looked at closely: how its TCP went, and its goodput over time.
struct StreamDetail {
    private static let unknown = "-"
    private static let bars = Array(" ▁▂▃▄▅▆▇█")

    let flow: CaptureFlow

    func lines(_ style: TerminalStyle) -> [String] {
        [style.accent("stream \(flow.stream): \(flow.client) to \(flow.server)", .bold)]
            + table.lines(style) + chart("down", flow.down) + chart("up", flow.up)
            + ["  longest silence \(DurationFormat.text(flow.longestIdle))"]
    }

    /// What TCP did in either direction, a row for each figure.
    private var table: TextTable {
        let rows = Self.rows
        return TextTable(columns: [
            TextTable.Column(heading: ["sender's TCP"], cells: rows.map(\.name), isRightAligned: false),
            TextTable.Column(heading: ["client"], cells: rows.map { $0.cell(flow.up) }),
            TextTable.Column(heading: ["server"], cells: rows.map { $0.cell(flow.down) }),
        ])
    }

    private static var rows: [(name: String, cell: (CaptureFlow.Side) -> String)] {
        [
            ("segments", { ByteFormat.grouped($0.packets) }),
            ("bytes of the stream", { ByteFormat.text($0.streamBytes) }),
            (
                "segment size, window shift",
                { side in
                    "\(side.sender.segmentSize.map { "\($0)" } ?? unknown), "
                        + "\(side.sender.windowShift.map { "\($0)" } ?? unknown)"
                }
            ),
            ("selective acknowledgements", { $0.sender.allowsSelective ? "yes" : "no" }),
            ("round trip, least", { time($0.sender.roundTrip.count > 0 ? $0.sender.roundTrip.least : nil) }),
            ("round trip, median", { time($0.sender.roundTrip.median) }),
            ("round trip, mean", { time($0.sender.roundTrip.mean) }),
            ("round trip, most", { time($0.sender.roundTrip.count > 0 ? $0.sender.roundTrip.most : nil) }),
            (
                "round trip, told by",
                { side in
                    side.sender.roundTrip.count == 0
                        ? unknown : side.sender.isTimedByStamps ? "timestamps" : "acknowledgements"
                }
            ),
            ("sent again", { ByteFormat.grouped($0.sender.retransmitted) }),
            ("lost before it came here", { ByteFormat.grouped($0.sender.lostBefore) }),
            (
                "repaired fast / by timeout / by probe",
                { side in
                    "\(side.sender.fast) / \(side.sender.timeout) / \(side.sender.tailProbes)"
                }
            ),
            ("repaired in vain", { ByteFormat.grouped($0.sender.spurious) }),
            ("out of order", { ByteFormat.grouped($0.sender.outOfOrder) }),
            ("duplicate acknowledgements got", { ByteFormat.grouped($0.sender.duplicateAcknowledgements) }),
            (
                "no room, times and time",
                { side in
                    "\(side.sender.zeroWindows), \(DurationFormat.text(side.sender.zeroWindowTime))"
                }
            ),
            ("largest window offered", { ByteFormat.text($0.sender.largestWindow) }),
            (
                "in flight, at first / at losses / at most",
                { side in
                    let first = side.sender.initialFlight.map { "\($0)" } ?? unknown
                    let lost = side.sender.lossFlights.mean.map { "\($0)" } ?? unknown
                    return "\(first) / \(lost) / \(side.sender.mostInFlight) B"
                }
            ),
        ]
    }

    private static func time(_ value: Int64?) -> String { value.map(DurationFormat.text) ?? unknown }

    /// Goodput as bars, the highest of them a full block.
    private func chart(_ name: String, _ side: CaptureFlow.Side) -> [String] {
        let most = side.goodput.steps.max() ?? 0
        guard most > 0, side.goodput.steps.count > 1 else { return [] }
        let bars = side.goodput.steps.map { step in
            Self.bars[step == 0 ? 0 : 1 + (step * (Self.bars.count - 2)) / most]
        }
        let rate = Speed.bps(bodyBytes: most, over: side.goodput.width)
        return [
            "  goodput \(name), steps of \(DurationFormat.text(side.goodput.width)), "
                + "at most \(RateFormat.text(rate))",
            "  " + String(bars),
        ]
    }
}
