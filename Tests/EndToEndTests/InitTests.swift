import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `What netlab init begins with` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// The command after `next:`.
    private static func next(_ output: ProgramOutput) -> String? {
        output.errors.split(separator: "\n").first { $0.hasPrefix("next:") }.map {
            String($0.dropFirst(5).drop { $0 == " " })
        }
    }

    @Test
    func `runs at once and meets every expectation`() throws {
        let output = try Netlab.run("init", "my first/trial", in: folder)
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output.hasPrefix("my first/trial/scenario.yaml: "))
        #expect(Self.next(output) == "netlab run 'my first/trial/scenario.yaml'")
        let check = try Netlab.run("check", "my first/trial/scenario.yaml", in: folder)
        #expect(check.status == 0 && check.errors == "", "\(check.errors)")
        // Streams need no rights, and what it expects holds in both modes.
        let run = try Netlab.run(
            "run",
            "my first/trial/scenario.yaml",
            "--link",
            "stream",
            "--json",
            in: folder
        )
        #expect(run.status == 0 || run.status == 3, "\(run.errors)")
        let result = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        )
        let expectations = try #require(result["expectations"] as? [[String: Any]])
        #expect(expectations.count == 6)
        #expect(expectations.allSatisfy { $0["held"] as? Bool != false }, "\(expectations)")
    }

    @Test
    func `never replaces an existing file`() throws {
        try folder.write("scenario.yaml", "mine")
        let refused = try Netlab.run("init", ".", in: folder)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("./scenario.yaml already exists"), "\(refused.errors)")
        #expect(refused.output == "")
        #expect(try String(contentsOfFile: folder.path + "/scenario.yaml", encoding: .utf8) == "mine")
        let alone = try Netlab.run("init", in: folder)
        #expect(alone.status == 1 && alone.errors.contains("scenario.yaml already exists"), "\(alone.errors)")
    }

    @Test
    func `is a bundled scenario with --from`() throws {
        let output = try Netlab.run("init", "--from", "tiers", "-o", "-t.yaml", "--json", in: folder)
        #expect(output.status == 0 && output.errors == "", "\(output.errors)")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
        )
        #expect(document["schema"] as? String == "netlab.init/1")
        #expect(document["file"] as? String == "-t.yaml")
        #expect(document["from"] as? String == "tiers")
        #expect(document["next"] as? String == "netlab run ./-t.yaml")
        let bundled = try Netlab.run("scenarios", "tiers", in: folder).output
        #expect(try String(contentsOfFile: folder.path + "/-t.yaml", encoding: .utf8) == bundled)
    }

    @Test
    func `requires a known bundled scenario and a writable place`() throws {
        let slip = try Netlab.run("init", "--from", "teirs", in: folder)
        #expect(slip.status == 1 && slip.errors.contains("did you mean `tiers`"), "\(slip.errors)")
        try folder.write("file", "")
        let blocked = try Netlab.run("init", "file", in: folder)
        #expect(blocked.status == 3, "\(blocked.errors)")
        #expect(blocked.errors.contains("file/scenario.yaml could not be written"), "\(blocked.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
}
