import Figures
import Inspection
import Runs

/// One connection in detail: its TCP figures, and its goodput over time.
struct StreamDetail {
    private static let unknown = "-"

    let flow: CaptureFlow

    var section: ReportSection {
        ReportSection(
            [.heading("stream \(flow.stream): \(flow.client) to \(flow.server)"), .table(table)]
                + [series("down", flow.down), series("up", flow.up)].compactMap(\.self)
                + [.line("longest silence \(DurationFormat.text(flow.longestIdle))", indent: 2)]
        )
    }

    /// TCP's figures in both directions, one row each.
    private var table: ReportTable {
        ReportTable(
            Self.rows,
            [
                .text("sender's TCP") { $0.name }, .number("client") { $0.cell(flow.up) },
                .number("server") { $0.cell(flow.down) },
            ]
        )
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
                "round trip, measured by",
                { side in
                    side.sender.roundTrip.count == 0
                        ? unknown : side.sender.isTimedByStamps ? "timestamps" : "acknowledgements"
                }
            ),
            // Each repair is one of these kinds, and was lost before the capture point or not.
            ("retransmitted", { ByteFormat.grouped($0.sender.retransmitted + $0.sender.lostBefore) }),
            (
                "  fast / by timeout / by probe / spurious",
                { side in
                    let sender = side.sender
                    return "\(sender.fast) / \(sender.timeout) / \(sender.tailProbes) / \(sender.spurious)"
                }
            ),
            ("  lost before the recorder, seen once", { ByteFormat.grouped($0.sender.lostBefore) }),
            ("out of order", { ByteFormat.grouped($0.sender.outOfOrder) }),
            (
                "duplicate acknowledgements received",
                { ByteFormat.grouped($0.sender.duplicateAcknowledgements) }
            ),
            (
                "zero window, times and time",
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

    /// Goodput over time; nil if there is too little data.
    private func series(_ name: String, _ side: CaptureFlow.Side) -> ReportElement? {
        let (steps, width) = (side.goodput.steps, side.goodput.width)
        guard let most = steps.max(), most > 0, steps.count > 1 else { return nil }
        let rate = RateFormat.text(Int64(exactly: (8e9 * Double(most) / Double(width)).rounded()))
        let caption = "goodput \(name), steps of \(DurationFormat.text(width)), at most \(rate)"
        return .series(ReportSeries(caption: caption, step: width, values: steps))
    }
}
