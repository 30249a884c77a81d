import Wire

/// A rate over time as a row of blocks: full height is the top, and what exceeds it is no higher.
struct TerminalSparkline {
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")
    private static let indent = 2
    /// Wider ones show single packets instead of a rate.
    private static let mostColumns = 96

    private let sparkline: ReportSparkline
    private let style: TerminalStyle
    private let columns: Int

    init(_ sparkline: ReportSparkline, _ style: TerminalStyle) {
        self.sparkline = sparkline
        self.style = style
        columns = max(1, min(Self.mostColumns, style.width - Self.indent))
    }

    /// None if the output cannot show it.
    var lines: [String] {
        guard style.drawsBlocks, sparkline.span > 0 else { return [] }
        let margin = String(repeating: " ", count: Self.indent)
        let rates = rates
        let top = max(1, sparkline.topBps.map(Double.init) ?? rates.max() ?? 1)
        let row = String(rates.map { Self.block($0 / top) })
        return sparkline.caption.wrapped(style.width, indent: Self.indent)
            + [(margin + row).withoutTrailingSpaces]
    }

    /// The lowest block shows even a single byte.
    private static func block(_ share: Double) -> Character {
        guard share > 0 else { return blocks[0] }
        let highest = blocks.count - 1
        return blocks[Int(min(Double(highest), max(1, (share * Double(highest)).rounded())))]
    }

    /// Bits per second of each column.
    private var rates: [Double] {
        var bytes = Array(repeating: 0.0, count: columns)
        for piece in sparkline.pieces { spread(piece, over: &bytes) }
        let width = Double(sparkline.span) / Double(columns)
        return bytes.map { $0 * 8e9 / width }
    }

    /// Spreads a piece's bytes evenly over its time.
    private func spread(_ piece: ReportSparkline.Piece, over bytes: inout [Double]) {
        let (start, end) = (place(piece.start), place(piece.end))
        let last = columns - 1
        guard end > start else {
            bytes[min(last, Int(end))] += Double(piece.bytes)
            return
        }
        for column in min(last, Int(start))...min(last, Int(end)) {
            // The very end counts to the last column.
            let upper = column == last ? end : min(end, Double(column + 1))
            let part = max(0, upper - max(start, Double(column)))
            bytes[column] += Double(piece.bytes) * part / (end - start)
        }
    }

    /// Column of a moment, from the left.
    private func place(_ moment: Instant) -> Double {
        let share = Double(moment - sparkline.start) / Double(sparkline.span)
        return min(1, max(0, share)) * Double(columns)
    }
}
