import Testing

@testable import Reports

@Suite struct TerminalTableTests {
    /// The lines of a one-row table, whose columns have a heading and a cell each.
    private func lines(_ columns: [TableColumn<Void>], width: Int, indent: Int = 2) -> [String] {
        var lines: [String] = []
        TerminalTable(ReportTable([()], columns, indent: indent))
            .write(TerminalStyle(width: width)) { lines.append($0) }
        return lines
    }

    private func row(_ request: String, width: Int) -> String? {
        let shrinking = ReportColumn.Shrinking(preferred: 12, atLeast: 8)
        return lines(
            [
                .number("stream") { "7" }, .text("request", shrinking: shrinking) { request },
                .number("speed", priority: 1) { "1 Mbit/s" }, .number { "" },
                .number("time") { "1.000 s" },
            ],
            width: width
        ).last
    }

    @Test(
        arguments: [
            (100, "       7  /images/2024/large.jpg  1 Mbit/s  1.000 s"),
            (45, "       7  /images…arge.jpg  1 Mbit/s  1.000 s"),
            (41, "       7  /imag…ge.jpg  1 Mbit/s  1.000 s"),
            (40, "       7  /images/20…/large.jpg  1.000 s"),
            (30, "       7  /imag…e.jpg  1.000 s"),
            (27, "       7  /im….jpg  1.000 s"),
            (10, "       7  /im….jpg  1.000 s"),
        ]
    )
    func `shortens long cells before dropping columns, and then once more`(
        _ width: Int,
        _ row: String
    ) {
        #expect(self.row("/images/2024/large.jpg", width: width) == row)
    }

    @Test func `keeps short cells at full width and drops empty columns`() {
        #expect(row("/a", width: 36) == "       7  /a       1 Mbit/s  1.000 s")
    }

    @Test(
        arguments: [
            (
                40,
                [
                    "A family of presets     rate", "                        down",
                    "a/preset             1 bit/s",
                ]
            ),
            (24, ["A family of         rate", "presets             down", "a/preset         1 bit/s"]),
            (17, ["A family     rate", "of           down", "presets", "a/preset  1 bit/s"]),
            (10, ["A family     rate", "of           down", "presets", "a/preset  1 bit/s"]),
        ]
    )
    func `wraps a heading in a narrow column`(_ width: Int, _ expected: [String]) {
        let shrinking = ReportColumn.Shrinking(preferred: 8, atLeast: 8)
        let columns: [TableColumn<Void>] = [
            .text("A family of presets", shrinking: shrinking) { "a/preset" },
            .number("rate", "down") { "1 bit/s" },
        ]
        #expect(lines(columns, width: width, indent: 0) == expected)
    }
}
