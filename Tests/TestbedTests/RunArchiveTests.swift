import Foundation
import LinkModel
import Runs
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

    @Test func `every log begins with its schema, and what is there is listed`() throws {
        var record = record
        record.timing = [TimingEvent(at: Instant(nanoseconds: 5), transfer: 0, kind: .start)]
        archive.keep(&record)
        #expect(record.ending == .completed)
        let timing = try String(contentsOfFile: archive.folder.file("timing.jsonl"), encoding: .utf8)
        #expect(timing.hasPrefix(#"{"schema":"netlab.timing/1"}"# + "\n"))
        #expect(timing.split(separator: "\n").count == 2)
        #expect(archive.artifacts == [.timingLog, .linkLog, .originLog])
    }

    @Test func `a log that cannot be written fails the run and leaves the others`() throws {
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

    @Test func `an interruption is not covered up by a log that cannot be written`() throws {
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
