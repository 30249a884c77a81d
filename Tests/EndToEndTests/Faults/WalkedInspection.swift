import Foundation

/// `netlab inspect` of a capture.
struct WalkedInspection: WalkedCommand {
    /// The bytes of a capture.
    let capture: Data

    var name: String { "inspect" }
    var arguments: [String] { ["inspect", "client.pcapng", "--json"] }

    func prepare(_ scene: FaultScene) throws {
        try capture.write(to: URL(filePath: scene.file("client.pcapng")))
    }

    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) -> [String] {
        // Who closes the pipe wants nothing more.
        guard hasSucceeded, !outcome.output.isEmpty else { return [] }
        let document = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let exchanges = document?["exchanges"] as? [Any] ?? []
        return exchanges.isEmpty ? ["the exchanges are missing in its output"] : []
    }
}
