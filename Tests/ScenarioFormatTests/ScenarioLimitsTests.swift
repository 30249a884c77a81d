import ScenarioFormat
import Scenarios
import Testing

/// What `docs/limits.md` says of scenarios: as much as that is read, and one more is refused.
@Suite struct ScenarioLimitsTests {
    /// The faults; empty if the text is a scenario.
    private static func faults(
        _ text: String,
        files: ScenarioFiles = .none
    ) -> String {
        do throws(ScenarioError) {
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", files: files)
            return ""
        } catch {
            return error.description
        }
    }

    /// So much of something is read, and one more is refused with these words.
    private static func check(
        most: Int,
        _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ text: (Int) -> String
    ) {
        #expect(faults(text(most)) == "", sourceLocation: sourceLocation)
        let told = faults(text(most + 1))
        #expect(told.contains(words), "\(told.prefix(300))", sourceLocation: sourceLocation)
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ", ")
    }

    private static func scenario(files count: Int, steps: String) -> String {
        BrokenScenario.scenario(
            origin: "origin: { files: { \(list(count) { "f\($0).txt: { text: x }" }) } }",
            steps: "steps: [ \(steps) ]"
        )
    }

    @Test func `a text has at most 1 MiB`() {
        let base = BrokenScenario.scenario() + "#"
        Self.check(most: 1 << 20, "1048577 bytes are too many: a scenario has at most 1 MiB") { size in
            base + String(repeating: "x", count: size - base.utf8.count)
        }
    }

    @Test func `values nest at most 32 levels deep`() {
        // The entry of `json` is on the fourth level, and what it holds on the fifth.
        Self.check(most: 32, "nested more than 32 deep") { depth in
            let value =
                String(repeating: "[", count: depth - 5) + "1" + String(repeating: "]", count: depth - 5)
            return BrokenScenario.scenario(
                origin: "origin: { files: { a.jpg: { json: \(value) } } }",
                steps: "steps: [ { name: cold, fetch: all } ]"
            )
        }
    }

    @Test func `a scenario has at most 1000 steps`() {
        Self.check(most: 1000, "more than 1000 steps") { count in
            Self.scenario(
                files: 1,
                steps: "{ name: a, fetch: all }, " + Self.list(count - 1) { _ in "{ wait: 1 ms }" }
            )
        }
    }

    @Test func `a scenario has at most 1000 expectations, including those of steps`() {
        Self.check(most: 1000, "more than 1000 expectations") { count in
            Self.scenario(files: 1, steps: "{ name: a, fetch: all, expect: makespan < 1 s }")
                + "expect: [ \(Self.list(count - 1) { "a.makespan < \($0 + 1) s" }) ]\n"
        }
    }

    @Test func `a list has at most 1000 names`() {
        Self.check(most: 1000, "more than 1000 names in `change`") { count in
            Self.scenario(
                files: 1,
                steps: "{ name: a, fetch: all }, { change: [ \(Self.list(count) { _ in "f0.txt" }) ] }"
            )
        }
        Self.check(most: 1000, "more than 1000 files on a page") { count in
            Self.scenario(
                files: 1,
                steps: "{ name: a, fetch: [ [ \(Self.list(count) { _ in "f0.txt" }) ] ] }"
            )
        }
    }

    @Test func `a list of statuses, rates or outages has at most 1000 items`() {
        Self.check(most: 1000, "more than 1000 statuses") { count in
            BrokenScenario.scenario(rest: "").replacing(
                "size: 10 kB",
                with: "size: 10 kB, status: [ \(Self.list(count) { _ in "200" }) ]"
            )
        }
        Self.check(most: 1000, "more than 1000 rates in `schedule`") { count in
            BrokenScenario.scenario(
                link: "link: { down: { rate: { loop: true, schedule: [ "
                    + "\(Self.list(count) { _ in "{ rate: 1 kB/s, for: 1 s }" }) ] } } }"
            )
        }
        Self.check(most: 1000, "more than 1000 outages") { count in
            let list = Self.list(count) { "{ at: \(2 * $0 + 1) s, for: 1 s }" }
            return BrokenScenario.scenario(link: "link: { down: { outages: { list: [ \(list) ] } } }")
        }
    }

    @Test func `all steps together have at most 10,000 fetches`() {
        Self.check(most: 10_000, "more than 10000 fetches") { count in
            let rest = count - 9999
            return Self.scenario(
                files: 1,
                steps: "{ name: a, fetch: [ { pattern: random, count: 9999 } ] }, "
                    + "{ name: b, fetch: [ \(Self.list(rest) { _ in "f0.txt" }) ] }"
            )
        }
    }

    @Test func `a scenario has at most 64 named origins`() {
        Self.check(most: 64, "more than 64 hosts in `origins`") { count in
            BrokenScenario.scenario(
                rest:
                    "origins: { \(Self.list(count) { "h\($0).test: { files: { g\($0).txt: { text: x } } }" }) }"
            )
        }
    }

    @Test func `a matrix has at most 1000 combinations`() {
        Self.check(most: 1000, "1001 combinations: at most 1000") { count in
            BrokenScenario.scenario(rest: "matrix: { seed: [ \(Self.list(count) { "\($0)" }) ] }")
        }
    }

    @Test func `a file has at most 64 MB`() {
        let text = BrokenScenario.scenario(
            origin: "origin: { files: { a.jpg: { from: a } } }",
            steps: "steps: [ { name: cold, fetch: all } ]"
        )
        func files(_ size: Int) -> ScenarioFiles {
            ScenarioFiles { _, _ in [UInt8](repeating: 0, count: size) }
        }
        #expect(Self.faults(text, files: files(64_000_000)) == "")
        #expect(Self.faults(text, files: files(64_000_001)).contains("it has more than 64 MB"))
        let made = BrokenScenario.scenario().replacing("size: 10 kB", with: "size: 64000001 B")
        #expect(Self.faults(made).contains("`size` is at most 64 MB"))
    }

    @Test func `all files together have at most 512 MB`() {
        let body = [UInt8](repeating: 0, count: 64_000_000)
        let files = ScenarioFiles { path, _ in path == "small" ? [0] : body }
        func text(_ last: String) -> String {
            let names = (0..<8).map { "f\($0): { from: f\($0) }" }.joined(separator: ", ")
            return BrokenScenario.scenario(
                origin: "origin: { files: { \(names)\(last) } }",
                steps: "steps: [ { name: cold, fetch: all } ]"
            )
        }
        #expect(Self.faults(text(""), files: files) == "")
        let told = Self.faults(text(", s: { from: small }"), files: files)
        #expect(told.contains("the scenario's files together have more than 512 MB"), "\(told)")
    }

    @Test func `reports up to 100 errors and counts the others`() {
        let error = #expect(throws: ScenarioError.self) {
            let text = BrokenScenario.scenario(rest: (0..<107).map { "k\($0): 1" }.joined(separator: "\n"))
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml")
        }
        #expect(error?.diagnostics.count == 100 && error?.unlisted == 7)
        #expect(error?.description.hasSuffix("\nand 7 more") == true)
    }

    @Test func `a step's name has at most 64 characters and starts with a letter`() {
        Self.check(most: 64, "it is longer than 64 characters") { count in
            Self.scenario(files: 1, steps: "{ name: \(String(repeating: "n", count: count)), fetch: all }")
        }
        for name in ["1a", "-a", "_a"] {
            let told = Self.faults(Self.scenario(files: 1, steps: "{ name: \"\(name)\", fetch: all }"))
            #expect(told.contains("it must begin with a letter"), "\(told)")
        }
    }

    @Test func `a whole number must not have a sign`() {
        let told = Self.faults(BrokenScenario.scenario(client: "client: { connections: +5 }"))
        #expect(told.contains("`connections` takes a whole number, not `+5`"), "\(told)")
    }

    @Test func `HTTP/2 through a proxy requires only an encrypted origin`() {
        func faults(_ origin: String) -> String {
            Self.faults(
                BrokenScenario.scenario(
                    origin: "origin: { files: { a.jpg: { text: x } }\(origin) }",
                    steps: "steps: [ { name: cold, fetch: all } ]",
                    rest: "proxy: true"
                )
            )
        }
        #expect(faults(", http: [h2]").contains("clients speak HTTP/1.1 to a proxy"))
        for origin in [", http: [h2], tls: {}", ", http: [h2, http/1.1], tls: {}", ", tls: {}", ""] {
            #expect(faults(origin) == "")
        }
    }

    @Test func `a client has at most 256 connections`() {
        Self.check(most: 256, "`connections` is from 1 to 256, not 257") { count in
            BrokenScenario.scenario(client: "client: { connections: \(count) }")
        }
    }

    @Test func `a line has at most 1 Tbit/s, 1 h of delay and 10 million packets of queue`() {
        Self.check(most: 1_000_000_000_000, "`rate` is at most 1000 Gbit/s") { rate in
            BrokenScenario.scenario(link: "link: { down: { rate: \(rate) bit/s } }")
        }
        Self.check(most: 3_600_000_000_000, "`oneWayDelay` is at most 1 h") { delay in
            BrokenScenario.scenario(link: "link: { down: { oneWayDelay: \(delay) ns } }")
        }
        Self.check(most: 10_000_000, "`queue` is at most 10000000 packets") { queue in
            BrokenScenario.scenario(link: "link: { down: { queue: \(queue) packets } }")
        }
    }

    @Test func `all steps together advance the date by at most 100 years`() {
        let decades = Self.list(10) { _ in "{ advance: 3650 d }" }
        #expect(Self.faults(Self.scenario(files: 1, steps: decades)) == "")
        let told = Self.faults(Self.scenario(files: 1, steps: decades + ", { advance: 1 ns }"))
        #expect(told.contains("all steps together `advance` by at most 36500 d"), "\(told)")
    }

    @Test func `a queue or burst of one MTU is allowed`() {
        for mtu in [576, 1500] {
            for part in ["queue: \(mtu) B", "police: { rate: 1 Mbit/s, burst: \(mtu) B }"] {
                let link = "link: { mtu: \(mtu), down: { \(part) } }"
                #expect(Self.faults(BrokenScenario.scenario(link: link)) == "")
            }
        }
    }

    @Test(arguments: [
        "gilbertElliott: { toBad: 0 %, toGood: 0 % }",
        "gilbertElliott: { toBad: 0 %, toGood: 1 %, lossInGood: 99 % }",
        "fourState: { p13: 1 %, p31: 0 %, p32: 1 % }", "fourState: { p13: 1 %, p31: 30 %, p32: 70 % }",
    ])
    func `accepts loss models with every state left or never entered`(_ loss: String) {
        let link = "link: { down: { loss: { \(loss) } } }"
        #expect(Self.faults(BrokenScenario.scenario(link: link)) == "")
    }

    @Test func `a sweep has at most 10 million cells`() throws {
        func faults(_ seeds: Int) -> String {
            let numbers = Self.list(1000) { "\($0)" }
            let text =
                "sweep: 1\nscenario: base\naxes: { link.mtu: [ \(numbers) ], a.b: [ \(numbers) ] }\n"
                + "seeds: \(seeds)\n"
            do {
                _ = try SweepLoader.load(text: Array(text.utf8), file: "s.yaml", files: .none) { _ in
                    ("base.yaml", Array(BrokenScenario.scenario().utf8), .none)
                }
                return ""
            } catch { return "\(error)" }
        }
        #expect(faults(10) == "")
        #expect(faults(11).contains("11000000 cells: at most 10000000"))
    }
}
