import TestSupport
import Testing

/// Quick commands that need no rights, with their output in a pipe.
@Suite(.timeLimit(.minutes(2)))
struct `What a terminal shows` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private static let commands = [
        ["predict", "dsl"], ["predict", "misbehaving-origin"], ["profiles"], ["profiles", "firefox/gprs"],
        ["profiles", "nlc", "--304", "10MB"], ["scenarios"], ["help"], ["help", "run"], ["help", "inspect"],
        ["check", "dsl"], ["check", "tiers"],
    ]

    /// True if the line may be wider: single words and commands to type are not broken.
    private static func mayBeWide(_ line: Substring) -> Bool {
        line.split(separator: " ").count == 1 || line.contains("netlab ")
    }

    @Test(arguments: commands, [40, 48, 60, 80, 100, 200])
    func `fits the terminal's width`(_ words: [String], _ width: Int) throws {
        let program = Program(Netlab.path, words, in: folder.path, environment: ["COLUMNS": "\(width)"])
        let output = try program.run()
        #expect(output.status == 0, "\(output.errors)")
        let lines = output.output.split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(lines.filter { $0.count > width && !Self.mayBeWide($0) } == [])
    }

    @Test(arguments: commands, [40, 80])
    func `is plain ASCII in the C locale`(_ words: [String], _ width: Int) throws {
        let environment = ["COLUMNS": "\(width)", "LC_ALL": "C"]
        let output = try Program(Netlab.path, words, in: folder.path, environment: environment).run()
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output.utf8.allSatisfy { $0 < 0x80 } && output.errors.utf8.allSatisfy { $0 < 0x80 })
        #expect(!output.output.contains("\u{1B}"))
    }

    @Test(.enabled(if: Program.find("script") != nil, "needs script"))
    func `includes the throughput chart only on a capable terminal`() throws {
        try folder.write(
            "short.yaml",
            """
            netlab: 1
            name: short
            link: { down: { rate: 40 Mbit/s, oneWayDelay: 1 ms }, up: { rate: 40 Mbit/s, oneWayDelay: 1 ms } }
            origin: { files: { a.jpg: { image: jpeg, size: 1 MB } } }
            steps: [ { name: cold, fetch: all } ]
            """
        )
        let output = try Netlab.shell(
            """
            export TERM=xterm LC_ALL=C.UTF-8
            run="$NETLAB run short.yaml --link stream --clock real"
            drawn() { grep -c "throughput of the bodies.* 40 Mbit/s"; }
            script -qec "$run" /dev/null | drawn
            TERM=dumb script -qec "$run" /dev/null | drawn
            LC_ALL=C script -qec "$run" /dev/null | drawn
            $run | drawn
            script -qec "$run" /dev/null | grep -cE '[▅▆▇█]{20}'
            """,
            in: folder
        )
        #expect(output.output == "1\n0\n0\n0\n1\n", "\(output.errors)")
    }

    @Test func `includes a prediction despite spaces in the path and an unusable home`() throws {
        let scenario = try Netlab.run("scenarios", "dsl", in: folder).output
        try folder.write("a folder/my scenario.yaml", scenario)
        let line = #"cd "a folder" && env -i HOME=/proc "$NETLAB" predict "my scenario.yaml""#
        let output = try Netlab.shell(line, in: folder)
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output.contains("makespan"), "\(output.output)")
    }

    @Test(arguments: [["help"], ["profiles"], ["predict", "dsl"]])
    func `is reported as not written when the output is closed`(_ words: [String]) throws {
        let line = "\"$NETLAB\" \(words.joined(separator: " ")) >&-"
        let output = try Netlab.shell(line, in: folder)
        #expect(output.status == 3)
        #expect(output.errors.contains("cannot be written"), "\(output.errors)")
    }
}
