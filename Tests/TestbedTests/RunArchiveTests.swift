import Foundation
import JSON
import LinkModel
import LinuxIO
import Logs
import Runs
import ScenarioFormat
import TestSupport
import Testing
import Wire

@testable import Testbed

@Suite(.timeLimit(.minutes(1)))
struct RunArchiveTests {
    private let scratch: ScratchFolder
    private let archive: RunArchive

    init() throws {
        scratch = try ScratchFolder()
        archive = RunArchive(try RunFolder.named(scratch.file("run")), scenarioText: [])
    }

    private var record: RunRecord {
        let line = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        return RunRecord(
            scenario: "sample",
            scenarioDigest: "",
            seed: 1,
            startedAt: 0,
            machine: MachineRecord(kernel: "", cpus: 1, memoryBytes: 1, isPrivileged: false),
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: nil,
                congestion: "cubic",
                parameters: line
            )
        )
    }

    private var result: RunResult {
        RunResult(
            netlab: "0.1.0",
            scenario: "x",
            scenarioDigest: "00",
            seed: 1,
            startedAt: 0,
            machine: record.machine,
            outcome: .ok,
            link: record.link
        )
    }

    @Test func `every log starts with its schema, and existing logs are listed`() throws {
        var record = record
        record.timing = [TimingEvent(at: Instant(nanoseconds: 5), transfer: 0, kind: .start)]
        archive.keep(&record)
        #expect(record.ending == .completed)
        let timing = try String(contentsOfFile: archive.folder.file("timing.jsonl"), encoding: .utf8)
        #expect(timing.hasPrefix(#"{"schema":"netlab.timing/1"}"# + "\n"))
        #expect(timing.split(separator: "\n").count == 2)
        #expect(archive.artifacts == [.timingLog, .linkLog, .originLog])
    }

    @Test func `data without a log is kept in the record`() throws {
        var record = record
        record.ending = .interrupted
        record.transfers = [
            TransferRecord(
                id: 0,
                step: "cold",
                file: "a.jpg",
                url: "",
                source: .network,
                start: .zero,
                end: Instant(nanoseconds: 5),
                bodyBytes: 7
            )
        ]
        archive.keep(&record)
        let kept = try String(contentsOfFile: archive.folder.file("record.json"), encoding: .utf8)
        var again = try #require(try RunRecord(json: JSONValue(parsing: Array(kept.utf8))))
        again.link.parameters = record.link.parameters
        #expect(again == record)
        #expect(RunArchive.fileNames.contains("record.json"))
    }

    @Test func `an unwritable record fails the run`() throws {
        try FileManager.default.createDirectory(
            atPath: archive.folder.file("record.json"),
            withIntermediateDirectories: false
        )
        var record = record
        archive.keep(&record)
        guard case .failed(let what) = record.ending else {
            Issue.record("the run is not failed: \(record.ending)")
            return
        }
        #expect(what.contains("record.json"))
    }

    @Test func `the HAR file is listed only if it was written`() throws {
        var result = result
        #expect(archive.keep(.object([("log", .value([:]))]), of: &result) == nil)
        #expect(result.artifacts == [.httpArchive])
        let text = try String(contentsOfFile: archive.folder.file("run.har"), encoding: .utf8)
        #expect(text == "{\n  \"log\": {}\n}\n")
        try FileManager.default.removeItem(atPath: archive.folder.path)
        result.artifacts = []
        let failure = archive.keep(.value([:]), of: &result)
        #expect(failure == SystemCallError("open", on: archive.folder.file("run.har"), errno: ENOENT))
        #expect(result.artifacts.isEmpty && result.outcome == .ok)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a file system of 8 KiB"))
    func `the HAR file is removed to make room for the result`() throws {
        let disk = archive.folder.path
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=8k") == 0)
        defer { umount2(disk, CInt(MNT_DETACH)) }
        try #require(FileManager.default.createFile(atPath: "\(disk)/full", contents: Data(count: 4096)))
        var result = result
        #expect(archive.keep(.object([("log", .value([:]))]), of: &result) == nil)
        let failure = archive.keep(&result) { .array($0.artifacts.map { .string($0.fileName) }) }
        #expect(failure == SystemCallError("write", on: "\(disk)/run.har", errno: ENOSPC))
        #expect(result.outcome == .ok && result.artifacts.isEmpty)
        #expect(try String(contentsOfFile: "\(disk)/result.json", encoding: .utf8) == "[]\n")
        #expect(!FileManager.default.fileExists(atPath: "\(disk)/run.har"))
    }

    @Test func `a proxy log is written if a proxy was used`() throws {
        var record = record
        record.proxyLog = [
            ProxyLogEntry(
                clientPort: 1,
                method: "GET",
                url: "http://origin.netlab.test/a.jpg",
                status: 200,
                arrived: .zero
            )
        ]
        archive.keep(&record)
        let log = try String(contentsOfFile: archive.folder.file("proxy.jsonl"), encoding: .utf8)
        #expect(log.hasPrefix(#"{"schema":"netlab.proxy-log/1"}"# + "\n{\"clientPort\":1,"))
        #expect(archive.artifacts.contains(.proxyLog))
    }

    @Test func `files named by the scenario are copied, or hard-linked from an earlier run`() throws {
        let text = """
            netlab: 1
            link: { profile: nlc/dsl }
            origin: { files: { a.css: { from: pages/a.css } } }
            steps: [ { name: cold, fetch: all } ]
            """
        let files = ScenarioFiles { _, _ throws(ScenarioFileProblem) in Array("a { }".utf8) }
        let scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "a.yaml", files: files)
            .variants[0].scenario
        let plan = BenchPlan(scenario: scenario, resolved: ResolvedScenario(scenario).text)
        try archive.begin(plan)
        let later = RunArchive(
            try RunFolder.named(scratch.file("later")),
            scenarioText: [],
            earlier: archive.folder
        )
        try later.begin(plan)
        for folder in [archive.folder, later.folder] {
            #expect(try String(contentsOfFile: folder.file("pages/a.css"), encoding: .utf8) == "a { }")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: later.folder.file("pages/a.css"))
        #expect(attributes[.referenceCount] as? Int == 2)
    }

    @Test func `an unwritable log fails the run but not the other logs`() throws {
        try FileManager.default.createDirectory(
            atPath: archive.folder.file("timing.jsonl"),
            withIntermediateDirectories: false
        )
        var record = record
        archive.keep(&record)
        guard case .failed(let what) = record.ending else {
            Issue.record("the run is not failed: \(record.ending)")
            return
        }
        #expect(what.contains("timing.jsonl"))
        #expect(FileManager.default.fileExists(atPath: archive.folder.file("link.jsonl")))
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to make a file system of 4 KiB"))
    func `a log without space for its schema is removed`() throws {
        let disk = archive.folder.path
        try #require(mount("tmpfs", disk, "tmpfs", 0, "size=4k") == 0)
        defer { umount2(disk, CInt(MNT_DETACH)) }
        try #require(FileManager.default.createFile(atPath: "\(disk)/full", contents: Data(count: 4096)))
        var record = record
        archive.keep(&record)
        #expect(record.ending != .completed)
        #expect(archive.artifacts == [])
    }

    @Test func `an unwritable page is reported and removed`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: archive.folder.file("page.html"),
            withDestinationPath: "/dev/full"
        )
        let failure = archive.keep(report: Array("<html>".utf8), as: "page.html")
        #expect(failure == SystemCallError("write", on: archive.folder.file("page.html"), errno: ENOSPC))
        #expect(try FileManager.default.contentsOfDirectory(atPath: archive.folder.path) == [])
    }

    @Test func `an unwritable log does not hide an interruption`() throws {
        try FileManager.default.createDirectory(
            atPath: archive.folder.file("link.jsonl"),
            withIntermediateDirectories: false
        )
        var record = record
        record.ending = .interrupted
        archive.keep(&record)
        #expect(record.ending == .interrupted)
    }
}
