import Foundation
import TestSupport

/// `netlab inspect --rows` of two captures: a runner, and a reader for each. Then `netlab sweep merge` tells what is there.
struct WalkedRows: WalkedCommand {
    /// The bytes of a capture.
    let capture: Data

    var name: String { "inspect --rows" }
    var arguments: [String] { ["inspect", "--rows", "rows"] + Self.captures }

    private static let captures = ["one.pcapng", "two.pcapng"]

    func prepare(_ scene: FaultScene) throws {
        for name in Self.captures { try capture.write(to: URL(filePath: scene.file(name))) }
    }

    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) throws -> [String] {
        let rows = scene.file("rows")
        guard FileManager.default.fileExists(atPath: "\(rows)/captures.json") else {
            return hasSucceeded ? ["it made no folder"] : []
        }
        let merged = try Program(Netlab.path, ["sweep", "merge", rows, "--plain"]).run()
        let said = "merge: \(merged.status) \(merged.output)\(merged.errors)"
        if hasSucceeded, merged.status != 0 { return [said] }
        // A shard that is there has rows, or says why it has none.
        return [0, 3].contains(merged.status) && !merged.errors.contains("have no rows") ? [] : [said]
    }
}
