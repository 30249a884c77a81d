import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: Netlab.isRoot, "needs root, for lines of packets"),
    .serialized,
    .timeLimit(.minutes(3))
)
struct `worked examples for tests` {
    /// The root of the project, where the examples are.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .path

    enum Line: String, CaseIterable {
        case packet, stream
    }

    private static func run(_ line: Line, _ command: String) throws -> ProgramOutput {
        try Guest(.root).shell(
            "cp -r \(root)/Examples . && $NETLAB exec --quiet --link \(line.rawValue) -- \(command)",
            seconds: 100
        )
    }

    @Test(
        .enabled(if: Program.find("pytest-3") != nil, "needs Debian's python3-pytest"),
        arguments: Line.allCases
    )
    func `pytest`(_ line: Line) throws {
        let output = try Self.run(line, "env -u PYTHONPATH /usr/bin/pytest-3 -q Examples/pytest")
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("3 passed"))
    }

    @Test(.enabled(if: Program.find("node") != nil, "needs nodejs"), arguments: Line.allCases)
    func `node's own runner`(_ line: Line) throws {
        let output = try Self.run(line, "node --test Examples/node/")
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.contains("# pass 3"))
    }

    @Test(.enabled(if: Program.find("go") != nil, "needs golang-go"), arguments: Line.allCases)
    func `go test`(_ line: Line) throws {
        let output = try Self.run(
            line,
            "sh -c 'cd Examples/go && HOME=$PWD GOFLAGS=-count=1 go test -v ./...'"
        )
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect(output.output.matches(of: /--- PASS/).count == 2)
    }

    @Test func `Swift Testing alone, which has a program make packets for it, and leaves none of it`() throws
    {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let guest = try Guest(.root)
        let words = "--testing-library swift-testing --filter FeedExampleTests --attachments-path seen"
        let line = "mkdir seen; NETLAB_PROGRAM=$NETLAB \(tests) \(words); echo $?"
        let output = try guest.shell(line, seconds: 100)
        #expect(output.output.hasSuffix("\n0\n"), "\(output.output)\(output.errors)")
        let seen = try guest.shell("cat seen/*.json").output
        #expect(seen.contains(#""mode": "packet""#))
        let left = "until [ -z \"$(pgrep -f '[-]-hand-out 3')\" ]; do sleep 0.05; done"
        #expect(try guest.shell(left, seconds: 10).status == 0)
    }

    /// Without a line around it, the unit tests run the same example over byte streams.
    @Test func `Swift Testing, behind a line of packets`() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let output = try Self.run(
            .packet,
            "\(tests) --testing-library swift-testing --filter FeedExampleTests"
        )
        #expect(output.status == 0, "\(output.output)\(output.errors)")
        #expect((output.output + output.errors).contains("Test run with 3 tests"))
    }
}
