import Analysis
import JSON
import LinuxIO
import Logs
import Reports
import Runs
import TestSupport
import Testbed
import Testing
import Wire

@testable import Experiments

/// A run over byte streams, read back from its folder.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct KeptRunTests {
    private let scratch: ScratchFolder
    private let folder: String
    private let result: RunResult

    init() throws {
        scratch = try ScratchFolder()
        folder = scratch.file("run")
        let text = """
            netlab: 1
            name: kept
            link: { down: { rate: 80 Mbit/s, oneWayDelay: 1 ms }, up: { rate: 80 Mbit/s, oneWayDelay: 1 ms } }
            expect: [ cold.source == network ]

            origin: { files: { "a{1..2}.jpg": { image: jpeg, size: 20 kB } } }
            client: { policy: both }
            steps: [ { name: cold, fetch: all }, { name: warm, fetch: all, expect: [ source == memory ] } ]
            """
        var settings = ExperimentSettings()
        settings.line = .streams
        let source = try ExperimentSource(text: Array(text.utf8), file: "x.yaml")
        result = try ExperimentSession(settings).results(of: [source], in: folder)[0]
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try WholeFile.read("\(folder)/\(name)", limit: 1 << 24), as: UTF8.self)
    }

    private func write(_ name: String, _ text: String) throws {
        try WholeFile.write("\(folder)/\(name)", Array(text.utf8))
    }

    private func replace(_ old: String, with new: String, in name: String) throws {
        let text = try text(name)
        try #require(text.contains(old))
        try write(name, text.replacing(old, with: new, maxReplacements: 1))
    }

    private func fault() -> KeptRunError.Fault? {
        do throws(KeptRunError) {
            _ = try KeptRun(folder)
            return nil
        } catch {
            return error.fault
        }
    }

    @Test func `the folder yields the run's own result and documents`() throws {
        let run = try KeptRun(folder)
        #expect(run.result == result)
        #expect(run.result.expectations.map(\.line) == [4, 8])
        #expect(run.explanation.missing.isEmpty)
        #expect(try run.result.json.pretty == text("result.json"))
        #expect(try String(decoding: run.page.bytes, as: UTF8.self) == text("report.html"))
        var archive: [UInt8] = []
        run.archive.draft.write { archive += $0 }
        #expect(try String(decoding: archive, as: UTF8.self) == text("run.har"))
    }

    @Test func `missing reports are not an error`() throws {
        for name in ["result.json", "run.har", "report.html", "scenario.yaml"] {
            WholeFile.remove("\(folder)/\(name)")
            #expect(try KeptRun(folder).explanation.missing.isEmpty, "\(name)")
        }
    }

    @Test func `names a missing file`() throws {
        for log in ["timing.jsonl", "link.jsonl", "origin.jsonl", "resolved.yaml"] {
            let bytes = try text(log)
            WholeFile.remove("\(folder)/\(log)")
            #expect(fault() == .absent(file: log))
            try write(log, bytes)
        }
        WholeFile.remove("\(folder)/record.json")
        #expect(fault() == .noRecord(netlab: result.netlab))
        try write("result.json", "{")
        #expect(fault() == .absent(file: "record.json"))
        WholeFile.remove("\(folder)/result.json")
        #expect(fault() == .noRun)
    }

    @Test func `rejects a log with missing entries or foreign lines`() throws {
        let whole = try text("link.jsonl")
        let count = whole.split(separator: "\n").count - 1
        try write("link.jsonl", String(whole.dropLast(5)))
        guard case .foreignLines(.linkLog, 1) = fault() else { return #expect(fault() == nil) }
        let lines = whole.split(separator: "\n").dropLast(3)
        try write("link.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(fault() == .entries(.linkLog, found: count - 3, written: count))
        try write("link.jsonl", whole.replacing("netlab.link/1", with: "netlab.link/9"))
        #expect(fault() == .otherVersion(file: "link.jsonl", schema: "netlab.link/1"))
        try write("link.jsonl", "")
        #expect(fault() == .otherVersion(file: "link.jsonl", schema: "netlab.link/1"))
        try write("link.jsonl", whole)
        #expect(fault() == nil)
    }

    @Test func `rejects impossible values with their position`() throws {
        let record = try text("record.json")
        for (old, new, place) in [
            (#""bodyBytes": 20000,"#, #""bodyBytes": "x","#, ".transfers"),
            (#""complete": true"#, #""complete": 5"#, ".steps"),
        ] {
            try replace(old, with: new, in: "record.json")
            #expect(fault() == .impossible(file: "record.json", place: place), "\(new)")
            try write("record.json", record)
        }
        let start = try #require(result.transfers.first?.start.nanoseconds)
        try replace(
            "\"startNs\": \(start),\n      \"endNs\": ",
            with: "\"startNs\": \(start),\n      \"endNs\": -",
            in: "record.json"
        )
        #expect(fault() == .impossible(file: "record.json", place: ".transfers[0]"))
        try write("record.json", record.replacing("netlab.record/1", with: "netlab.record/7"))
        #expect(fault() == .otherVersion(file: "record.json", schema: "netlab.record/1"))
        try write("record.json", String(record.dropLast(20)))
        guard case .unreadable("record.json", _) = fault() else { return #expect(fault() == nil) }
    }

    @Test func `rejects another scenario in the folder`() throws {
        try replace("80 Mbit/s", with: "40 Mbit/s", in: "resolved.yaml")
        #expect(fault() == .otherScenario)
    }

    @Test func `reports an edited figure with its path and the recorded value`() throws {
        let transfer = try #require(result.transfers.first)
        try replace("\"durationNs\": \(transfer.duration)", with: "\"durationNs\": 7", in: "result.json")
        let run = try KeptRun(folder)
        #expect(run.result == result)
        let difference = JSONDifference(
            path: ".transfers[0].durationNs",
            one: .integer(7),
            other: .integer(transfer.duration)
        )
        #expect(run.explanation.missing == [.editedResult(difference, places: 1)])
    }

    @Test func `reports an edited log`() throws {
        let entry = try #require(try KeptRun(folder).record.linkLog.last { $0.departure != nil })
        let left = try #require(entry.departure).nanoseconds
        try replace("\"leftNs\":\(left)", with: "\"leftNs\":\(left + 50_000_000)", in: "link.jsonl")
        let missing = try KeptRun(folder).explanation.missing
        #expect(missing.count == 1)
        guard case .editedResult? = missing.first else { return #expect(Bool(false), "\(missing)") }
    }

    @Test func `distinguishes the result of another run from an edited one`() throws {
        try replace("\"repeat\": 1", with: "\"repeat\": 2", in: "result.json")
        #expect(try KeptRun(folder).explanation.missing == [.foreignResult])
        try write("result.json", "{}")
        #expect(
            try KeptRun(folder).explanation.missing == [
                .damagedResult(why: "it does not begin with netlab.result/1")
            ]
        )
    }

    /// Another version may compute otherwise.
    @Test func `does not compare the figures of another version's result`() throws {
        let record = try text("record.json")
        try write(
            "record.json",
            record.replacing(#""netlab": "\#(result.netlab)""#, with: #""netlab": "0.0.1""#)
        )
        #expect(
            try KeptRun(folder).explanation.missing == [
                .editedResult(
                    JSONDifference(path: ".netlab", one: .string(result.netlab), other: "0.0.1"),
                    places: 1
                )
            ]
        )
        try replace(#""netlab": "\#(result.netlab)""#, with: #""netlab": "0.0.1""#, in: "result.json")
        try replace("\"requests\": 2", with: "\"requests\": 3", in: "result.json")
        #expect(try KeptRun(folder).explanation.missing.isEmpty)
    }

    @Test(
        arguments: [
            (.noRun, "this folder holds no run", "netlab run dsl makes a run"),
            (
                .noRecord(netlab: "0.1.0"),
                "record.json is missing: it was removed, or netlab 0.1.0, which made this run, did not write it yet",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .absent(file: "link.jsonl"),
                "link.jsonl is missing, and the analysis needs everything that the run recorded",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .absent(file: "resolved.yaml"),
                "resolved.yaml is missing, and the analysis needs everything that the run recorded",
                "netlab run f/scenario.yaml makes the run again"
            ),
            (
                .unreadable(file: "client.pcapng", why: "no"), "client.pcapng cannot be read: no",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .otherVersion(file: "record.json", schema: "netlab.record/1"),
                "record.json does not begin with netlab.record/1: another version wrote it",
                "the version of netlab that made the run reads it"
            ),
            (
                .foreignLines(.originLog, count: 1),
                "one line of origin.jsonl is not a valid entry: the file was changed",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .entries(.linkLog, found: 3, written: 5),
                "link.jsonl has 3 of the 5 entries that the run recorded: the file was changed",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .impossible(file: "record.json", place: ".steps[0]"),
                "record.json has a value at .steps[0] that no run writes: it was changed",
                "netlab run f/resolved.yaml makes the run again"
            ),
            (
                .otherScenario,
                "resolved.yaml is not the scenario of this run: it was changed, or a file that it names was",
                "netlab run f/scenario.yaml makes the run again"
            ),
        ] as [(KeptRunError.Fault, String, String)]
    )
    func `each error has its message and advice`(
        fault: KeptRunError.Fault,
        words: String,
        advice: String
    ) {
        let error = KeptRunError(folder: "f", fault: fault)
        #expect(error.message == "f: error: \(words)")
        #expect(error.advice == advice)
    }
}
