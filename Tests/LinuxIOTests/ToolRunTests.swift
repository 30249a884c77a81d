import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ToolRunTests {
    @Test func `an unknown program is nil`() {
        #expect(ToolRun(named: "netlab-no-such-program") == nil)
    }

    @Test func `a successful program throws nothing, and its output is discarded`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        try shell.run(["-c", "echo this is dropped"])
    }

    @Test func `a failing program is quoted, or else reported with its status or signal`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        let quoted = #expect(throws: ToolRun.Failure.self) {
            try shell.run(["-c", "echo this went >&2; echo wrong >&2; exit 3"])
        }
        #expect(quoted?.reason == "this went; wrong")
        #expect(quoted?.line.hasSuffix("sh -c echo this went >&2; echo wrong >&2; exit 3") == true)
        let silent = #expect(throws: ToolRun.Failure.self) { try shell.run(["-c", "exit 3"]) }
        #expect(silent?.reason == "it ended with status 3")
        let killed = #expect(throws: ToolRun.Failure.self) { try shell.run(["-c", "kill -9 $$"]) }
        #expect(killed?.reason == "it was killed by signal 9")
    }

    @Test func `quoted output is limited in length`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        let failure = #expect(throws: ToolRun.Failure.self) {
            try shell.run([
                "-c", "i=0; while [ $i -lt 2000 ]; do echo wordswords >&2; i=$((i+1)); done; exit 1",
            ])
        }
        #expect((failure?.reason.utf8.count ?? 0) < 10_000)
    }

    @Test func `a program's peak memory excludes that of its parent`() throws {
        let mebibyte: Int64 = 1 << 20
        let held = [UInt8](repeating: 1, count: 200 << 20)
        let copier = try #require(ToolRun(named: "dd"))
        let cost = try copier.cost(["if=/dev/zero", "of=/dev/null", "bs=40M", "count=5"])
        let peak = try #require(cost.peakBytes)
        #expect(peak > 40 * mebibyte && peak < 60 * mebibyte, "\(peak)")
        #expect(cost.time > 0 && cost.processorTime > 0)
        #expect(held.last == 1)
    }

    @Test func `a measured program can receive signals, and its failure is reported`() throws {
        let shell = try #require(ToolRun(named: "sh"))
        let script = "trap 'caught=1' USR1; sleep 0.2; kill -USR1 $$; [ \"$caught\" = 1 ]"
        #expect(try shell.cost(["-c", script]).peakBytes ?? 0 > 0)
        let failure = #expect(throws: ToolRun.Failure.self) { try shell.cost(["-c", "sleep 0.1; exit 3"]) }
        #expect(failure?.reason == "it ended with status 3")
    }
}
