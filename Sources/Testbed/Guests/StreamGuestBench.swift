package import Grounds
import Images
import LinkEngine
package import LinuxIO
import Origin
import Runs
package import Scenarios
package import TLS
import Wire

/// A line of byte streams and the origin behind it, on this machine's loopback, for programs that know nothing of netlab.
/// They keep the machine's network.
package final class StreamGuestBench: GuestGround {
    private let ground: StreamGround
    private let handedOn: [Int32]
    private let shortageBefore = ProcessorShortage.untilNow()
    package let originURL: String
    package let trust: TLSTrust?
    package let authority: CertificateAuthority
    package let resolvesNames = true
    package var secureOriginURL: String? { originURL.hasPrefix("https:") ? originURL : nil }

    /// Builds the bench and starts it. Losses are delays of sending again. `ownBundle` holds certificates that guests trust
    /// beside the machine's and the origin's; all are in a file of `folder` until the bench is taken down.
    package init(_ scenario: Scenario, joining ownBundle: String?, in folder: String) throws(BenchError) {
        handedOn = InheritedDescriptors.numbers()
        if let objection = StreamObjection(scenario, lossAsDelay: true) { throw objection.error }
        do {
            let trust = try BenchTrust(for: scenario, at: [.loopback4])
            let isEncrypted = scenario.origin.encryption != nil
            ground = try StreamGround(
                scenario,
                drawing: LibraryDrawing(),
                lossAsDelay: true,
                trust: isEncrypted ? trust : nil,
                limits: StreamLimits(logCapacity: 0),
                clock: RunClock()
            )
            originURL = "\(isEncrypted ? "https" : "http")://\(ground.address)"
            authority = trust.authority
            self.trust = try trust.write(joining: ownBundle, in: folder)
            try ground.start()
        } catch {
            throw BenchError(error)
        }
    }

    package func start(_ order: ProgramOrder) throws -> SupervisedProgram {
        try SupervisedProgram(order, handedOn: handedOn)
    }

    package func finish() -> GuestSummary {
        let shortage = ProcessorShortage.untilNow().since(shortageBefore)
        let failures = ground.takeDown().failures + ground.origin.expiries
        if let trust { WholeFile.remove(trust.bundlePath) }
        return GuestSummary(
            failures: failures,
            lostPackets: 0,
            latenessP99: nil,
            failedSessions: ground.origin.failedSessions,
            browserObjections: [
                "Chromium and Firefox trust the origin only behind packets, without --link stream"
            ],
            captureDrops: nil,
            shortage: shortage
        )
    }
}
