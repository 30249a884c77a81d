import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `A broken scenario` {
    private static let valid = """
        netlab: 1
        link: { profile: dsl }
        origin: { files: { a.jpg: { image: jpeg, size: 9 kB } } }
        steps: [ { name: cold, fetch: [a.jpg] } ]
        expect: [ cold.makespan < 8 s ]

        """

    /// The text to replace in a valid scenario, its replacement, the expected place of the error, and part of
    /// its message.
    static let faults: [(was: String, becomes: String, place: String, words: String)] = [
        ("netlab: 1", "netlab: 2", ":1:9:", "2"),
        ("netlab: 1\n", "", ":1:1:", "netlab"),
        ("netlab: 1", "netlab: one", ":1:9:", "1"),
        ("profile: dsl", "profil: dsl", ":2:9:", "`profile`"),
        ("profile: dsl", "profile: dls", ":2:18:", "dsl"),
        ("profile: dsl", "profile: fios", ":2:18:", "`wpt/fios` or `sitespeed/fios`"),
        ("profile: dsl", "profile: [dsl]", ":2:18:", ""),
        ("profile: dsl", "profile: dsl, down: { rate: 2 }", ":2:37:", "unit"),
        ("profile: dsl", "profile: dsl, down: { rate: 2 Mbps }", ":2:", "Mbit/s"),
        ("profile: dsl", "profile: dsl, down: { rate: -2 Mbit/s }", ":2:37:", "negative"),
        ("profile: dsl", "profile: dsl, down: { loss: 101 % }", ":2:", "%"),
        ("profile: dsl", "profile: dsl, down: { jitter: 8 ms }", ":2:", "below the mean delay"),
        ("profile: dsl", "profile: dsl, down: { delay: 3 ms }", ":2:31:", "oneWayDelay"),
        ("profile: dsl", "profile: dsl, mtu: 20", ":2:", "576"),
        ("profile: dsl", "profile: dsl, profile: 3g", ":2:", "duplicate"),
        ("link: { profile: dsl }\n", "", ":1:1:", "`link` is missing"),
        ("size: 9 kB", "size: 9", ":3:48:", "unit"),
        ("size: 9 kB", "size: 9 s", ":3:", "kB"),
        ("size: 9 kB", "size: -9 kB", ":3:48:", "negative"),
        ("size: 9 kB", "size: 9 B", ":3:48:", "400"),
        ("size: 9 kB", "size: 9 TB", ":3:", "unit"),
        ("size: 9 kB", "size: 99999999999999999999 B", ":3:48:", ""),
        ("size: 9 kB", "sise: 9 kB", ":3:42:", "`size`"),
        ("image: jpeg", "image: bmp", ":3:36:", "jpeg"),
        ("image: jpeg, size: 9 kB", "from: a.jpg", ":3:", "no file a.jpg"),
        ("origin: {", "origin: { http: [h3],", ":3:", "always encrypted"),
        ("origin: {", "origin: { tls: maybe,", ":3:16:", "true"),
        ("origin: {", "origin: { etag: hard,", ":3:17:", "strong"),
        ("origin: {", "origins: {", ":3:12:", "cannot name a host"),
        ("[a.jpg]", "[b.jpg]", ":4:32:", "a.jpg"),
        ("[a.jpg]", "[*.jpg]", ":4:32:", "\"*.jpg\""),
        ("[a.jpg]", "[\"*.png\"]", ":4:32:", "*.png"),
        ("[a.jpg]", "[]", ":4:", ""),
        ("name: cold, ", "", ":4:", "name"),
        ("name: cold", "name: [cold]", ":4:18:", ""),
        ("fetch: [a.jpg]", "fetch: [a.jpg], wait: 1 s", ":4:", "wait"),
        ("fetch: [a.jpg]", "fetch: { pattern: ziph, count: 9 }", ":4:42:", "`zipf`"),
        ("fetch: [a.jpg]", "fetch: { pattern: zipf }", ":4:31:", "`count`"),
        ("fetch: [a.jpg]", "fetch: { pattern: random, count: 9, page: 2 }", ":4:66:", "would repeat a file"),
        ("fetch: [a.jpg]", "fetch: [a.jpg], think: 1 s", ":4:40:", "in-turn"),
        ("a.jpg: {", "\"a{3..1}.jpg\": {", ":3:20:", "range"),
        ("fetch: [a.jpg]", "fech: [a.jpg]", ":4:", "`fetch`"),
        ("steps: [", "steps: [ { name: cold, fetch: all },", ":4:", "cold"),
        ("steps: [", "steps: [ { forget: everything },", ":4:20:", "all"),
        ("steps: [", "steps: [ { advance: 8 },", ":4:", "unit"),
        ("cold.makespan", "warm.makespan", ":5:11:", "no step"),
        ("cold.makespan", "cold.makspan", ":5:16:", "makespan"),
        ("8 s ]", "8 ]", ":5:", "unit"),
        ("8 s ]", "8 MB ]", ":5:", ""),
        ("< 8 s", "=< 8 s", ":5:", "<="),
        ("expect:", "expekt:", ":5:1:", "`expect`"),
        ("expect: [", "expect: &all [", ":5:", "anchor"),
        ("expect: [", "expect: {", ":5:", ""),
        ("steps:", "\tsteps:", ":4:1:", "tab"),
        ("dsl }", "dsl", ":", ""),
    ]

    @Test(arguments: faults.indices)
    func `exits with status 2 and shows position, caret and suggestion`(_ index: Int) throws {
        let fault = Self.faults[index]
        let folder = try ScratchFolder()
        let text = Self.valid.replacing(fault.was, with: fault.becomes)
        try #require(text != Self.valid)
        try folder.write("broken.yaml", text)
        let output = try Netlab.run("check", "broken.yaml", in: folder)
        #expect(output.status == 2, "\(fault.becomes): \(output.errors)")
        #expect(output.output == "")
        let placed = output.errors.split(separator: "\n").filter { $0.hasPrefix("broken.yaml\(fault.place)") }
        #expect(placed.contains { $0.contains(": error: ") }, "\(fault.becomes): \(output.errors)")
        #expect(output.errors.contains(fault.words), "\(fault.becomes): \(output.errors)")
        #expect(output.errors.contains("^"), "\(fault.becomes): \(output.errors)")
    }

    @Test
    func `has a valid original`() throws {
        let folder = try ScratchFolder()
        try folder.write("valid.yaml", Self.valid)
        let output = try Netlab.run("check", "valid.yaml", in: folder)
        #expect(output.status == 0, "\(output.errors)")
    }

    /// Texts that are not a scenario at all, each as a shell's printf argument.
    @Test(arguments: [
        "true",
        "echo '# nothing'",
        "printf 'netlab: 1\\nname: \\377\\376\\n'",
        "head -c 10000000 /dev/zero | tr '\\0' a",
        "head -c 100000 /dev/zero | tr '\\0' '['",
        "printf -- '- 1\\n- 2\\n'",
        "printf 'netlab: 1\\n---\\nnetlab: 1\\n'",
        "head -c 1000 \"$NETLAB\"",
    ])
    func `is refused without a crash`(_ printing: String) throws {
        let folder = try ScratchFolder()
        let output = try Netlab.shell("\(printing) > broken.yaml; \"$NETLAB\" check broken.yaml", in: folder)
        #expect(output.status == 2, "\(output.errors.prefix(500))")
        #expect(output.errors.contains("broken.yaml:"), "\(output.errors.prefix(500))")
        #expect(output.errors.contains("error: "), "\(output.errors.prefix(500))")
    }
}
