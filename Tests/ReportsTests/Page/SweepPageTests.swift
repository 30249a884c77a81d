import JSON
import Reports
import Testing

@Suite struct `A sweep's page` {
    private func page(_ title: String = "rates", missing: [String] = []) -> String {
        let page = SweepPage(
            title: title,
            about: "in virtual time",
            axes: [SweepPage.Axis(key: "link.down.rate", values: ["1 Mbit/s", "2 Mbit/s"])],
            cells: [
                SweepPage.Cell(
                    places: [0],
                    makespan: 500_000_000,
                    wireBytes: 70_000,
                    requests: 1,
                    failedTransfers: 0
                ),
                SweepPage.Cell(places: [nil], makespan: 1, wireBytes: 2, requests: 3, failedTransfers: 4),
            ],
            predictions: [
                SweepPage.Prediction(places: [0], makespan: 499_000_000, measured: 500_000_000),
                SweepPage.Prediction(places: [1], makespan: nil, measured: nil),
            ],
            missing: missing
        )
        return String(decoding: page.bytes, as: UTF8.self)
    }

    private func data(_ page: String) throws -> JSONValue {
        let start = "<script type=\"application/json\" id=\"data\">"
        let rest = try #require(page.firstRange(of: start)).upperBound
        return try JSONValue(parsing: Array(page[rest...].prefix { $0 != "<" }.utf8))
    }

    @Test func `holds each cell's place and cost, and what theory says`() throws {
        let data = try data(page(missing: ["abc"]))
        #expect(data["title"] == "rates" && data["about"] == "in virtual time")
        #expect(data["axes"]?.elements.first?["values"]?.elements.count == 2)
        let cells = try #require(data["cells"]?.elements)
        #expect(cells[0].elements[0].elements == [.integer(0)] && cells[0].elements[1].int64 == 500_000_000)
        #expect(cells[1].elements[0].elements == [.null])
        #expect(cells[1].elements[2...].compactMap(\.int64) == [2, 3, 4])
        let predictions = try #require(data["predictions"]?.elements)
        #expect(predictions[0].elements[1].int64 == 499_000_000)
        #expect(predictions[1].elements[1...].allSatisfy { $0 == .null })
        #expect(data["missing"]?.elements == ["abc"])
    }

    @Test func `names are neither markup nor script, and nothing is loaded`() {
        let page = page("</script><script>alert(1)</script>", missing: ["<!--"])
        #expect(!page.contains("<script>alert") && !page.contains("<!--"))
        #expect(page.hasSuffix("</html>\n") && !page.contains("src=") && !page.contains("https://"))
    }
}
