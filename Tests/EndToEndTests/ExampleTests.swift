import Foundation
import TestSupport
import Testing

/// The page about tests, and the examples that it names.
@Suite(
    .enabled(if: Netlab.isRoot, "needs root, for lines of packets"),
    .serialized,
    .timeLimit(.minutes(3))
)
struct `worked examples for tests` {
    private static let page = "docs/testing.md"
    private static let shell = "netlab() { \"$NETLAB\" \"$@\"; }; "

    enum Line: String, CaseIterable {
        case packet, stream
    }

    /// The lines of the page's blocks in a language.
    private static func blocks(_ language: String) -> [[String]] {
        DocumentedCommands.text(of: page).components(separatedBy: "```\(language)\n").dropFirst().map {
            rest in
            rest.components(separatedBy: "```")[0].split(separator: "\n").map(String.init)
        }
    }

    /// Runs the page's command for `program` where the examples are.
    private static func run(_ program: String, _ line: Line, more: String = "") throws -> ProgramOutput {
        let commands = try #require(blocks("sh").last)
        let command = try #require(commands.first { $0.contains(program) })
        let asked = command.replacingOccurrences(
            of: "--link auto",
            with: "--link \(line.rawValue) --quiet \(more)"
        )
        #expect(asked != command)
        let start = """
            cp -r \(DocumentedCommands.rootPath)/Examples . || exit
            export GOCACHE=$PWD/go-cache GOFLAGS=-count=1 NETLAB_KERNELS='\(InstalledKernels.folder)'

            """
        return try Guest(.root).shell(start + shell + asked, seconds: 100)
    }

    @Test(
        .enabled(if: Program.find("pytest-3") != nil, "needs Debian's python3-pytest"),
        arguments: Line.allCases
    )
    func `pytest passes`(_ line: Line) throws {
        let output = try Self.run("pytest-3", line)
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("3 passed"))
    }

    @Test(
        .enabled(if: Program.find("pytest-3") != nil, "needs Debian's python3-pytest"),
        .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel")
    )
    func `pytest passes in virtual time`() throws {
        let output = try Self.run("pytest-3", .packet, more: "--clock virtual")
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("3 passed"))
    }

    @Test(.enabled(if: Program.find("node") != nil, "needs nodejs"), arguments: Line.allCases)
    func `node's test runner passes`(_ line: Line) throws {
        let output = try Self.run("node", line)
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("# pass 3"))
    }

    @Test(.enabled(if: Program.find("go") != nil, "needs golang-go"), arguments: Line.allCases)
    func `go test passes`(_ line: Line) throws {
        let output = try Self.run("go test", line)
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("ok  \t"))
    }

    /// Without a line around it, the unit tests run the same example over byte streams.
    @Test func `Swift Testing passes over a packet link`() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let words = "--testing-library swift-testing --filter FeedExampleTests"
        let output = try Guest(.root).shell("$NETLAB exec --quiet -- \(tests) \(words)", seconds: 100)
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect((output.output + output.errors).contains("Test run with 3 tests"))
    }

    @Test func `Swift Testing alone starts a packet helper and leaves no process`() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let guest = try Guest(.root)
        let words = "--testing-library swift-testing --filter FeedExampleTests --attachments-path seen"
        let line = "mkdir seen; NETLAB_PROGRAM=$NETLAB \(tests) \(words); echo $?"
        let output = try guest.shell(line, seconds: 100)
        #expect(output.output.split(separator: "\n").last == "0", "\(output.output)\(output.errors)")
        let seen = try guest.shell("cat seen/*.json").output
        #expect(seen.contains(#""mode": "packet""#))
        let left = "until [ -z \"$(pgrep -f '[-]-hand-out 3')\" ]; do sleep 0.05; done"
        #expect(try guest.shell(left, seconds: 10).status == 0)
    }

    // MARK: The page

    @Test func `the page's Swift code matches the example`() throws {
        let example = DocumentedCommands.text(of: "Examples/Swift/FeedTests.swift").split(separator: "\n").map
        {
            $0.drop { $0 == " " }
        }
        let block = try #require(Self.blocks("swift").first)
        let test = block.drop { !$0.hasPrefix("@Test") }.map { $0.drop { $0 == " " } }
        #expect(test.count > 10)
        let starts = example.indices.filter { example[$0...].starts(with: test) }
        #expect(starts.count == 1)
        for line in block where line.hasPrefix("import") { #expect(example.contains(line[...]), "\(line)") }
    }

    @Test func `a bench ordered with curl is answered as the page shows`() throws {
        let guest = try Guest(.root)
        let order = Self.blocks("sh")[1].joined(separator: "\n")
        try order.write(toFile: guest.file("order.sh"), atomically: false, encoding: .utf8)
        let output = try guest.shell("$NETLAB exec --quiet -- sh ./order.sh")
        func document(_ text: String) throws -> [String: Any] {
            try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        let told = try document(Self.blocks("json")[0].joined(separator: "\n"))
        let answer = try document(output.output)
        #expect(told.count > 8)
        for (key, value) in told where key != "profile" && key != "carrier" {
            #expect("\(answer[key] ?? "missing")" == "\(value)", "\(key)")
        }
        #expect(answer["profile"] as? String == told["profile"] as? String)
    }

    @Test func `a crash inside a bench leaves no interfaces behind`() throws {
        let guest = try Guest(.root)
        let crash = "curl -s -d '{}' $NETLAB_CONTROL/benches >bench.json; kill -SEGV $$"
        try crash.write(toFile: guest.file("crash.sh"), atomically: false, encoding: .utf8)
        let before = try guest.shell("ip -o link | wc -l").output
        let output = try guest.shell("$NETLAB exec --quiet -- sh ./crash.sh")
        #expect(output.status == 128 + 11)
        #expect(try guest.shell("grep -c '\"id\": 1' bench.json").output == "1\n")
        #expect(try guest.shell("ip -o link | wc -l").output == before)
    }
}
