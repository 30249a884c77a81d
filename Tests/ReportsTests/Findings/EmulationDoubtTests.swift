import JSON
import Reports
import Runs
import Testing

@Suite struct EmulationDoubtTests {
    private static let late =
        "one packet in a hundred left the line at least 4.8 ms late (at most 1.0 ms is good enough): the machine was too busy"

    @Test(arguments: [
        (ProcessorShortage(), ""),
        (
            ProcessorShortage(stolen: 310_000_000),
            " (its host gave 0.310 s of processor time to other guests)"
        ),
        (ProcessorShortage(waited: 1_200_000_000), " (its programs waited 1.200 s for a processor)"),
        (
            ProcessorShortage(stolen: 310_000_000, waited: 85_000_000),
            " (its host gave 0.310 s of processor time to other guests, and its programs waited 85.0 ms for a processor)"
        ),
    ])
    func `lateness is reported with what used the processors meanwhile`(
        shortage: ProcessorShortage,
        detail: String
    ) {
        let doubt = EmulationDoubt.late(4_800_000, limit: 1_000_000, shortage: shortage)
        #expect(doubt.words == Self.late + detail)
    }

    @Test(arguments: [
        (EmulationDoubt.missed(packets: 1), "the recorders missed 1 packet"),
        (.missed(packets: 2500), "the recorders missed 2,500 packets"),
        (.dropped(packets: 2500), "it dropped 2,500 packets that it should have carried"),
        (.clockSet(by: 2_000_000_000), "the wall clock was set by 2.000 s during the run"),
        (.text("no time"), "no time"),
    ])
    func `each doubt has its sentence`(doubt: EmulationDoubt, words: String) {
        #expect(doubt.words == words)
    }

    @Test func `a result says why it is untrusted, and keeps the reason when read back`() {
        var result = SampleResult.dsl()
        #expect(result.emulation.why == nil && result.json["emulation"]?["why"] == .null)
        result.emulation.doubts = [.missed(packets: 2), .clockSet(by: 1_000_000_000)]
        let why = "the recorders missed 2 packets; the wall clock was set by 1.000 s during the run"
        #expect(result.emulation.why == why && result.json["emulation"]?["why"] == .string(why))
        #expect(result.json["emulation"]?["trusted"] == .bool(false))
        let read = RunResult(json: result.json)
        #expect(read?.emulation.doubts == [.text(why)] && read?.emulation.why == why)
    }
}
