import Inspection
import JSON
import LinuxIO
import Sweeps
import TestSupport
import Testing
import Wire

@Suite struct CaptureRowsTests {
    private let scratch: ScratchFolder
    private var folder: RowsFolder { RowsFolder(scratch.file("rows")) }

    init() throws {
        scratch = try ScratchFolder()
        try folder.begin(now: 0)
    }

    private func tables(_ names: [String: CaptureInspection]) throws -> RowTables.Counts {
        for (name, inspection) in names {
            let capture = try SampleCapture.named(name, in: scratch)
            try folder.part(of: capture).finish(inspection, netlab: "1.0")
        }
        var tables = RowTables(at: scratch.file("tables"), .plain)
        return try tables.merge(ShardSource(folder))
    }

    private func rows(_ kind: RowKind) throws -> [JSONValue] {
        try scratch.read("tables/\(kind.table).ndjson").split(separator: "\n").map {
            try JSONValue(parsing: Array($0.utf8))
        }
    }

    @Test func `a capture has rows for itself, its exchanges, causes and packets`() throws {
        let counts = try tables(["a b.pcapng": SampleCapture.inspection()])
        #expect(counts.members == 1 && counts.missing == [] && counts.remarks == [])
        let path = try Folder.real(scratch.file("a b.pcapng"))
        for kind in RowKind.allCases {
            #expect(try rows(kind).allSatisfy { $0["capture"]?.text == path && $0["netlab"]?.text == "1.0" })
        }
        let run = try #require(rows(.run).first)
        #expect(run["outcome"]?.text == "ok" && run["failure"] == .null && run["packets"]?.int == 103)
        #expect(run["transfers"]?.int == 2 && run["failedTransfers"]?.int == 1 && run["requests"]?.int == 2)
        #expect(run["startedAtNs"]?.int64 == SampleCapture.epoch && run["spanNs"]?.int64 == 300_000_000)
        #expect(run["wireDownBytes"]?.int == 104_000 && run["wireUpBytes"]?.int == 2120)
    }

    @Test func `an exchange's times add up by phase and by cause`() throws {
        _ = try tables(["a.pcapng": SampleCapture.inspection()])
        let transfers = try rows(.transfer)
        #expect(transfers.count == 2)
        let first = transfers[0]
        #expect(first["host"]?.text == "example.com" && first["path"]?.text == "/images/a.jpg?size=2")
        #expect(first["type"]?.text == "image/jpeg" && first["source"]?.text == "network")
        #expect(first["connectNs"]?.int64 == 20_000_000 && first["blockedNs"]?.int64 == 1_000_000)
        let phases = ["dnsNs", "blockedNs", "connectNs", "tlsNs", "waitNs", "receiveNs"]
        #expect(phases.reduce(0) { $0 + (first[$1]?.int64 ?? 0) } == first["durationNs"]?.int64)
        let causes = try rows(.cause)
        #expect(causes.allSatisfy { $0["transfer"]?.int == 0 && $0["host"]?.text == "example.com" })
        #expect(causes.reduce(0) { $0 + ($1["timeNs"]?.int64 ?? 0) } == first["durationNs"]?.int64)

        let second = transfers[1]
        #expect(second["source"]?.text == "none" && second["error"]?.text == "no response")
        #expect(second["path"]?.text == "/" && second["durationNs"] == .null && second["status"] == .null)
    }

    @Test func `every packet is counted once, even without a connection`() throws {
        _ = try tables(["a.pcapng": SampleCapture.inspection()])
        let packets = try rows(.packets)
        #expect(packets.reduce(0) { $0 + ($1["packets"]?.int ?? 0) } == 103)
        #expect(packets[0]["direction"]?.text == "down" && packets[0]["retransmitted"]?.int == 2)
        let other = try #require(packets.first { $0["transport"]?.text == "other" })
        #expect(other["packets"]?.int == 1 && other["direction"] == .null && other["wireBytes"] == .null)
        let names = try #require(packets.first { $0["content"]?.text == "dns" && $0["packets"]?.int == 2 })
        #expect(names["retransmitted"] == .null)
    }

    @Test func `a truncated capture still yields its rows, with a remark`() throws {
        let counts = try tables(["torn.pcapng": SampleCapture.inspection(damage: .cutOff)])
        #expect(try rows(.run)[0]["outcome"]?.text == "damaged")
        #expect(try rows(.run)[0]["failure"]?.text?.hasPrefix("packet 103: the file ends") == true)
        #expect(counts.rows[.transfer] == 2)
        #expect(counts.remarks.map(\.isFailure) == [false])
    }

    @Test func `the page on rows documents exactly the existing columns`() throws {
        _ = try tables(["a.pcapng": SampleCapture.inspection(damage: .cutOff)])
        var written = Set<String>()
        for kind in RowKind.allCases {
            for case .object(let members) in try rows(kind) { written.formUnion(members.map(\.key)) }
        }
        let told = try RowsPage(.captures).columns
        #expect(written.subtracting(told) == [])
        #expect(told.subtracting(written) == [])
    }
}
