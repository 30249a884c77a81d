import LinkModel
import Runs
import Testing
import Wire

@testable import Theory

/// Both ends of HTTP/2 acknowledge the other's settings by a frame of 9 bytes (RFC 9113, 6.5.3).
@Suite struct StreamSettingsTests {
    /// The payloads that the origin sends before its response, as in tshark for netlab's own origin: its
    /// settings as soon as the connection is open, and the acknowledgement once the client's preface has
    /// arrived, over TLS in a separate record.
    @Test(arguments: [
        (SimulatedSecurity?.some(.full13), [886, 510, 46 + 22, 9 + 22]), (nil, [46, 9]),
    ])
    func `the origin confirms the client's settings`(_ security: SimulatedSecurity?, _ payloads: [Int]) {
        let side = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 10_000_000)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            fetches: [SimulatedFetch(bodyBytes: 20_000)]
        )
        plan.security = security
        plan.multiplexing = SimulatedMultiplexing()
        let outcome = LineSimulation.run(plan)
        let sent = zip(outcome.linkLog, outcome.contents).filter { $0.0.packet.direction == .down }
            .map(\.1.payload).filter { $0 > 0 }
        #expect(Array(sent.prefix(payloads.count)) == payloads)
    }
}
