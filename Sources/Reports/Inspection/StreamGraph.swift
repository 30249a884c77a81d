import Figures
package import Inspection

/// Graph of what one side of a connection sent over time.
package struct StreamGraph: Sendable {
    /// A segment with payload, or an acknowledgement of one.
    private struct Mark {
        var stamp: Int64
        /// Arrival of the same side's previous segment.
        var previous: Int64?
        var place: Int
        var newBytes: Int
        var kind: ReportGraph.Kind

        /// How long the line carried it: the time since the previous one, at most the usual spacing.
        func spacing(_ usual: Int64) -> Int64 {
            guard newBytes > 0 else { return 0 }
            return min(usual, previous.map { max(0, stamp - $0) } ?? usual)
        }
    }

    private let name: String
    private var marks: [Mark] = []

    /// Draws the direction that sent more. `log` holds the connection's segments, possibly among others.
    package init(_ flow: CaptureFlow, _ log: PacketLog) {
        let isDown = flow.down.streamBytes >= flow.up.streamBytes
        name = "stream \(flow.stream), \(isDown ? "down" : "up")"
        var start: UInt32?
        var highest = 0
        // Missing bytes below the highest so far: a late segment for them counts as sent again, yet its bytes
        // are new.
        var missing = 0
        var previous: Int64?
        for sighting in log.sightings where Int(sighting.stream) == flow.stream {
            let isFromClient = sighting.sourcePort == flow.client.port
            if isFromClient != isDown {
                // The stream's start: after the SYN, or where the capture begins.
                let base = start ?? (sighting.flags & 0x02 == 0 ? sighting.sequence : sighting.sequence &+ 1)
                start = base
                guard sighting.payloadBytes > 0 else { continue }
                let end = Self.place(sighting.sequence, base, near: highest) + Int(sighting.payloadBytes)
                let isAgain = end <= highest
                let newBytes = min(isAgain ? missing : end - highest, Int(sighting.payloadBytes))
                missing += isAgain ? -newBytes : end - highest - newBytes
                marks.append(
                    Mark(
                        stamp: sighting.stamp,
                        previous: previous,
                        place: end,
                        newBytes: newBytes,
                        kind: isAgain ? .again : .segment
                    )
                )
                highest = max(highest, end)
                previous = sighting.stamp
            } else if sighting.flags & 0x10 != 0, let base = start {
                let place = Self.place(sighting.acknowledgement, base, near: highest)
                guard place > 0 else { continue }
                marks.append(
                    Mark(stamp: sighting.stamp, place: place, newBytes: 0, kind: .acknowledgement)
                )
            }
        }
    }

    /// Stream position of a sequence number, which may have wrapped.
    private static func place(_ number: UInt32, _ base: UInt32, near highest: Int) -> Int {
        let expected = base &+ UInt32(truncatingIfNeeded: highest)
        return highest + Int(Int32(bitPattern: number &- expected))
    }

    /// The graph, or a sentence if there is nothing to draw.
    package var section: ReportSection {
        let usual = usualSpacing
        let graph = ReportGraph(
            name: name,
            marks.map { mark in
                ReportGraph.Mark(
                    // The line carried the first segment before it arrived.
                    start: mark.stamp - mark.spacing(usual),
                    stamp: mark.stamp,
                    place: mark.place,
                    newBytes: mark.newBytes,
                    kind: mark.kind
                )
            }
        )
        return graph.map { [.graph($0)] } ?? [.line("\(name): too little data to draw")]
    }

    /// Median time between two segments: how long a busy line carries one.
    private var usualSpacing: Int64 {
        let spacings = marks.compactMap { mark in mark.previous.map { max(0, mark.stamp - $0) } }.sorted()
        return spacings.isEmpty ? 0 : spacings[spacings.count / 2]
    }
}
