import Foundation
import TestSupport

/// `netlab capture` of some datagrams on the loopback, then Ctrl-C.
struct WalkedCapture: WalkedCommand {
    private static let traffic = "for i in 1 2 3; do echo $i >/dev/udp/127.0.0.1/9; done"

    var name: String { "capture" }
    var arguments: [String] { ["capture", "-i", "lo", "-o", "lo.pcapng", "--filter", "udp port 9"] }
    var statuses: Set<Int32> { [0, 3] }

    func prepare(_ scene: FaultScene) {}

    func visit(_ program: RunningProgram, atMost descriptors: Int?) throws -> FaultVisit {
        _ = Waiting.until(seconds: 10) { program.errors.contains("until Ctrl-C") || !program.isRunning }
        defer { program.signal(SIGINT) }
        guard program.isRunning else { return FaultVisit() }
        _ = try Program("/bin/bash", ["-c", Self.traffic]).run()
        return FaultVisit()
    }

    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) throws -> [String] {
        let path = scene.file("lo.pcapng")
        if hasSucceeded, !FileManager.default.fileExists(atPath: path) { return ["there is no capture"] }
        return try WalkedFiles.fault(in: path, after: outcome).map { [$0] } ?? []
    }
}
