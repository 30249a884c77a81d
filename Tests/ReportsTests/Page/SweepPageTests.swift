import JSON
import Reports
import Testing

@Suite struct `A sweep's page` {
    private func page(_ title: String = "rates", missing: [String] = []) -> String {
        let page = SweepPage(
            title: title,
            about: "in virtual time",
            axes: [
                SweepPage.Axis(key: "link.down.rate", values: ["1 Mbit/s", "2 Mbit/s"], numbers: [1e6, 2e6])
            ],
            cells: [
                SweepPage.Cell(
                    places: [0],
                    makespan: 500_000_000,
                    wireBytes: 70_000,
                    requests: 1,
                    failedTransfers: 0,
                    steps: ["cold": SweepPage.Step(makespan: 400_000_000, requests: 1)]
                ),
                SweepPage.Cell(places: [nil], makespan: 1, wireBytes: 2, requests: 3, failedTransfers: 4),
            ],
            predictions: [
                SweepPage.Prediction(
                    places: [0],
                    makespan: 499_000_000,
                    measured: 500_000_000,
                    steps: ["cold": 399_000_000]
                ),
                SweepPage.Prediction(places: [1], makespan: nil, measured: nil),
            ],
            missing: missing,
            steps: ["cold", "warm"]
        )
        return String(decoding: page.bytes, as: UTF8.self)
    }

    private func data(_ page: String) throws -> JSONValue {
        let start = "<script type=\"application/json\" id=\"data\">"
        let rest = try #require(page.firstRange(of: start)).upperBound
        return try JSONValue(parsing: Array(page[rest...].prefix { $0 != "<" }.utf8))
    }

    @Test func `holds each cell's coordinates, measured cost and prediction`() throws {
        let data = try data(page(missing: ["abc"]))
        #expect(data["title"] == "rates" && data["about"] == "in virtual time")
        #expect(data["axes"]?.elements.first?["values"]?.elements.count == 2)
        let cells = try #require(data["cells"]?.elements)
        #expect(cells[0].elements[0].elements == [.integer(0)] && cells[0].elements[1].int64 == 500_000_000)
        #expect(cells[1].elements[0].elements == [.null])
        #expect(cells[1].elements[2...4].compactMap(\.int64) == [2, 3, 4])
        let predictions = try #require(data["predictions"]?.elements)
        #expect(predictions[0].elements[1].int64 == 499_000_000)
        #expect(predictions[1].elements[1...2].allSatisfy { $0 == .null })
        #expect(data["missing"]?.elements == ["abc"])
    }

    @Test func `holds each step's cost and numeric axis values`() throws {
        let data = try data(page())
        #expect(data["steps"]?.elements == ["cold", "warm"])
        let cells = try #require(data["cells"]?.elements)
        #expect(cells[0].elements[5].elements == [.integer(400_000_000), .null])
        #expect(cells[0].elements[6].elements == [.integer(1), .null])
        #expect(cells[1].elements[5].elements == [.null, .null])
        let told = try #require(data["predictions"]?.elements)
        #expect(told.map { $0.elements[3].elements } == [[.integer(399_000_000), .null], [.null, .null]])
        #expect(data["axes"]?.elements.first?["numbers"]?.elements.compactMap(\.number) == [1e6, 2e6])
    }

    @Test func `escapes names and loads nothing`() {
        let page = page("</script><script>alert(1)</script>", missing: ["<!--"])
        #expect(!page.contains("<script>alert") && !page.contains("<!--"))
        #expect(page.hasSuffix("</html>\n") && !page.contains("src=") && !page.contains("https://"))
    }
}
