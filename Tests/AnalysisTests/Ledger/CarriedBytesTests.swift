import LinkModel
import Logs
import Runs
import Testing
import Wire

@testable import Analysis

/// A head of 100 bytes and a body of 900, on a line of 7 bit/us.
@Suite struct CarriedBytesTests {
    private static let link = LinkParameters(
        down: DirectionParameters(rateBps: 7_000_000),
        up: DirectionParameters()
    )

    private static func exchange(sharesConnection: Bool = false) -> LedgerExchange {
        let flow = FlowLog(number: 1, clientPort: 4001)
        return LedgerExchange(
            connection: ConnectionLog(flow, ObservedSender.Settings(), LineOutages()),
            origin: nil,
            response: 0..<1000,
            places: [],
            request: [],
            headBytes: 100,
            bodyBytes: 900,
            sharesConnection: sharesConnection,
            completion: nil
        )
    }

    /// A packet of the size of its bytes, or of 40 bytes.
    private static func packet(_ bytes: Range<Int64>, took length: Nanoseconds) -> FlowPacket {
        let entry = LinkLogEntry(
            packet: PacketIdentity(direction: .down, flow: 1, number: 0),
            bytes: bytes.isEmpty ? 40 : bytes.count,
            arrival: .zero,
            decision: LinkDecision(
                fate: .delivered,
                serviceStart: .zero,
                serviceEnd: Instant(nanoseconds: length),
                due: Instant(nanoseconds: length)
            ),
            departure: nil,
            segment: nil
        )
        return FlowPacket(entry, bytes: bytes, acknowledged: 0, edge: 0)
    }

    private func time(
        _ cause: LedgerCause,
        _ parts: [(cause: LedgerCause, time: Nanoseconds)]
    ) -> Nanoseconds {
        parts.filter { $0.cause == cause }.reduce(0) { $0 + $1.time }
    }

    @Test func `carries fractions of a nanosecond over, so a body takes its bits divided by the rate`() {
        var carried = CarriedBytes(Self.link)
        let payload = stride(from: Int64(100), to: 1000, by: 100).reduce(Nanoseconds(0)) { sum, start in
            let parts = carried.parts(
                of: Self.packet(start..<start + 100, took: 114_285),
                in: Self.exchange()
            )
            return sum + time(.payload, parts)
        }
        // Each of the nine takes 114,285 and 5/7 nanoseconds.
        #expect(payload == 900 * 8_000_000_000 / 7_000_000)
    }

    @Test(arguments: [(114_284, 114_285), (114_286, 114_285), (114_287, 114_287), (57_142, 57_142)])
    func `rounds a packet's time within a nanosecond to the rate, and keeps any other`(
        _ length: Nanoseconds,
        _ payload: Nanoseconds
    ) {
        var carried = CarriedBytes(Self.link)
        let parts = carried.parts(of: Self.packet(100..<200, took: length), in: Self.exchange())
        #expect(time(.payload, parts) == payload)
    }

    @Test func `counts body bytes once as payload and repeats as retransmission`() {
        var carried = CarriedBytes(Self.link)
        let exchange = Self.exchange()
        let head = carried.parts(of: Self.packet(0..<100, took: 114_285), in: exchange)
        #expect(time(.payload, head) == 0 && time(.retransmit, head) == 0)
        _ = carried.parts(of: Self.packet(100..<200, took: 114_285), in: exchange)
        let again = carried.parts(of: Self.packet(100..<200, took: 114_285), in: exchange)
        #expect(time(.retransmit, again) == 114_285 && time(.payload, again) == 0)
        let half = carried.parts(of: Self.packet(150..<250, took: 114_285), in: exchange)
        #expect(time(.retransmit, half) == 57_142 && (57_142...57_143).contains(time(.payload, half)))
    }

    @Test func `a packet without payload is no retransmission`() {
        var carried = CarriedBytes(Self.link)
        let parts = carried.parts(of: Self.packet(0..<0, took: 45_714), in: Self.exchange())
        #expect(parts.allSatisfy { $0.time == 0 })
    }

    @Test func `a stream without bytes beyond header, body and frames has no foreign share`() {
        // Two frames of 31 bytes besides the content of a short body; here there is no room for any.
        #expect(Self.exchange(sharesConnection: true).foreignShare == 0)
        #expect(Self.exchange().foreignShare == 0)
    }
}
