import BenchControl
package import Experiments
import Figures
import Grounds
import Images
import JSON
import LinkEngine
import LinkModel
import LinuxIO
package import Reports
import TLS
import Wire

/// How long a test waits for a bench of its own: from its order to the first byte of a file, over a line without limits.
package struct SetUpBenchmark {
    private static let benches = 20
    /// In milliseconds.
    private static let goals: [LinkMode: Double] = [.packet: 250, .stream: 100]

    private let context: BenchmarkContext
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        var rows: [BenchRow] = []
        // Streams first: packets move this thread to another host.
        for mode in [LinkMode.stream, .packet] {
            context.showProgress("setup: \(mode.rawValue)")
            do {
                rows += try measured(mode)
            } catch {
                context.warn("setup, \(mode.rawValue): \(error)")
                rows.append(.untrusted("setup, \(mode.rawValue)", unit: "ms"))
            }
        }
        context.clearProgress()
        return rows
    }

    private func measured(_ mode: LinkMode) throws -> [BenchRow] {
        let hosts = mode == .packet ? try HostPair(.unlimited) : nil
        defer { extendLifetime(hosts) }
        let clock = RunClock()
        let authority = try CertificateAuthority(validity: .days(1, from: RunClock.wall() / 1_000_000_000))
        let server = try ControlServer { BenchRegistry(mode, by: authority, drawing: LibraryDrawing()) }
        try server.start()
        defer { server.stop() }
        var times: [Double] = []
        for _ in 0..<Self.benches * rounds {
            times.append(Double(try once(server.url, clock)) / 1e6)
        }
        times.sort()
        let title = mode == .packet ? "packets" : "byte streams"
        return [
            BenchRow(
                "a bench of \(title), order to first byte, p50",
                unit: "ms",
                netlab: times[times.count / 2],
                goal: Self.goals[mode].map { .atMost($0) }
            ),
            BenchRow(
                "a bench of \(title), order to first byte, worst of \(times.count)",
                unit: "ms",
                netlab: times.last,
                goal: nil
            ),
        ]
    }

    /// Nanoseconds for one bench.
    private func once(_ control: String, _ clock: RunClock) throws -> Nanoseconds {
        guard let client = ControlClient(url: control) else {
            throw BenchError("\(control) is not the URL of a control")
        }
        let order = Array(#"{ "origin": { "files": { "a.json": { "json": 1 } } } }"#.utf8)
        let start = clock.now()
        let bench = try client.wait("POST", "/benches", order)
        guard let url = bench["url"]?.text, let id = bench["id"]?.int, let origin = ControlClient(url: url)
        else {
            throw BenchError("the answer is not one of a bench")
        }
        _ = try origin.wait("GET", "/a.json")
        let end = clock.now()
        _ = try client.wait("DELETE", "/benches/\(id)")
        return end - start
    }
}
