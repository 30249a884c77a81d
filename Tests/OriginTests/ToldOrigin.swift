import LinuxIO
import Runs
import Scenarios
import Serving
import TestSupport
import Testing

@testable import Origin

/// An origin that does as a scenario tells it, on this machine's loopback.
final class ToldOrigin {
    let server: OriginServer

    /// `origin` is the lines of `origin:`, the files among them.
    init(_ origin: String) throws {
        let lines = origin.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let text = """
            netlab: 1
            seed: 47
            link: { profile: dsl }
            origin:
            \(lines)
            steps:
              - { name: all, fetch: all }
            """
        let scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario
        server = try OriginServer(
            configuration: OriginConfiguration(scenario),
            listener: Listener(address: "127.0.0.1"),
            clock: RunClock()
        )
        try server.start()
    }

    deinit {
        server.stop()
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Runs curl, which is given so long for each transfer; its output is what `arguments` ask for.
    func curl(_ arguments: [String], seconds: Int = 30) throws -> ProgramOutput {
        try Program("/usr/bin/curl", ["-sS", "--max-time", "\(seconds)"] + arguments).run()
    }
}
