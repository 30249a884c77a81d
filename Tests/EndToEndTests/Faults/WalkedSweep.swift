import Foundation
import TestSupport

/// `netlab sweep run` of two cells: a planner, a runner, and a process for each cell. Their line delays nothing, so that a
/// busy machine spoils none of them.
struct WalkedSweep: WalkedCommand {
    var name: String { "sweep run" }
    var arguments: [String] {
        ["sweep", "run", "sweep.yaml", "--out", "swept", "--clock", "real", "--link", "stream"]
    }

    private static let scenario = """
        netlab: 1
        link: { down: { rate: unlimited }, up: { rate: unlimited } }
        origin: { files: { b.json: { json: "{}" } } }
        client: { timeout: 2 s }
        steps: [ { name: s, fetch: all } ]

        """
    private static let sweep = """
        sweep: 1
        scenario: small.yaml
        axes:
          client.connections: [ 1, 2 ]

        """

    func prepare(_ scene: FaultScene) throws {
        try Self.scenario.write(toFile: scene.file("small.yaml"), atomically: false, encoding: .utf8)
        try Self.sweep.write(toFile: scene.file("sweep.yaml"), atomically: false, encoding: .utf8)
    }

    /// A cell whose figures are not trusted is no cell.
    func isSpoiled(_ outcome: FaultScene.Outcome) -> Bool {
        outcome.report?.ending == .status(3) && outcome.errors.contains("the machine was too busy")
    }

    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) throws -> [String] {
        let cells = scene.file("swept/cells")
        let names = FileManager.default.subpaths(atPath: cells)?.sorted() ?? []
        var wrong = try names.compactMap { name in
            try WalkedFiles.fault(in: "\(cells)/\(name)", after: outcome)
        }
        let finished = names.filter { $0.split(separator: "/").count == 2 }
        for cell in finished {
            for file in ["rows.ndjson", "result.json"] where !names.contains("\(cell)/\(file)") {
                wrong.append("\(file) of a finished cell is missing")
            }
        }
        if hasSucceeded, finished.count != 2 { wrong.append("\(finished.count) cells are finished") }
        return wrong
    }
}
