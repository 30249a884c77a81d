import Figures
package import Inspection

/// What one side of a connection sent over time, drawn with characters: its bytes by their place in the stream, and how
/// many of them came in each stretch of time.
package struct StreamGraph: Sendable {
    private static let rows = 16
    private static let barRows = 6
    private static let labels = 12
    private static let fewestColumns = 20
    private static let mostColumns = 160

    /// A segment with payload, or an acknowledgement of some.
    private struct Mark {
        var stamp: Int64
        /// When the segment before it came, of the same side.
        var previous: Int64?
        /// Bytes of the stream up to its end.
        var place: Int
        /// That no segment before it had.
        var newBytes: Int
        var kind: Kind

        /// How long the line carried it: since the one before came, at most as long as is usual.
        func spacing(_ usual: Int64) -> Int64 {
            guard newBytes > 0 else { return 0 }
            return min(usual, previous.map { max(0, stamp - $0) } ?? usual)
        }
    }

    /// The later ones are drawn over the earlier ones.
    private enum Kind: Int {
        case acknowledgement, segment, again

        var character: Character {
            switch self {
            case .acknowledgement: "-"
            case .segment: "*"
            case .again: "R"
            }
        }
    }

    private let flow: CaptureFlow
    private let isDown: Bool
    private var marks: [Mark] = []

    /// The direction in which more was sent. `log` holds the connection's segments, maybe among others'.
    package init(_ flow: CaptureFlow, _ log: PacketLog) {
        self.flow = flow
        isDown = flow.down.streamBytes >= flow.up.streamBytes
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

    /// Two pictures, one below the other; a sentence where there is nothing to draw.
    package func lines(_ style: TerminalStyle) -> [String] {
        let name = "stream \(flow.stream), \(isDown ? "down" : "up")"
        let usual = usualSpacing
        // The line carried the first segment before it was there.
        guard let first = marks.map({ $0.stamp - $0.spacing(usual) }).min(),
            let last = marks.map(\.stamp).max(), last > first,
            let most = marks.map(\.place).max(), most > 0
        else { return ["\(name): too little was sent to be drawn"] }
        let columns = max(Self.fewestColumns, min(Self.mostColumns, style.width - Self.labels - 2))
        func column(_ stamp: Int64) -> Int {
            min(columns - 1, Int(Double(stamp - first) / Double(last - first) * Double(columns)))
        }
        return [style.accent("\(name): * segment, R sent again, - acknowledged", .bold)]
            + sequence(columns, most, column, style) + [axis(columns, last - first)]
            + [style.accent("\(name): throughput", .bold)]
            + throughput(columns, first, last, usual) + [axis(columns, last - first)]
    }

    private func sequence(
        _ columns: Int,
        _ most: Int,
        _ column: (Int64) -> Int,
        _ style: TerminalStyle
    ) -> [String] {
        var grid = Array(repeating: Array(repeating: Kind?.none, count: columns), count: Self.rows)
        for mark in marks {
            let row = Self.rows - 1 - min(Self.rows - 1, max(0, mark.place - 1) * Self.rows / most)
            let place = column(mark.stamp)
            if (grid[row][place]?.rawValue ?? -1) < mark.kind.rawValue { grid[row][place] = mark.kind }
        }
        return grid.enumerated().map { row, cells in
            let label = row == 0 ? ByteFormat.text(most) : row == Self.rows - 1 ? "0 B" : ""
            return Self.line(label, cells.map { $0?.character ?? " " })
        }
    }

    private func throughput(
        _ columns: Int,
        _ first: Int64,
        _ last: Int64,
        _ usual: Int64
    ) -> [String] {
        var bytes = Array(repeating: 0.0, count: columns)
        func place(_ stamp: Int64) -> Double {
            max(0, Double(stamp - first) / Double(last - first) * Double(columns))
        }
        for mark in marks where mark.newBytes > 0 {
            let start = place(mark.stamp - mark.spacing(usual))
            Self.spread(mark.newBytes, over: start, place(mark.stamp), &bytes)
        }
        let most = max(1, bytes.max() ?? 0)
        let rate = Int64(8e9 * most * Double(columns) / Double(last - first))
        return (0..<Self.barRows).map { row in
            let level = Self.barRows - row
            let cells = bytes.map { count -> Character in
                // Half a row is drawn as one, so that what is there is seen.
                let rows = count / most * Double(Self.barRows)
                return count > 0 && (2 * rows >= Double(2 * level - 1) || level == 1) ? "#" : " "
            }
            return Self.line(row == 0 ? RateFormat.text(rate) : "", cells)
        }
    }

    /// The time between two segments, as it mostly is: how long the line carries one of them where it is busy.
    private var usualSpacing: Int64 {
        let spacings = marks.compactMap { mark in mark.previous.map { max(0, mark.stamp - $0) } }.sorted()
        return spacings.isEmpty ? 0 : spacings[spacings.count / 2]
    }

    /// A segment's bytes count for as long as the line carried it, not in the instant in which all of it was there: else one
    /// column has a packet more than its neighbour, and the line seems to be faster than it is.
    private static func spread(_ count: Int, over start: Double, _ end: Double, _ columns: inout [Double]) {
        let last = columns.count - 1
        guard end > start else {
            columns[min(last, Int(end))] += Double(count)
            return
        }
        for column in min(last, Int(start))...min(last, Int(end)) {
            // What comes at the very end counts to the last column.
            let upper = column == last ? end : min(end, Double(column + 1))
            let part = upper - max(start, Double(column))
            columns[column] += Double(count) * max(0, part) / (end - start)
        }
    }

    private static func line(_ label: String, _ cells: [Character]) -> String {
        let text = label.padded(toLeft: labels) + " |" + String(cells)
        return text.withoutTrailingSpaces
    }

    private func axis(_ columns: Int, _ span: Int64) -> String {
        let end = DurationFormat.text(span)
        let gap = String(repeating: " ", count: max(1, columns - 1 - end.count))
        return String(repeating: " ", count: Self.labels + 2) + "0" + gap + end
    }
}
