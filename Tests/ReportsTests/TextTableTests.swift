import Testing

@testable import Reports

@Suite struct TextTableTests {
    private func table(_ request: String) -> TextTable {
        TextTable(columns: [
            TextTable.Column(heading: ["stream"], cells: ["7"]),
            TextTable.Column(
                heading: ["request"],
                cells: [request],
                isRightAligned: false,
                shrinking: TextTable.Shrinking(whileOthersLeave: 12, atLeast: 8)
            ),
            TextTable.Column(heading: ["speed"], cells: ["1 Mbit/s"], priority: 1),
            TextTable.Column(heading: [], cells: [""]),
            TextTable.Column(heading: ["time"], cells: ["1.000 s"]),
        ])
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
    func `long cells are shortened before columns leave, and then once more`(
        _ width: Int,
        _ row: String
    ) {
        let lines = table("/images/2024/large.jpg").lines(TerminalStyle(width: width))
        #expect(lines.last == row)
    }

    @Test func `what is short keeps its width, and a column of nothing takes none`() {
        let lines = table("/a").lines(TerminalStyle(width: 36))
        #expect(lines.last == "       7  /a       1 Mbit/s  1.000 s")
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
    func `a heading is broken where its column is narrow`(_ width: Int, _ expected: [String]) {
        let table = TextTable(
            columns: [
                TextTable.Column(
                    heading: ["A family of presets"],
                    cells: ["a/preset"],
                    isRightAligned: false,
                    shrinking: TextTable.Shrinking(whileOthersLeave: 8, atLeast: 8)
                ),
                TextTable.Column(heading: ["rate", "down"], cells: ["1 bit/s"]),
            ],
            indent: 0
        )
        #expect(table.lines(TerminalStyle(width: width)) == expected)
    }
}
