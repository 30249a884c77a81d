import Foundation
import JSON
import LinkModel
import Logs
import Runs
import ScenarioFormat
import Scenarios
import Sweeps
import Testing
import Wire

@Suite struct CellRowsTests {
    private static func result() throws -> RunResult {
        var transfer = TransferResult(
            id: 4,
            step: "s",
            file: "a \"b\".jpg",
            url: "/a",
            source: .network,
            status: 200,
            start: Instant(nanoseconds: 7),
            duration: 90,
            bodyBytes: 11
        )
        transfer.ledger = TransferLedger([.payload: 60, .propagation: 30])
        let text = """
            {"schema": "netlab.result/1", "netlab": "1.0", "scenario": "base", "outcome": "ok", "seed": 3,
             "link": {"mode": "packet", "carrier": "tun", "clock": "virtual"}}
            """
        var result = try #require(RunResult(json: JSONValue(parsing: Array(text.utf8))))
        result.transfers = [transfer]
        result.steps = [
            StepResult(name: "s", start: .zero, makespan: 90, sumOfDurations: 90, busy: 90, hitRatio: 0.5)
        ]
        result.packets = [.down: PacketCounts([], .down), .up: PacketCounts([], .up)]
        return result
    }

    private static func rows() throws -> [JSONValue] {
        let sweep = try SweepFolderTests.sweep("seed: 3")
        let scenario = try SweepReader(sweep).scenario(of: try #require(sweep.design.point(0)))
        let cell = PlannedCell(
            identity: CellIdentity(scenario, SweepFolderTests.conditions),
            scenario: "base",
            settings: [
                ScenarioSetting(key: "link.down.loss", value: "1 %"),
                ScenarioSetting(key: "seed", value: "3"),
            ],
            seed: nil
        )
        let rows = CellRows(cell, SweepFolderTests.conditions, scenario, try result())
        return try rows.bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    }

    @Test func `a cell has a row for the run and each step, transfer, cause and packet direction`() throws {
        let rows = try Self.rows()
        #expect(
            rows.map { $0["row"]?.text } == [
                "run", "step", "transfer", "cause", "cause", "packets", "packets",
            ]
        )
        #expect(rows.allSatisfy { $0["link.down.loss"]?.text == "1 %" && $0["seed"]?.int == 3 })
        #expect(rows.allSatisfy { $0["settings"]?.text == "1 %" })
        #expect(rows.allSatisfy { $0["link.down.loss.number"] == .double(0.01) })
        #expect(rows[1]["hitRatio"] == .double(0.5) && rows[1]["utilisation"] == .null)
        #expect(rows[2]["file"]?.text == "a \"b\".jpg" && rows[2]["durationNs"]?.int == 90)
        #expect(rows[3...4].map { $0["timeNs"]?.int } == [60, 30])
    }

    @Test func `a transfer's row has exactly the figures marked for rows`() throws {
        let row = try #require(try Self.rows().first { $0["row"]?.text == "transfer" })
        for figure in TransferResult.figures where figure.traits.contains(.rows) {
            #expect(row[figure.key] == figure.get(try Self.result().transfers[0]), "\(figure.key)")
        }
        #expect(row["retransmittedBytes"] == .null && row["aloneNs"] == .null && row["headerBytes"] == nil)
    }

    @Test func `the page on rows documents exactly the existing columns`() throws {
        let page = try RowsPage(.cells)
        let told = page.columns
        let prose = page.text.components(separatedBy: "## causes")[1]
        var written = Set<String>()
        for row in try Self.rows() {
            guard case .object(let members) = row else { continue }
            let isProse = ["cause", "packets"].contains(row["row"]?.text ?? "")
            for member in members where !member.key.hasPrefix("link.down.loss") {
                let isTold = told.contains(member.key) || isProse && prose.contains("`\(member.key)`")
                #expect(isTold || isProse && LinkFate(rawValue: member.key) != nil, "\(member.key)")
                written.insert(member.key)
            }
        }
        #expect(told.subtracting(written) == [])
    }
}
