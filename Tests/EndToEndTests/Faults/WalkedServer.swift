import Foundation
import TestSupport

/// `netlab serve` or `netlab proxy`: some requests, then Ctrl-C.
struct WalkedServer: WalkedCommand {
    enum Kind: Sendable {
        case serve
        /// With this origin, which ends with a slash.
        case proxy(origin: String)
    }

    /// A fault spoils one request; the next ones must be answered.
    private static let requests = 3

    let kind: Kind

    var name: String {
        switch kind {
        case .serve: "serve"
        case .proxy: "proxy"
        }
    }

    var arguments: [String] {
        switch kind {
        case .serve: ["serve", "site", "--port", "0"]
        case .proxy:
            ["proxy", "--port", "0", "--json", "--save", "s.har", "--cache", "c", "--pcap", "p.pcapng"]
        }
    }

    // 130 would mean that a request never ended.
    var statuses: Set<Int32> { [0, 2, 3] }

    func prepare(_ scene: FaultScene) throws {
        let site = scene.file("site")
        try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
        try String(repeating: "x", count: 3000)
            .write(toFile: "\(site)/a.txt", atomically: false, encoding: .utf8)
    }

    func visit(_ program: RunningProgram, atMost descriptors: Int?) throws -> FaultVisit {
        _ = Waiting.until(seconds: 10) { program.output.contains("\n") || !program.isRunning }
        defer { program.signal(SIGINT) }
        guard program.isRunning, let address = address(in: program.output) else { return FaultVisit() }
        var answered = 0
        for number in 1...Self.requests where program.isRunning {
            let (target, length) = target(number, at: address)
            let curl = ["-s", "-m", "3", "-o", "/dev/null", "-w", "%{http_code} %{size_download}"]
            let answer = try Program("/usr/bin/curl", curl + target).run().output
            if answer == "200 \(length)" { answered += 1 }
        }
        var visit = FaultVisit(descriptors: settled(program, descriptors))
        guard program.isRunning else { return visit }
        if answered < Self.requests - 1 {
            visit.wrong.append("\(answered) of \(Self.requests) requests were answered")
        }
        if let descriptors, let open = visit.descriptors, open > descriptors {
            visit.wrong.append("\(open) descriptors are open, in place of \(descriptors)")
        }
        return visit
    }

    /// The descriptors of the tracer's child once its last connection is closed.
    private func settled(_ tracer: RunningProgram, _ most: Int?) -> Int? {
        let list = "/proc/\(tracer.identifier)/task/\(tracer.identifier)/children"
        guard let children = try? String(contentsOfFile: list, encoding: .utf8),
            let child = children.split(separator: " ").first
        else { return nil }
        func count() -> Int? {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd"))?.count
        }
        _ = Waiting.until(seconds: most == nil ? 1 : 3) { most.map { count() ?? 0 <= $0 } ?? false }
        return count()
    }

    private func address(in text: String) -> String? {
        guard let start = text.range(of: "http://127.0.0.1:") else { return nil }
        return "http://127.0.0.1:" + text[start.upperBound...].prefix { $0.isNumber }
    }

    private func target(_ number: Int, at address: String) -> ([String], Int) {
        switch kind {
        case .serve: (["\(address)/a.txt"], 3000)
        case .proxy(let origin): (["-x", address, "\(origin)fixture/jpeg/\(4000 + number)"], 4000 + number)
        }
    }

    func judge(
        _ outcome: FaultScene.Outcome,
        hasSucceeded: Bool,
        _ scene: FaultScene
    ) throws -> [String] {
        guard case .proxy = kind else { return [] }
        return try ["s.har", "p.pcapng"].flatMap { name in
            let path = scene.file(name)
            if hasSucceeded, !FileManager.default.fileExists(atPath: path) { return ["there is no \(name)"] }
            return try WalkedFiles.fault(in: path, after: outcome).map { [$0] } ?? []
        }
    }
}
