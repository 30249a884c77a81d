import LinkModel
import Runs
import Testing
import Wire

@testable import Theory

/// Both ends of HTTP/2 acknowledge the other's settings by a frame of 9 bytes (RFC 9113, 6.5.3).
@Suite struct StreamSettingsTests {
    /// How a connection begins. The payloads are those that the origin sends first, as in tshark for netlab's own origin.
    struct Opening: Sendable {
        var security: SimulatedSecurity?
        var delay: Nanoseconds = 0
        var payloads: [Int]
    }

    private static let openings = [
        // Over TLS the client's preface comes before its request, and is confirmed in a record of its own.
        Opening(security: .full13, payloads: [888, 510, 46 + 22, 9 + 22]),
        Opening(security: .full12, payloads: [761, 51, 46 + 29, 9 + 29]),
        // In the clear it comes with the request: the server reads both before it writes.
        Opening(payloads: [46, 1448]),
        Opening(delay: 5_000_000, payloads: [46, 9]),
    ]

    @Test(arguments: openings)
    func `the origin acknowledges the client's settings`(_ opening: Opening) {
        let sent = packets(opening).map(\.payload)
        #expect(Array(sent.prefix(opening.payloads.count)) == opening.payloads)
    }

    /// TLS 1.2's last flight is the origin's, and nothing has to arrive after it.
    @Test func `the origin's settings follow its part of the handshake at once`() {
        let sent = packets(Opening(security: .full12, payloads: []))
        #expect(sent[2].at == sent[1].at)
    }

    /// In a kernel's trace such an origin accepts the connection, reads the request and writes once.
    @Test(arguments: zip([0, 5_000_000] as [Nanoseconds], [1448, 46 + 9]))
    func `the settings go with the first answer if the handshake's last acknowledgement is lost`(
        delay: Nanoseconds,
        first: Int
    ) throws {
        let opening = Opening(delay: delay, payloads: [])
        let seed = try #require(
            (UInt64(1)...1000).first { seed in
                let outcome = LineSimulation.run(plan(opening, loss: 0.2, seed: seed))
                let fates = outcome.linkLog.filter { $0.packet.direction == .up }.map(\.decision.fate)
                return fates.prefix(3).map { $0 == .lost } == [false, true, false]
            }
        )
        #expect(packets(plan(opening, loss: 0.2, seed: seed)).first?.payload == first)
    }

    /// The origin's packets with payload.
    private func packets(_ opening: Opening) -> [(at: Instant, payload: Int)] { packets(plan(opening)) }

    private func plan(_ opening: Opening, loss: Double = 0, seed: UInt64 = 1) -> SimulationPlan {
        let side = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 10_000_000)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            seed: seed,
            fetches: [SimulatedFetch(bodyBytes: 20_000, serverDelay: opening.delay)]
        )
        if loss > 0 { plan.link.up.loss = .random(PacketShare(loss)) }
        plan.security = opening.security
        plan.multiplexing = SimulatedMultiplexing()
        return plan
    }

    private func packets(_ plan: SimulationPlan) -> [(at: Instant, payload: Int)] {
        let outcome = LineSimulation.run(plan)
        return zip(outcome.linkLog, outcome.contents).filter { $0.0.packet.direction == .down }
            .map { ($0.0.arrival, $0.1.payload) }.filter { $0.payload > 0 }
    }
}
