import Runs
import Testing
import Wire

@testable import Reports

/// Rates over time as rows of blocks.
@Suite struct TerminalSparklineTests {
    /// 8 bytes in a second are 64 bit/s.
    private static func sparkline(_ bytes: [Int], top: Int64?, caption: String = "rate") -> ReportSparkline {
        ReportSparkline(
            caption: caption,
            start: Instant(nanoseconds: 500),
            span: Int64(bytes.count) * 1_000_000_000,
            pieces: bytes.enumerated().map { second, bytes in
                let start = Instant(nanoseconds: 500 + Int64(second) * 1_000_000_000)
                return ReportSparkline.Piece(from: start, to: start + 1_000_000_000, bytes: bytes)
            },
            topBps: top
        )
    }

    private func lines(_ sparkline: ReportSparkline, width: Int) -> [String] {
        TerminalSparkline(sparkline, TerminalStyle(width: width, drawsBlocks: true)).lines
    }

    @Test(
        arguments: [
            ([1, 2, 3, 4, 5, 6, 7, 8], 64, "▁▂▃▄▅▆▇█"), ([8, 8, 0, 8], 64, "██ █"), ([0, 0, 4], 64, "  ▄"),
            // The top is the line's rate, whatever arrived at once.
            ([80, 8, 4], 64, "██▄"), ([1, 0, 1], 64_000_000, "▁ ▁"),
            // Without a rate the highest is the top.
            ([10, 20, 40], nil, "▂▄█"), ([0, 0], nil, ""),
        ] as [([Int], Int64?, String)]
    )
    func `a column's height is its share of the top rate`(_ bytes: [Int], _ top: Int64?, _ row: String) {
        let lines = lines(Self.sparkline(bytes, top: top), width: 2 + bytes.count)
        #expect(lines.last == (row.isEmpty ? "" : "  " + row))
    }

    @Test(arguments: [
        (3, "█"), (4, "██"), (6, "████"), (10, "████████"), (30, String(repeating: "█", count: 28)),
        (400, String(repeating: "█", count: 96)),
    ])
    func `spreads each piece's bytes over its duration in as many columns as fit`(_ width: Int, _ row: String)
    {
        #expect(lines(Self.sparkline([8, 8, 8, 8], top: 64), width: width).last == "  " + row)
    }

    @Test func `puts instantaneous pieces and those outside the span into the nearest column`() {
        let start = Instant(nanoseconds: 0)
        func piece(_ from: Int64, _ to: Int64) -> ReportSparkline.Piece {
            ReportSparkline.Piece(from: start + from, to: start + to, bytes: 100)
        }
        let sparkline = ReportSparkline(
            caption: "rate",
            start: start,
            span: 4000,
            pieces: [piece(-10, -5), piece(1500, 1500), piece(4000, 9000)],
            topBps: nil
        )
        #expect(lines(sparkline, width: 6).last == "  ██ █")
    }

    @Test func `breaks a long caption at words`() {
        let shown = lines(Self.sparkline([8, 8], top: 64, caption: "the rate over time"), width: 12)
        #expect(shown == ["  the rate", "  over time", "  ██████████"])
    }

    @Test func `draws nothing in a file or over an empty span`() {
        let sparkline = Self.sparkline([8], top: 64)
        #expect(TerminalSparkline(sparkline, TerminalStyle()).lines.isEmpty)
        #expect(ReportDocument([[.line("a"), .sparkline(sparkline)]]).text() == "a\n")
        #expect(lines(Self.sparkline([], top: 64), width: 10).isEmpty)
    }
}
