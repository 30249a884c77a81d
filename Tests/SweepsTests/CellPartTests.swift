import Compression
import JSON
import LinuxIO
import Runs
import ScenarioFormat
import Scenarios
import Sweeps
import TestSupport
import Testing

@Suite struct CellPartTests {
    private let scratch: ScratchFolder
    private let folder: SweepFolder
    private let cells: [PlannedCell]

    init() throws {
        scratch = try ScratchFolder()
        folder = SweepFolder(scratch.file("sweep"))
        _ = try folder.write(
            try SweepFolderTests.sweep("matrix: { seed: [1, 2, 3] }"),
            SweepFolderTests.conditions
        )
        cells = try folder.cells()
    }

    private static let result = """
        {"schema": "netlab.result/1", "netlab": "1.0", "scenario": "base", "outcome": "ok", "seed": 1,
         "machine": {"kernel": "6.1", "cpus": 2},
         "link": {"mode": "packet", "carrier": "tun", "clock": "virtual"},
         "steps": [{"name": "s", "startNs": 0, "makespanNs": 5, "sumOfDurationsNs": 5, "busyNs": 5, "requests": 1}],
         "emulation": {"trusted": true}}
        """

    private func part(of cell: PlannedCell) throws -> CellPart {
        let part = try CellPart(of: cell, in: folder)
        try Folder.make(part.runFolder, mode: 0o700)
        try WholeFile.write("\(part.runFolder)/result.json", Array(Self.result.utf8))
        try WholeFile.write("\(part.runFolder)/client.pcapng", [1, 2, 3])
        return part
    }

    private func rows(_ cell: PlannedCell) throws -> [UInt8] {
        let result = try #require(try RunResult(json: JSONValue(parsing: Array(Self.result.utf8))))
        let scenario = try SweptScenarioReader(folder.scenario(cell.scenario)).scenario(with: cell.settings)
        return CellRows(cell, SweepFolderTests.conditions, scenario, result).bytes
    }

    @Test func `a finished cell is complete, and its captures are removed unless kept`() throws {
        let part = try part(of: cells[0])
        #expect(!folder.isFinished(cells[0].identity) && folder.parts == 1)
        #expect(part.result?.outcome == .ok)
        #expect(try part.finish(rows(cells[0]), keepingRun: false))
        #expect(folder.isFinished(cells[0].identity) && folder.parts == 0)
        #expect(
            try Folder.names(in: folder.place(of: cells[0].identity)).sorted() == [
                "result.json", "rows.ndjson",
            ]
        )

        #expect(try self.part(of: cells[1]).finish(rows(cells[1]), keepingRun: true))
        #expect(WholeFile.exists("\(folder.place(of: cells[1].identity))/run/client.pcapng"))
    }

    @Test func `reads back a finished cell's run and steps`() throws {
        #expect(try part(of: cells[0]).finish(rows(cells[0]), keepingRun: false))
        let (run, steps) = try #require(try folder.stepRows(of: cells[0].identity))
        #expect(run["makespanNs"]?.int64 == 5)
        #expect(steps.map { $0["step"]?.text } == ["s"] && steps[0]["makespanNs"]?.int64 == 5)
        #expect(try folder.runRow(of: cells[0].identity) == run)
        #expect(throws: SweepError.self) { try folder.stepRows(of: cells[1].identity) }
    }

    @Test func `when two runners finish one cell, the second result is dropped`() throws {
        let (one, other) = (try part(of: cells[0]), try part(of: cells[0]))
        #expect(folder.parts == 2)
        #expect(try one.finish(rows(cells[0]), keepingRun: false))
        #expect(try !other.finish([], keepingRun: false))
        #expect(folder.parts == 0)
        #expect(try folder.rows(of: cells[0].identity) == rows(cells[0]))
    }

    @Test func `removes what a killed local process left, and keeps parts in progress`() throws {
        let part = try part(of: cells[0])
        let ended = try Program("/bin/sh", ["-c", "echo $$"]).run().output.filter(\.isNumber)
        let place = ProcessTag.own.text.split(separator: ".").dropLast().joined(separator: ".")
        let abandoned = "\(folder.partsFolder)/\(cells[1].identity)-\(place).\(ended)-\(RandomToken.text())"
        try Folder.make("\(abandoned)/run", mode: 0o700)
        // Another machine's process has ended, too, for all this one knows.
        let foreign = "\(folder.partsFolder)/\(cells[2].identity)-0\(place).\(ended)-\(RandomToken.text())"
        try Folder.make(foreign, mode: 0o700)
        folder.removeAbandonedParts(now: RunClock.wall())
        #expect(!Folder.exists(abandoned) && Folder.exists(foreign) && Folder.exists(part.runFolder))
        folder.removeAbandonedParts(now: RunClock.wall() + 3 * 86_400_000_000_000)
        #expect(!Folder.exists(foreign))
    }

    @Test func `a part without a result is dropped as a whole`() throws {
        let part = try CellPart(of: cells[0], in: folder)
        #expect(part.result == nil)
        part.drop()
        #expect(folder.parts == 0 && !folder.isFinished(cells[0].identity))
    }

    @Test func `removes parts that are unchanged for two days, and no others`() throws {
        let part = try part(of: cells[0])
        let now = RunClock.wall()
        folder.removeAbandonedParts(now: now + 47 * 3_600_000_000_000)
        #expect(folder.parts == 1)
        folder.removeAbandonedParts(now: now + 49 * 3_600_000_000_000)
        #expect(folder.parts == 0)
        _ = part
    }

    @Test func `tables have the rows of all finished cells, and the manifest lists the others`() throws {
        for cell in cells.prefix(2) { _ = try part(of: cell).finish(rows(cell), keepingRun: false) }
        var tables = RowTables(at: scratch.file("tables"), .plain)
        let counts = try tables.merge(CellSource(folder))
        #expect(counts.members == 2 && counts.missing == [cells[2].identity.text])
        #expect(counts.rows == [.run: 2, .step: 2])
        let steps = try scratch.read("tables/steps.ndjson").split(separator: "\n")
        #expect(steps.count == 2)
        let row = try JSONValue(parsing: Array(steps[1].utf8))
        #expect(row["cell"]?.text == cells[1].identity.text && row["step"]?.text == "s")
        #expect(row["makespanNs"]?.int64 == 5 && row["seed"]?.int64 == 2 && row["kernel"]?.text == "6.1")
        let manifest = try JSONValue(parsing: Array(scratch.read("tables/manifest.json").utf8))
        #expect(manifest["missing"]?.elements == [.string(cells[2].identity.text)])
        #expect(manifest["rows"]?["steps.ndjson"]?.int == 2)
        #expect(try Folder.names(in: scratch.file("tables")).count == RowKind.allCases.count + 1)
    }

    @Test(arguments: [
        "", "{\"row\":\"run\"}", "{\"row\":\"run\"}\n{\"row\":\"st", "{\"row\":\"what\"}\n", "no row\n",
    ])
    func `damaged rows exclude only their own cell, by name`(_ text: String) throws {
        _ = try part(of: cells[0]).finish(Array(text.utf8), keepingRun: false)
        _ = try part(of: cells[1]).finish(rows(cells[1]), keepingRun: false)
        var tables = RowTables(at: scratch.file("tables"), .plain)
        let counts = try tables.merge(CellSource(folder))
        #expect(counts.missing == [cells[0].identity.text, cells[2].identity.text])
        #expect(counts.rows == [.run: 1, .step: 1])
    }

    @Test func `compressed tables hold the same rows`() throws {
        for cell in cells { _ = try part(of: cell).finish(rows(cell), keepingRun: false) }
        var (packed, plain) = (
            RowTables(at: scratch.file("packed")), RowTables(at: scratch.file("plain"), .plain)
        )
        #expect(try packed.merge(CellSource(folder)) == plain.merge(CellSource(folder)))
        for kind in RowKind.allCases {
            let bytes = try WholeFile.read(
                scratch.file("packed/\(RowTables.Form.packed.fileName(kind))"),
                limit: 1 << 20
            )
            let unpacked = try ContentUnpacking.unpacked(bytes, coding: "zstd", atMost: 1 << 20)
            #expect(
                try String(decoding: unpacked, as: UTF8.self) == scratch.read("plain/\(kind.table).ndjson")
            )
        }
    }

    @Test func `skips cells once their median is known`() throws {
        // The cells differ in a setting: each is a combination of its own, and the rule wants one of each.
        let one = StopRule(share: 0.02, repetitions: 1...1)
        _ = try part(of: cells[0]).finish(rows(cells[0]), keepingRun: false)
        let apart = SweepProgress(folder, cells, one)
        #expect(apart.counts(of: cells) == (1, 0) && apart.needs(cells[1]) && !apart.needs(cells[0]))

        // As one combination with three seeds.
        let seeded = cells.map { PlannedCell(identity: $0.identity, scenario: "base", settings: [], seed: 1) }
        #expect(SweepProgress(folder, seeded, nil).counts(of: seeded) == (1, 0))
        #expect(SweepProgress(folder, seeded, one).counts(of: seeded) == (1, 2))
        var pair = SweepProgress(folder, seeded, StopRule(share: 0.02, repetitions: 2...3))
        #expect(pair.counts(of: seeded) == (1, 0))
        _ = try part(of: cells[1]).finish(rows(cells[1]), keepingRun: false)
        pair.note(seeded[1])
        // Both took as long: more would tell nothing.
        #expect(pair.counts(of: seeded) == (2, 1))
    }
}
