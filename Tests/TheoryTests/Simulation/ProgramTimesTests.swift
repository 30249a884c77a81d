import LinkModel
import Runs
import Testing
import Wire

@testable import Theory

@Suite struct ProgramTimesTests {
    private static let ms: Nanoseconds = 1_000_000

    private func plan(_ bodies: [Int], rateBps: Int64? = nil) -> SimulationPlan {
        let side = DirectionParameters(rateBps: rateBps, oneWayDelay: 10 * Self.ms)
        return SimulationPlan(
            link: LinkParameters(down: side, up: side),
            fetches: bodies.map { SimulatedFetch(bodyBytes: $0) }
        )
    }

    private static let handshakes: [(SimulatedSecurity?, [Nanoseconds], Int64)] = [
        (nil, [], 40), (.full13, [2, 3, 4, 0], 69), (.resumed13, [2, 3, 4, 7], 69),
        (.full12, [2, 3, 4, 5], 94),
        (.resumed12, [1, 0, 0], 61),
    ]

    /// Without program times an exchange takes 40 ms, 60 or 80 with a handshake. The time before the tickets
    /// does not delay the client.
    @Test(arguments: handshakes)
    func `program times add up`(_ security: SimulatedSecurity?, _ flights: [Nanoseconds], _ end: Int64) {
        var plan = plan([1000])
        plan.security = security
        plan.fetches[0].programs.opening = Self.ms
        plan.fetches[0].programs.flights = flights.map { $0 * Self.ms }
        plan.fetches[0].programs.asking = 10 * Self.ms
        plan.fetches[0].programs.answering = 20 * Self.ms
        let transfer = LineSimulation.run(plan).transfers[0]
        #expect(transfer.exchange == (end + 30) * Self.ms && transfer.duration == (end + 31) * Self.ms)
    }

    /// A packet finds its host idle, or arrives with one that does: SYN, answer, request, response.
    @Test func `host times add up and are part of program times`() {
        var plan = plan([1000])
        plan.client = HostTimes(rested: 2 * Self.ms)
        plan.origin = HostTimes(rested: 3 * Self.ms)
        func exchange() -> Nanoseconds? { LineSimulation.run(plan).transfers[0].exchange }
        #expect(exchange() == (40 + 2 * 3 + 2 * 2) * Self.ms)
        plan.fetches[0].programs.connecting = Self.ms
        #expect(exchange() == (40 + 1 + 2 * 3 + 2 * 2) * Self.ms)
        plan.fetches[0].programs.asking = 10 * Self.ms
        plan.fetches[0].programs.answering = 20 * Self.ms
        plan.fetches[0].programs.reading = 5 * Self.ms
        #expect(exchange() == (40 + 1 + 3 + 10 + 20 + 5) * Self.ms)
    }

    @Test func `packets reach a host's TCP in order of arrival`() {
        var host = SimulatedHost(HostTimes(rested: 50_000, busy: 10_000))
        let heard = [0, 1000, 45_000, 1_100_000].enumerated().map {
            host.receive(packet($0), at: Instant(nanoseconds: $1)).heard.nanoseconds
        }
        #expect(heard == [50_000, 50_000, 55_000, 1_150_000])
    }

    private func packet(_ number: Int) -> PacketIdentity {
        PacketIdentity(direction: .down, flow: 1, number: UInt32(number))
    }

    @Test func `each packet takes its known host time, or else the default`() {
        let times = HostTimes(rested: 50_000, busy: 10_000, exceptions: [packet(0): 20_000])
        var host = SimulatedHost(times, application: HostTimes(rested: 90_000, busy: 5000))
        let moments = [0, 100_000, 2_000_000, 4_000_000].enumerated().map {
            host.receive(packet($0), at: Instant(nanoseconds: $1))
        }
        #expect(moments.map { $0.heard - $0.came } == [20_000, 10_000, 50_000, 50_000])
        // A program does not look at data before TCP has processed it.
        #expect(moments.map { $0.seen - $0.came } == [90_000, 10_000, 90_000, 90_000])
    }

    /// The response is three segments, 1.2 ms apart at 10 Mbit/s, so each finds the host idle. A look 3 ms
    /// after the first finds them all.
    @Test func `a slow reader finds the data that arrived meanwhile`() {
        func ended(_ reading: HostTimes) -> Nanoseconds? {
            var plan = plan([3 * 1448 - 170], rateBps: 10_000_000)
            plan.reading = reading
            return LineSimulation.run(plan).transfers[0].duration
        }
        let atOnce = ended(HostTimes())
        #expect(ended(HostTimes(rested: 3 * Self.ms, busy: 3 * Self.ms)) == atOnce.map { $0 + 600_000 })
        #expect(ended(HostTimes(rested: 200_000, busy: 100_000)) == atOnce.map { $0 + 200_000 })
    }

    /// The same three segments with known times of the looks: a single look took everything.
    @Test func `known reads take their recorded times`() {
        func ended(_ looks: [ProgramLook]) -> Nanoseconds? {
            var plan = plan([3 * 1448 - 170], rateBps: 10_000_000)
            plan.fetches[0].programs.looks = looks
            return LineSimulation.run(plan).transfers[0].duration
        }
        let atOnce = ended([])
        let whole = 3 * 1448
        let late = ProgramLook(end: whole, there: whole, duration: 700_000)
        #expect(ended([late]) == atOnce.map { $0 + 700_000 })
        let first = ProgramLook(end: 1448, there: 1448, duration: 900_000)
        #expect(ended([first, ProgramLook(end: whole, there: whole, duration: 0)]) == atOnce)
    }

    /// One look took a megabyte, although the receiver has room for 64 KiB.
    @Test func `a recorded read larger than the receive buffer does not block the transfer`() throws {
        var plan = plan([1_000_000], rateBps: 10_000_000)
        plan.largestBuffer = 65_536
        let plain = try #require(LineSimulation.run(plan).transfers[0].duration)
        plan.fetches[0].programs.looks = [ProgramLook(end: 1_000_170, there: 1_000_170, duration: 0)]
        let impatient = try #require(LineSimulation.run(plan).transfers[0].duration)
        #expect(impatient < 2 * plain)
    }

    /// The kernel's millisecond changes between a packet's arrival and its processing by TCP.
    @Test func `an acknowledgement carries the arrival time of its packet, not the processing time`() {
        let client = TCPEndpoint(TCPSettings(plan([1000])), isClient: true, flow: 1)
        client.open(at: .zero)
        let (came, heard) = (Instant(nanoseconds: 3_990_000), Instant(nanoseconds: 4_010_000))
        var answer = SimulatedSegment(kind: .synAck)
        answer.window = 65_535
        client.receive(
            answer,
            SimulatedHost.HandlingTimes(came: came, heard: heard, seen: heard)
        )
        #expect(client.outbox.map(\.stamp) == [0, 3])
        client.write(100, at: heard)
        #expect(client.outbox.last?.stamp == 4)
    }

    /// TCP handles all packets of an instant before the application runs.
    @Test func `packets that arrive together are read together`() {
        let client = TCPEndpoint(TCPSettings(plan([1000])), isClient: true, flow: 1)
        client.open(at: .zero)
        let now = Instant(nanoseconds: 40 * Self.ms)
        var hearing = SimulatedHost.HandlingTimes(came: now, heard: now, seen: now)
        var answer = SimulatedSegment(kind: .synAck)
        answer.window = 65_535
        client.receive(answer, hearing)
        for number in 0..<5 {
            var segment = SimulatedSegment()
            (segment.sequence, segment.payload, segment.window) = (number * 1448, 1448, 65_535)
            hearing.isFollowed = number < 4
            client.receive(segment, hearing)
        }
        #expect(client.received == 5 * 1448 && client.reading.takenUpTo == 0)
        #expect(client.reading.due == now)
        client.wake(at: now)
        #expect(client.reading.takenUpTo == 5 * 1448 && client.reading.due == nil)
        // A packet alone is read as it comes.
        var last = SimulatedSegment()
        (last.sequence, last.payload, last.window) = (5 * 1448, 1000, 65_535)
        client.receive(last, hearing)
        #expect(client.reading.takenUpTo == client.received)
    }

    @Test func `requests that arrive while the origin works are answered together`() throws {
        var plan = plan([250_000, 250_000], rateBps: 10_000_000)
        plan.multiplexing = SimulatedMultiplexing()
        func ends() throws -> [Nanoseconds] {
            let transfers = LineSimulation.run(plan).transfers
            return try transfers.map { try #require($0.responseLastByte).nanoseconds }
        }
        // The first is ahead by the kernel's share of it before the second is requested.
        let quick = try ends()
        #expect(quick[1] - quick[0] > 40 * Self.ms)
        plan.fetches[0].programs.answering = Self.ms
        let together = LineSimulation.run(plan).transfers
        #expect(together[0].responseBegin == together[1].responseBegin)
        let slow = try ends()
        #expect(slow[1] > slow[0] && slow[1] - slow[0] < 20 * Self.ms)
    }

    /// As in tshark: 40 bytes of headers and 12 of timestamps, plus 22 in a TLS record. In the clear the first request goes
    /// with the preface's 64.
    @Test(arguments: [nil, SimulatedSecurity.full13])
    func `both HTTP/2 peers send their settings before the first request`(_ security: SimulatedSecurity?) {
        var plan = plan([1000])
        plan.multiplexing = SimulatedMultiplexing()
        plan.security = security
        let outcome = LineSimulation.run(plan)
        func payloads(_ direction: LinkDirection) -> [Int] {
            zip(outcome.linkLog, outcome.contents).filter { $0.0.packet.direction == direction }
                .map(\.1.payload).filter { $0 > 0 }
        }
        #expect(
            Array(payloads(.up).prefix(security == nil ? 1 : 3)) == (security == nil ? [120] : [517, 80, 86])
        )
        #expect(
            Array(payloads(.down).prefix(security == nil ? 1 : 3))
                == (security == nil ? [46] : [888, 510, 68])
        )
        #expect(payloads(.up).last == (security == nil ? 9 : 31))
    }
}
