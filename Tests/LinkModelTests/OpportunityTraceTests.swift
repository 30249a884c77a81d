import LinkModel
import Testing

@Suite struct OpportunityTraceTests {
    private func read(_ text: String) throws(TraceProblem) -> OpportunityTrace {
        try OpportunityTrace(name: "t", text: Array(text.utf8), repeats: true)
    }

    @Test(arguments: ["0\n0\n3\n10\n", "0\r\n0\r\n3\r\n10\r\n", "0\n0\n3\n10", "00\n0\n03\n10\n"])
    func `each line of a trace is a delivery opportunity`(_ text: String) throws {
        let trace = try read(text)
        #expect(trace.milliseconds == [0, 0, 3, 10])
        #expect((trace.name, trace.repeats, trace.length) == ("t", true, 10_000_000))
        #expect(trace.meanBps == 4_800_000)
    }

    struct Fault: Sendable {
        var text: String
        var problem: TraceProblem
    }

    @Test(arguments: [
        Fault(text: "", problem: .init("it is empty: it has no opportunity to send")),
        Fault(text: "\n", problem: .init(line: 1, "an empty line: each has a time in milliseconds")),
        Fault(text: "1\n\n2\n", problem: .init(line: 2, "an empty line: each has a time in milliseconds")),
        Fault(text: "0\n0\n", problem: .init(line: 2, "the last time is 0: a trace must have a later one")),
        Fault(text: "1\n5\n4\n", problem: .init(line: 3, "4 ms after 5 ms: times must not decrease")),
        Fault(text: "1\n-5\n", problem: .init(line: 2, "`-5` is not a time in whole milliseconds")),
        Fault(text: "1.5\n", problem: .init(line: 1, "`1.5` is not a time in whole milliseconds")),
        Fault(text: " 1\n", problem: .init(line: 1, "` 1` is not a time in whole milliseconds")),
        Fault(text: "4294967296\n", problem: .init(line: 1, "a time beyond 4294967295 ms")),
        Fault(text: "99999999999999999999\n", problem: .init(line: 1, "a time beyond 4294967295 ms")),
    ])
    func `an error is reported with its line number`(_ fault: Fault) {
        #expect(throws: fault.problem) { _ = try read(fault.text) }
    }

    @Test func `accepts the largest time that fits`() throws {
        #expect(try read("4294967295").length == 4_294_967_295_000_000)
    }

    @Test func `refuses traces beyond the length limit`() {
        let times = Array(repeating: UInt8(ascii: "1"), count: 4_000_002).enumerated().map { index, digit in
            index.isMultiple(of: 2) ? digit : UInt8(ascii: "\n")
        }
        #expect(throws: TraceProblem(line: 2_000_001, "more than 2000000 opportunities")) {
            _ = try OpportunityTrace(name: "t", text: times, repeats: true)
        }
        #expect(throws: TraceProblem("it is longer than 16 MiB")) {
            let text = Array(repeating: UInt8(ascii: "1"), count: 16 << 20 + 1)
            _ = try OpportunityTrace(name: "t", text: text, repeats: true)
        }
    }

    @Test func `a trace truncated at any byte does not crash the reader`() {
        let text = Array("0\r\n12\n12\n4000000000\n".utf8)
        for length in 0..<text.count {
            _ = try? OpportunityTrace(name: "t", text: Array(text.prefix(length)), repeats: false)
        }
    }
}
