import Foundation

/// `netlab run`: a line, an origin, a client with both caches, a run's folder.
struct WalkedRun: WalkedCommand {
    let mode: String
    /// Seconds of a transfer.
    var timeout = 2

    var name: String { "run --link \(mode)" }
    var arguments: [String] { ["run", "small.yaml", "--out", "out", "--link", mode] }

    private var scenario: String {
        """
        netlab: 1
        name: small
        link:
          down: { rate: 100 Mbit/s, oneWayDelay: 1 ms }
          up: { rate: 100 Mbit/s, oneWayDelay: 1 ms }
        origin:
          files:
            a.jpg: { image: jpeg, size: 5 kB }
            b.json: { json: "{}" }
        client: { policy: both, revalidate: disk-hit, timeout: \(timeout) s }
        steps:
          - { name: cold, fetch: all }
          - forget: memory
          - { name: warm, fetch: all }

        """
    }
    private static let files: Set = [
        "result.json", "record.json", "run.har", "report.html", "timing.jsonl", "origin.jsonl", "link.jsonl",
        "scenario.yaml",
        "resolved.yaml",
    ]
    private static let captures: Set = ["client.pcapng", "server.pcapng"]

    func prepare(_ scene: FaultScene) throws {
        try scenario.write(toFile: scene.file("small.yaml"), atomically: false, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: scene.file("out"))
    }

    func hasSucceeded(_ status: Int32, _ scene: FaultScene) -> Bool {
        let outcome = (try? ResultDocument(file: scene.file("out/result.json")))?.outcome
        return status == 0 || (status == 3 && outcome == "untrusted")
    }

    func judge(
        _ outcome: FaultScene.Outcome,
        hasSucceeded: Bool,
        _ scene: FaultScene
    ) throws -> [String] {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: scene.file("out"))) ?? [])
        var wrong = try names.sorted().compactMap {
            try WalkedFiles.fault(in: scene.file("out/\($0)"), after: outcome)
        }
        guard hasSucceeded else { return wrong }
        let wanted = Self.files.union(mode == "packet" ? Self.captures : [])
        for name in wanted.subtracting(names).sorted() where !outcome.errors.contains(name) {
            wrong.append("\(name) is missing, and nothing was said")
        }
        return wrong
    }
}
