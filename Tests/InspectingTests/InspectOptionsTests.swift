import Inspection
import LinuxIO
import Programs
import Reports
import TestSupport
import Testing
import Wire

@testable import Inspecting

struct InspectOptionsTests {
    private func options(_ words: [String]) throws(CommandFailure) -> InspectOptions {
        try InspectOptions(ParsedArguments(words, taking: InspectOptions.all, command: "inspect"))
    }

    @Test(arguments: [
        (["--summary", "--csv"], "leave --csv out"), (["--summary", "--har"], "leave --har out"),
        (["--handshakes", "--csv"], "leave --csv out"), (["--handshakes", "--graph"], "leave --graph out"),
        (["--handshakes", "--summary"], "leave --summary out"), (["--idle", "1s"], "--stream says which"),
        (["--stream", "1", "--idle", "1"], "--idle"),
        (["--top", "0"], "--top takes a whole number from 1"),
        (["--sort", "nonsense"], "--sort takes start, duration, size or speed: not `nonsense`"),
        (["--stream", "1", "--follow", "--top", "3"], "leave --top out"),
        (["--stream", "1", "--raw", "server", "--sort", "size"], "leave --sort out"),
        (["--fit", "--top", "3"], "leave --top out"), (["--summary", "--sort", "size"], "leave --sort out"),
        (["--handshakes", "--top", "3"], "leave --top out"),
        (["--extract", "x", "--top", "3"], "leave --top out"),
    ])
    func `rejects incompatible options`(_ words: [String], _ advice: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try options(words) }
        #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
    }

    @Test func `TCP events are read only for a report on a single connection`() throws {
        #expect(try options([]).reading.chronicle == nil)
        #expect(try options(["--stream", "3"]).reading.chronicle == ChronicleOrder(stream: 3))
        let patient = try options(["--stream", "3", "--json", "--idle", "200ms"]).reading.chronicle
        #expect(patient == ChronicleOrder(stream: 3, silence: 200_000_000))
        #expect(try options(["--stream", "3", "--har"]).reading.chronicle == nil)
        #expect(try options(["--stream", "3", "--follow"]).reading.chronicle == nil)
    }

    @Test func `a misspelled sort order suggests the nearest`() throws {
        let failure = #expect(throws: CommandFailure.self) { _ = try options(["--sort", "sped"]) }
        #expect(failure?.advice == "did you mean `speed`?")
        #expect(try options(["--sort", "speed", "--csv"]).ranking == ExchangeRanking(.speed))
        #expect(try options(["--top", "3"]).ranking == ExchangeRanking(.duration, most: 3))
        #expect(try options([]).ranking == ExchangeRanking(.start))
    }

    @Test func `an unknown connection lists the available ones`() {
        func advice(_ streams: [Int]) -> String? {
            var inspection = CaptureInspection()
            for stream in streams {
                inspection.flows.append(
                    CaptureFlow(
                        stream: stream,
                        client: Endpoint(address: .v4(1), port: 40_000),
                        server: Endpoint(address: .v4(2), port: 80),
                        isClientGuessed: false,
                        firstStamp: 0,
                        lastStamp: 0
                    )
                )
            }
            return CommandFailure.noConnection(99, in: "a.pcap", of: inspection).advice
        }
        #expect(advice([]) == "the capture has no connections")
        #expect(advice([0, 1, 2]) == "its connections are numbered 0 to 2")
        #expect(advice([3, 7]) == "--filter leaves its connections 3, 7")
        #expect(advice(Array(5..<20))?.hasSuffix("11, 12, ...") == true)
    }

    @Test func `distinguishes a folder without a capture from a missing file`() throws {
        let failure = #expect(throws: CommandFailure.self) { try CapturePaths.one("/proc/self") }
        #expect(failure?.status == .invalidFile)
        #expect(
            failure?.message.contains(
                "/proc/self: error: this is not a run's folder: it has no client.pcapng"
            ) == true
        )
        #expect(try CapturePaths.one("/nowhere/a.pcap") == "/nowhere/a.pcap")
        #expect(try CapturePaths.of("-") == ["-"])
    }

    @Test func `a folder of several runs stands for all their captures`() throws {
        let folder = try ScratchFolder()
        for run in ["2", "10", "1"] {
            try Folder.make(folder.file(run), mode: 0o700)
            try folder.write("\(run)/client.pcapng", "")
        }
        let captures = ["1", "10", "2"].map { "\(folder.path)/\($0)/client.pcapng" }
        #expect(try CapturePaths.of(folder.path) == captures)
        let failure = #expect(throws: CommandFailure.self) { try CapturePaths.one(folder.path) }
        #expect(failure?.message.contains("this folder holds 3 runs: name one of them") == true)
        #expect(try CapturePaths.of(folder.file("2")) == [captures[2]])
    }
}
