import LinkModel
import Testing
import Wire

@testable import Theory

/// How an end closes, and what it answers afterwards.
@Suite struct ClosingTests {
    private static let ms: Nanoseconds = 1_000_000

    /// A client that is connected, has sent a request of 100 bytes and is owed an answer.
    private func client(_ release: String = "6.1") throws -> TCPEndpoint {
        let side = DirectionParameters(rateBps: nil, oneWayDelay: 10 * Self.ms)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            fetches: [SimulatedFetch(bodyBytes: 1000)]
        )
        plan.kernel = try #require(KernelRelease(release))
        let client = TCPEndpoint(TCPSettings(plan), isClient: true, flow: 1)
        client.open(at: .zero)
        hear(client, SimulatedSegment(kind: .synAck), at: 20)
        client.write(100, at: Self.at(20))
        client.takeOutbox { _ in }
        return client
    }

    private static func at(_ ms: Int) -> Instant { Instant(nanoseconds: Nanoseconds(ms) * Self.ms) }

    private func hear(_ end: TCPEndpoint, _ segment: SimulatedSegment, at ms: Int) {
        var segment = segment
        segment.window = 65_536
        let moment = Self.at(ms)
        end.receive(segment, SimulatedHost.HandlingTimes(came: moment, heard: moment, seen: moment))
    }

    private func data(_ range: Range<Int>, acknowledges: Int = 100) -> SimulatedSegment {
        var segment = SimulatedSegment()
        (segment.sequence, segment.payload, segment.acknowledged) = (
            range.lowerBound, range.count, acknowledges
        )
        return segment
    }

    private func sent(_ end: TCPEndpoint) -> [SimulatedSegment] {
        var segments: [SimulatedSegment] = []
        end.takeOutbox { segments.append($0) }
        return segments
    }

    /// After a timeout the window is one segment, which is in flight.
    @Test(arguments: [("6.1", true), ("6.12", false)])
    func `older kernels send a FIN regardless of the congestion window`(_ release: String, _ goes: Bool)
        throws
    {
        let client = try client(release)
        for _ in 0..<2 { if let due = client.deadline { client.wake(at: due) } }
        _ = sent(client)
        client.close(at: Self.at(1000))
        #expect(sent(client).contains { $0.kind == .finish } == goes)
    }

    @Test func `a closed end acknowledges duplicates and resets on new data`() throws {
        let client = try client()
        hear(client, data(0..<500), at: 40)
        client.close(at: Self.at(50))
        _ = sent(client)
        hear(client, data(0..<500, acknowledges: 101), at: 60)
        let again = try #require(sent(client).last)
        #expect(again.kind == .plain && again.duplicate == 0..<500)
        hear(client, data(500..<900, acknowledges: 101), at: 70)
        #expect(sent(client).last?.kind == .reset)
    }

    @Test func `a repeated FIN is reported as a duplicate`() throws {
        let client = try client()
        var finish = data(0..<0)
        finish.kind = .finish
        hear(client, finish, at: 40)
        #expect(client.isAbandoned && sent(client).isEmpty)
        hear(client, finish, at: 240)
        #expect(sent(client).last?.duplicate == 0..<1)
    }

    /// The timer of an acknowledgement that is held ends 40 ms after the data; from two ticks before that on waiting is no use.
    @Test(arguments: [(60, 0), (77, 1)])
    func `a FIN is acknowledged at once if a delayed acknowledgement is nearly due`(_ ms: Int, _ count: Int)
        throws
    {
        let client = try client()
        hear(client, data(0..<100), at: 40)
        _ = sent(client)
        hear(client, data(100..<200), at: 41)
        let isHeld = sent(client).isEmpty
        var finish = data(200..<200)
        finish.kind = .finish
        hear(client, finish, at: ms)
        #expect(sent(client).count == (isHeld ? count : 0))
    }

    @Test func `the end that closes last forgets the connection when its FIN is acknowledged`() throws {
        let client = try client()
        var finish = data(0..<0)
        finish.kind = .finish
        hear(client, finish, at: 40)
        client.close(at: Self.at(41))
        hear(client, data(1..<1, acknowledges: 101), at: 60)
        _ = sent(client)
        hear(client, data(1..<1, acknowledges: 101), at: 61)
        #expect(sent(client).map(\.kind) == [.reset])
    }
}
