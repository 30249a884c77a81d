import JSON
import Testbed
import Testing
import Wire

@testable import Running

@Suite struct TransferRowsTests {
    private static let ms: Nanoseconds = 1_000_000

    private func transfer(_ id: Int, age: Nanoseconds, url: String = "http://a.test/x") -> BegunTransfer {
        BegunTransfer(id: id, step: "cold", url: url, phase: .receiving, bytes: 10, duration: age * Self.ms)
    }

    private func progress(
        _ step: String,
        at elapsed: Nanoseconds,
        _ underWay: [BegunTransfer],
        of count: Int? = nil
    ) -> RunProgress {
        RunProgress(
            step: step,
            transfersDone: 0,
            transfersInAll: 9,
            bytes: 0,
            bytesInAll: 1,
            elapsed: elapsed * Self.ms,
            underWay: underWay,
            underWayInAll: count ?? underWay.count
        )
    }

    @Test func `a row shows the known values and escapes foreign text`() throws {
        var rows = TransferRows()
        _ = rows.take(progress("cold", at: 300, [transfer(4, age: 300, url: "http://a.test/\"\n<")]))
        let text = try #require(rows.rows.first)
        #expect(!text.contains(0x0A))
        let row = try JSONValue(parsing: text)
        #expect(row["url"]?.text == "http://a.test/\"\n<" && row["step"]?.text == "cold")
        #expect(row["phase"]?.text == "receiving" && row["responseBodyBytes"]?.int == 10)
        #expect(row["durationNs"]?.int64 == 300 * Self.ms)
        // It has no number among the exchanges yet.
        #expect(row["number"] == .null)
    }

    @Test func `only long transfers are shown, but all are counted`() {
        var rows = TransferRows()
        let isEarly = rows.take(progress("cold", at: 100, [transfer(0, age: 100)]))
        #expect(!isEarly && rows.rows.isEmpty && rows.count == 0)
        let some = [transfer(50, age: 900), transfer(51, age: 300), transfer(52, age: 249)]
        let isShown = rows.take(progress("cold", at: 400, some, of: 53))
        #expect(isShown && rows.rows.count == 2 && rows.count == 52)
    }

    @Test(arguments: [
        ("cold", 300, false), ("cold", 549, false), ("cold", 550, true), ("warm", 301, true),
        ("cold", 10, true),
    ])
    func `rows change at most four times a second, and at once with a new step`(
        _ step: String,
        _ elapsed: Nanoseconds,
        _ changes: Bool
    ) {
        var rows = TransferRows()
        _ = rows.take(progress("cold", at: 300, [transfer(0, age: 300)]))
        let hasChanged = rows.take(progress(step, at: elapsed, [transfer(0, age: 400)]))
        #expect(hasChanged == changes)
    }

    @Test func `ended transfers are removed`() {
        var rows = TransferRows()
        _ = rows.take(progress("cold", at: 300, [transfer(0, age: 300), transfer(1, age: 300)]))
        let ends = [rows.end(7), rows.end(0), rows.end(0)]
        #expect(ends == [false, true, false] && rows.rows.count == 1 && rows.count == 1)
        let clears = [rows.clear(), rows.clear()]
        #expect(clears == [true, false] && rows.rows.isEmpty && rows.count == 0)
        // Nothing under way is told once.
        _ = rows.take(progress("warm", at: 300, [transfer(2, age: 300)]))
        let empty = [rows.take(progress("warm", at: 600, [])), rows.take(progress("warm", at: 900, []))]
        #expect(empty == [true, false])
    }
}
