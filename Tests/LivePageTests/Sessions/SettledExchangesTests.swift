import Archives
import JSON
import Testing

@testable import LivePage

@Suite struct `Exchanges of runs on a page` {
    /// An exchange of a transfer; `wait` tells apart what is known of it.
    private func entry(_ transfer: Int, in run: Int = 1, wait: Int64 = 1, path: String = "") -> ArchiveEntry {
        var entry = ArchiveEntry(
            started: 1_000_000_000 * Int64(transfer + 1),
            request: ArchiveRequest(method: "GET", url: "http://a.test/\(transfer)\(path)"),
            response: ArchiveResponse(status: 200)
        )
        entry.timings.blocked = 5
        entry.timings.wait = wait
        entry.details = ["transfer": transfer.json, "step": "cold", "source": "network", "error": nil]
        return entry.placed(in: run, called: "dsl")
    }

    private func told(_ rows: [[UInt8]]) throws -> [String] {
        try rows.map { row in
            let row = try JSONValue(parsing: row)
            return "\(row["number"]?.int ?? 0) \(row["url"]?.text ?? "") \(row["latencyNs"]?.int ?? 0)"
        }
    }

    @Test func `a row names its run and step and how long it was blocked`() throws {
        let row = try JSONValue(parsing: try #require(ArchivedExchanges().add([entry(0)]).first))
        #expect(row["run"]?.text == "dsl" && row["step"]?.text == "cold" && row["source"]?.text == "network")
        #expect(row["blockedNs"]?.int == 5 && row["heldNs"]?.int == nil)
    }

    @Test func `a transfer's error is its row's failure`() throws {
        var entry = entry(0)
        entry.details = ["transfer": .integer(0), "error": "timeout: no answer within 15 s"]
        let row = try JSONValue(parsing: try #require(ArchivedExchanges().add([entry]).first))
        #expect(row["failure"]?.text == "timeout: no answer within 15 s")
    }

    @Test func `the exchanges of a finished run keep the numbers that they had while it ran`() throws {
        let exchanges = ArchivedExchanges()
        // The second transfer ended first.
        _ = exchanges.add([entry(1)])
        _ = exchanges.add([entry(0)])
        let rows = try told(exchanges.settle([entry(0, wait: 7), entry(1, wait: 8)]))
        #expect(rows == ["2 http://a.test/0 7", "1 http://a.test/1 8"])
        let document = try JSONValue(parsing: try #require(exchanges.exchange(2)))
        #expect(document["request"]?["url"]?.text == "http://a.test/0")
        #expect(exchanges.exchange(3) == nil)
    }

    @Test func `a redirect and its target are two exchanges of one transfer`() throws {
        let exchanges = ArchivedExchanges()
        _ = exchanges.add([entry(0, path: "/from"), entry(0, path: "/to")])
        let finished = [entry(0, wait: 7, path: "/from"), entry(0, wait: 8, path: "/to")]
        let rows = try told(exchanges.settle(finished))
        #expect(rows == ["1 http://a.test/0/from 7", "2 http://a.test/0/to 8"])
    }

    @Test func `consecutive runs have separate transfers`() throws {
        let exchanges = ArchivedExchanges()
        _ = exchanges.add([entry(0)])
        _ = exchanges.add([entry(0, in: 2)])
        #expect(try told(exchanges.settle([entry(0, in: 2, wait: 7)])) == ["2 http://a.test/0 7"])
        // What was not told while the run was under way comes at the end.
        #expect(try told(exchanges.settle([entry(1, in: 2, wait: 8)])) == ["3 http://a.test/1 8"])
    }
}
