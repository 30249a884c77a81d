import Foundation
import TestSupport
import Testing

/// System calls fail one by one, and netlab is killed in place of one. `NETLAB_FAULTS=all` takes every call,
/// a number that many of each command; else there is a sample that is the same every time. `NETLAB_FAULTS_OF=sweep,rows`
/// takes these commands alone.
@Suite(
    .enabled(if: FaultScene.isPossible, FaultScene.needs),
    .serialized
)
struct FaultTests {
    enum Subject: String, CaseIterable {
        case fixture, inspect, rows, capture, streams, packets, sweep, serve, proxy
    }

    private static let subjects: [Subject] = {
        let wanted = ProcessInfo.processInfo.environment["NETLAB_FAULTS_OF"]?.split(separator: ",").map(
            String.init
        )
        return Subject.allCases.filter { wanted?.contains($0.rawValue) ?? true }
    }()

    /// How many faults of each command are tried.
    private static let sample = 20
    private static let kills = 6

    private static func wanted(_ variable: String, else sample: Int) -> Int {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return sample }
        return text == "all" ? .max : Int(text) ?? sample
    }

    @Test(.timeLimit(.minutes(240)), arguments: subjects)
    func `a failing system call is survived or reported, and leaves nothing half done`(_ subject: Subject)
        throws
    {
        try walk(subject, count: Self.wanted("NETLAB_FAULTS", else: Self.sample)) { CallFault.all(of: $0) }
    }

    @Test(.timeLimit(.minutes(240)), arguments: subjects)
    func `a killed program leaves nothing behind, and the next start works`(_ subject: Subject) throws {
        try walk(subject, count: Self.wanted("NETLAB_KILLS", else: Self.kills)) { CallFault.kills(of: $0) }
    }

    private func walk(
        _ subject: Subject,
        count: Int,
        faults: ([TracedCall]) -> [CallFault]
    ) throws {
        guard count > 0 else { return }
        let origin = subject == .proxy ? try Server(in: ScratchFolder()) : nil
        defer { _ = try? origin?.stop() }
        let walk = FaultWalk(command: try command(subject, origin: origin?.url ?? ""))
        let plain = try walk.plain()
        var generator = SeededGenerator(state: 47)
        let all = faults(plain.calls)
        let chosen = count >= all.count ? all : Array(all.shuffled(using: &generator).prefix(count))
        let summary = try walk.walk(chosen, plain)
        let made = plain.calls.reduce(0) { $0 + $1.count }
        print(
            """
            \(walk.command.name): \(made) calls, \(all.count) faults, \(summary.runs) runs, \
            \(summary.missed) missed, \(summary.spoiled) on a busy machine, \(summary.findings.count) findings
            """
        )
        for finding in summary.findings { Issue.record("\(finding)") }
    }

    private func command(_ subject: Subject, origin: String) throws -> any WalkedCommand {
        switch subject {
        case .fixture: WalkedFixture()
        case .inspect: WalkedInspection(capture: try recorded())
        case .rows: WalkedRows(capture: try recorded())
        case .capture: WalkedCapture()
        case .streams: WalkedRun(mode: "stream")
        case .packets: WalkedRun(mode: "packet")
        case .sweep: WalkedSweep()
        case .serve: WalkedServer(kind: .serve)
        case .proxy: WalkedServer(kind: .proxy(origin: origin))
        }
    }

    /// A capture of a small run.
    private func recorded() throws -> Data {
        let scene = try FaultScene()
        let run = WalkedRun(mode: "packet")
        try run.prepare(scene)
        _ = try scene.run(run.arguments, nil, limit: 60) { _ in }
        return try Data(contentsOf: URL(filePath: scene.file("out/client.pcapng")))
    }
}
