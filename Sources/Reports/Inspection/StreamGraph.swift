import Figures
package import Inspection

/// What one side of a connection sent over time.
package struct StreamGraph: Sendable {
    /// A segment with payload, or an acknowledgement of some.
    private struct Mark {
        var stamp: Int64
        /// When the segment before it came, of the same side.
        var previous: Int64?
        var place: Int
        var newBytes: Int
        var kind: ReportGraph.Kind

        /// How long the line carried it: since the one before came, at most as long as is usual.
        func spacing(_ usual: Int64) -> Int64 {
            guard newBytes > 0 else { return 0 }
            return min(usual, previous.map { max(0, stamp - $0) } ?? usual)
        }
    }

    private let name: String
    private var marks: [Mark] = []

    /// The direction in which more was sent. `log` holds the connection's segments, maybe among others'.
    package init(_ flow: CaptureFlow, _ log: PacketLog) {
        let isDown = flow.down.streamBytes >= flow.up.streamBytes
        name = "stream \(flow.stream), \(isDown ? "down" : "up")"
        var start: UInt32?
        var highest = 0
        // Left out below the highest byte so far: what comes later for it is sent again, and new all the same.
        var missing = 0
        var previous: Int64?
        for sighting in log.sightings where Int(sighting.stream) == flow.stream {
            let isFromClient = sighting.sourcePort == flow.client.port
            if isFromClient != isDown {
                // Behind the SYN, or where the capture begins.
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

    /// Where a sequence number stands in a stream that may be longer than all of them.
    private static func place(_ number: UInt32, _ base: UInt32, near highest: Int) -> Int {
        let expected = base &+ UInt32(truncatingIfNeeded: highest)
        return highest + Int(Int32(bitPattern: number &- expected))
    }

    /// The graph, or a sentence where there is nothing to draw.
    package var section: ReportSection {
        let usual = usualSpacing
        let graph = ReportGraph(
            name: name,
            marks.map { mark in
                ReportGraph.Mark(
                    // The line carried the first segment before it was there.
                    start: mark.stamp - mark.spacing(usual),
                    stamp: mark.stamp,
                    place: mark.place,
                    newBytes: mark.newBytes,
                    kind: mark.kind
                )
            }
        )
        return graph.map { [.graph($0)] } ?? [.line("\(name): too little was sent to be drawn")]
    }

    /// The time between two segments, as it mostly is: how long the line carries one of them where it is busy.
    private var usualSpacing: Int64 {
        let spacings = marks.compactMap { mark in mark.previous.map { max(0, mark.stamp - $0) } }.sorted()
        return spacings.isEmpty ? 0 : spacings[spacings.count / 2]
    }
}
