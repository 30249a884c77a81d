import Foundation
import TestSupport
import Testing

/// What the scripts of a sweep's page make of a reader's words and of an axis, by Node.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("node") != nil, "needs node"))
struct `Scripts of a sweep's page` {
    /// What an expression comes to, in which `it` is the script's module.
    private func value(_ expression: String, in script: String) throws -> String {
        let folder = try ScratchFolder()
        // A module, though the page's scripts are not named as such.
        let asset = URL(filePath: #filePath).appending(
            path: "../../../../Sources/Reports/Page/Assets/\(script)"
        )
        let module = folder.file("script.mjs")
        try FileManager.default.copyItem(atPath: asset.standardized.path, toPath: module)
        let program = "const it = await import('\(module)'); console.log(JSON.stringify(\(expression)))"
        let made = try Program(
            try #require(Program.find("node")),
            ["--input-type=module", "-e", program]
        ).run()
        #expect(made.status == 0, "\(made.errors)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [
        ("< 2 s", "makespan", 1.999e9, true), ("< 2 s", "makespan", 2e9, false),
        ("2s", "predicted", 2e9, true), ("<=1.5ms", "makespan", 1.6e6, false), ("≥ 10", "requests", 10, true),
        ("> 1 mb", "bytes", 1_000_001, true), ("< 1 KiB", "bytes", 1024, false),
        ("1 min", "makespan", 6e10, true),
    ])
    func `parses a limit in the figure's units`(
        _ words: String,
        _ figure: String,
        _ found: Double,
        _ holds: Bool
    ) throws {
        let told = try value("it.readLimit('\(words)', '\(figure)').holds(\(found))", in: "limit.js")
        #expect(told == "\(holds)")
    }

    @Test(arguments: [
        ("2 kg", "makespan"), ("2 s", "bytes"), ("fast", "makespan"), ("< -1 s", "makespan"),
        ("3 ms", "requests"),
    ])
    func `rejects an invalid limit and suggests a valid one`(_ words: String, _ figure: String)
        throws
    {
        #expect(
            try value("it.readLimit('\(words)', '\(figure)').error", in: "limit.js").contains("write it as <")
        )
        #expect(try value("it.readLimit(' ', '\(figure)')", in: "limit.js") == "null")
    }

    @Test(arguments: [
        ("[1e6, 4e6, 16e6, 64e6]", "log"), ("[0, 1, 2, 3, 4]", "linear"), ("[5, 10, 15, 20]", "linear"),
        ("[64, 1, 16, 4]", "log"), ("[0, 1, 10, 100]", "linear"), ("[1, 2]", "linear"),
    ])
    func `chooses an axis scale by the spread of its values`(_ numbers: String, _ scale: String) throws {
        #expect(try value("it.spacing(\(numbers))", in: "spacing.js") == "\"\(scale)\"")
    }
}
