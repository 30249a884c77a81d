import Inspection
import Testing

@testable import netlab

struct InspectOptionsTests {
    private func options(_ words: [String]) throws(CommandFailure) -> InspectOptions {
        try InspectOptions(ParsedArguments(words, taking: InspectOptions.all, command: "inspect"))
    }

    @Test(arguments: [
        (["--summary", "--csv"], "leave --csv out"), (["--summary", "--har"], "leave --har out"),
        (["--handshakes", "--csv"], "leave --csv out"), (["--handshakes", "--graph"], "leave --graph out"),
        (["--handshakes", "--summary"], "leave --summary out"), (["--idle", "1s"], "--stream says which"),
        (["--stream", "1", "--idle", "1"], "--idle"),
    ])
    func `what does not go together is said`(_ words: [String], _ advice: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try options(words) }
        #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
    }

    @Test func `TCP's events are asked for only where one connection is told`() throws {
        #expect(try options([]).reading.chronicle == nil)
        #expect(try options(["--stream", "3"]).reading.chronicle == ChronicleOrder(stream: 3))
        let patient = try options(["--stream", "3", "--json", "--idle", "200ms"]).reading.chronicle
        #expect(patient == ChronicleOrder(stream: 3, silence: 200_000_000))
        #expect(try options(["--stream", "3", "--har"]).reading.chronicle == nil)
        #expect(try options(["--stream", "3", "--follow"]).reading.chronicle == nil)
    }

    @Test func `a folder that is no run's is told apart from a file that is not there`() throws {
        let failure = #expect(throws: CommandFailure.self) { try CaptureReading.path(of: "/proc/self") }
        #expect(failure?.status == .invalidFile)
        #expect(failure?.message.contains("/proc/self: error: this folder has no client.pcapng") == true)
        #expect(try CaptureReading.path(of: "/nowhere/a.pcap") == "/nowhere/a.pcap")
    }
}
