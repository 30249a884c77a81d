/// A series on a terminal: a block for each value, full height for the maximum.
struct TerminalSeries {
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")

    private let series: ReportSeries

    init(_ series: ReportSeries) {
        self.series = series
    }

    var lines: [String] {
        let most = max(1, series.values.max() ?? 0)
        let blocks = series.values.map { value in
            Self.blocks[value == 0 ? 0 : 1 + (value * (Self.blocks.count - 2)) / most]
        }
        return ["  " + series.caption, "  " + String(blocks)]
    }
}
