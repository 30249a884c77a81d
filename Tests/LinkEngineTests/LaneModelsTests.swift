import LinkModel
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct LaneModelsTests {
    private static let anna = LineClient(ip4: .v4(0x0ACF_0002), ip6: .v6(high: 0x2001_0002_0000_FFFF, low: 2))
    private static let bert = LineClient(ip4: .v4(0x0ACF_0003), ip6: .v6(high: 0x2001_0002_0000_FFFF, low: 3))
    private static let server = LineClient(ip4: .v4(0xC612_0002), ip6: .v6(high: 0x2001_0002, low: 2))
    private static let end = Instant(nanoseconds: 1 << 60)

    /// A packet of a client as it arrives.
    private struct Arrival {
        var client: LineClient
        var isV6: Bool
        var bytes: Int
        var at: Instant
        var number: Int

        func packet(_ direction: LinkDirection) -> LinkPacket {
            let identity = PacketIdentity(
                direction: direction,
                flow: client == anna ? 1 : 2,
                number: UInt32(number)
            )
            return LinkPacket(identity, bytes: bytes, ticket: number)
        }

        /// The IP header.
        func header(_ direction: LinkDirection) -> [UInt8] {
            let ends = direction == .up ? [client, server] : [server, client]
            let start: [UInt8] =
                isV6
                ? [0x60, 0, 0, 0, 0, 8, 17, 64]
                : [0x45, 0, 0, 28, 0, 1, 0, 0, 64, 17, 0, 0]
            return start + ends.flatMap { octets(of: isV6 ? $0.ip6 : $0.ip4) }
                + [UInt8](repeating: 0, count: 8)
        }
    }

    private static func octets(of address: IPAddress) -> [UInt8] {
        func octets(_ value: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        }
        return switch address {
        case .v4(let address): octets(UInt64(address)).suffix(4)
        case .v6(let high, let low): octets(high) + octets(low)
        }
    }

    /// Numbers that follow from a seed.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ range: ClosedRange<Int64>) -> Int64 {
            state = SplitMix.mixed(state)
            return range.lowerBound + Int64(state % UInt64(range.upperBound - range.lowerBound + 1))
        }

        mutating func link() -> LinkParameters {
            var side = DirectionParameters(
                rateBps: roll(0...4) == 0 ? nil : roll(50_000...20_000_000),
                oneWayDelay: roll(0...200_000_000),
                lossRatio: Double(roll(0...20)) / 100,
                queue: roll(0...2) == 0 ? nil : .packets(Int(roll(1...50)))
            )
            if roll(0...2) == 0 { side.discipline = .fair(codel: nil) }
            return LinkParameters(down: side, up: side)
        }

        mutating func arrivals(from start: Nanoseconds) -> [Arrival] {
            var now = start
            return (0..<400).map { number in
                now += roll(0...5_000_000)
                return Arrival(
                    client: roll(0...1) == 0 ? anna : bert,
                    isV6: roll(0...1) == 0,
                    bytes: Int(roll(40...1500)),
                    at: Instant(nanoseconds: now),
                    number: number
                )
            }
        }
    }

    private static func admit(
        _ arrival: Arrival,
        to models: inout LaneModels,
        _ direction: LinkDirection
    ) -> [LinkOutcome] {
        let header = arrival.header(direction)
        _ = models.admit(arrival.packet(direction), header.span.bytes, at: arrival.at)
        return outcomes(of: &models, upTo: arrival.at)
    }

    private static func outcomes(of models: inout LaneModels, upTo now: Instant) -> [LinkOutcome] {
        var outcomes: [LinkOutcome] = []
        while let outcome = models.next(upTo: now) { outcomes.append(outcome) }
        return outcomes
    }

    private static func outcomes(of model: inout DirectionModel, upTo now: Instant) -> [LinkOutcome] {
        var outcomes: [LinkOutcome] = []
        while let outcome = model.next(upTo: now) { outcomes.append(outcome) }
        return outcomes
    }

    @Test(arguments: 0..<40 as Range<UInt64>, LinkDirection.allCases)
    func `each client's packets meet its line as if no other line existed`(
        _ seed: UInt64,
        _ direction: LinkDirection
    ) {
        var dice = Dice(state: seed)
        let (shared, own) = (dice.link(), dice.link())
        let begin = Instant(nanoseconds: 1_000_000)
        var models = LaneModels(shared, direction, seed: seed)
        models.change(.own(own, of: Self.anna), at: begin)
        var alone = DirectionModel(own, direction, seed: Self.anna.seed(on: seed), epoch: begin)
        var rest = DirectionModel(shared, direction, seed: seed)
        var (found, expected) = ([LinkOutcome](), [LinkOutcome]())
        for arrival in dice.arrivals(from: begin.nanoseconds) {
            found += Self.admit(arrival, to: &models, direction)
            let packet = arrival.packet(direction)
            if arrival.client == Self.anna {
                _ = alone.admit(packet, at: arrival.at)
            } else {
                _ = rest.admit(packet, at: arrival.at)
            }
            expected += Self.outcomes(of: &alone, upTo: arrival.at)
            expected += Self.outcomes(of: &rest, upTo: arrival.at)
            let deadline: Instant? = .earliest(alone.nextDeadline, rest.nextDeadline)
            #expect(models.nextDeadline == deadline)
        }
        found += Self.outcomes(of: &models, upTo: Self.end)
        expected += Self.outcomes(of: &alone, upTo: Self.end)
        expected += Self.outcomes(of: &rest, upTo: Self.end)
        #expect(found == expected && found.count >= 400)
        #expect(models.nextDeadline == nil)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `clients without their own line share one, also after giving theirs back`(_ seed: UInt64) {
        var dice = Dice(state: seed)
        let (shared, own) = (dice.link(), dice.link())
        var models = LaneModels(shared, .down, seed: seed)
        models.change(.own(own, of: Self.bert), at: .zero)
        models.change(.own(nil, of: Self.bert), at: .zero)
        // Nobody has given it one.
        models.change(.own(nil, of: Self.anna), at: .zero)
        var alone = DirectionModel(shared, .down, seed: seed)
        for arrival in dice.arrivals(from: 0) {
            _ = alone.admit(arrival.packet(.down), at: arrival.at)
            let expected = Self.outcomes(of: &alone, upTo: arrival.at)
            #expect(Self.admit(arrival, to: &models, .down) == expected)
        }
        #expect(Self.outcomes(of: &models, upTo: Self.end) == Self.outcomes(of: &alone, upTo: Self.end))
    }

    private static func link(rateBps: Int64?, delay: Nanoseconds = 0) -> LinkParameters {
        let side = DirectionParameters(rateBps: rateBps, oneWayDelay: delay, queue: .packets(100))
        return LinkParameters(down: side, up: side)
    }

    private static func arrival(_ number: Int, of client: LineClient, at moment: Nanoseconds) -> Arrival {
        Arrival(client: client, isV6: false, bytes: 1000, at: Instant(nanoseconds: moment), number: number)
    }

    @Test func `a packet under way stays on the line that it began on`() {
        var models = LaneModels(Self.link(rateBps: nil), .down, seed: 1)
        // A packet takes a second.
        models.change(.own(Self.link(rateBps: 8_000), of: Self.anna), at: .zero)
        #expect(Self.admit(Self.arrival(0, of: Self.anna, at: 0), to: &models, .down).count == 1)
        #expect(Self.admit(Self.arrival(1, of: Self.anna, at: 0), to: &models, .down).isEmpty)
        models.change(.own(nil, of: Self.anna), at: Instant(nanoseconds: 10))
        let later = Self.admit(Self.arrival(2, of: Self.anna, at: 20), to: &models, .down)
        #expect(later.map(\.ticket) == [2] && later.map(\.decision.due.nanoseconds) == [20])
        #expect(models.nextDeadline == Instant(nanoseconds: 1_000_000_000))
        let last = Self.outcomes(of: &models, upTo: Self.end)
        #expect(last.map(\.ticket) == [1] && last.map(\.decision.due.nanoseconds) == [2_000_000_000])
        #expect(models.nextDeadline == nil)
    }

    @Test func `waiting packets meet the changed line if the client keeps one`() {
        var models = LaneModels(Self.link(rateBps: nil), .down, seed: 1)
        models.change(.own(Self.link(rateBps: 8_000), of: Self.anna), at: .zero)
        for number in 0..<2 {
            _ = Self.admit(Self.arrival(number, of: Self.anna, at: 0), to: &models, .down)
        }
        models.change(.own(Self.link(rateBps: 8_000_000), of: Self.anna), at: Instant(nanoseconds: 10))
        let last = Self.outcomes(of: &models, upTo: Self.end)
        #expect(last.map(\.decision.due.nanoseconds) == [1_001_000_000])
    }

    @Test func `a returned line that stands still releases its packets`() {
        var models = LaneModels(Self.link(rateBps: nil), .down, seed: 1)
        var side = DirectionParameters()
        side.rate = .schedule(
            RateSchedule(pieces: [RateSchedule.Piece(rateBps: 0, length: 1)], repeats: false)
        )
        models.change(.own(LinkParameters(down: side, up: side), of: Self.anna), at: .zero)
        for number in 0..<3 {
            let sent = Self.admit(Self.arrival(number, of: Self.anna, at: 0), to: &models, .down)
            #expect(sent.isEmpty)
        }
        models.change(.own(nil, of: Self.anna), at: Instant(nanoseconds: 10))
        let last = Self.outcomes(of: &models, upTo: Instant(nanoseconds: 20))
        #expect(last.map(\.ticket) == [0, 1, 2])
        #expect(last.allSatisfy { $0.decision.due == Instant(nanoseconds: 20) })
    }

    @Test func `a new line of a client does not wait for its former one`() {
        var models = LaneModels(Self.link(rateBps: nil), .down, seed: 1)
        for round in 0..<3 {
            let now = Instant(nanoseconds: Nanoseconds(round))
            models.change(.own(Self.link(rateBps: 8_000), of: Self.anna), at: now)
            let first = Self.arrival(2 * round, of: Self.anna, at: now.nanoseconds)
            #expect(Self.admit(first, to: &models, .down).map(\.decision.serviceStart) == [now])
            _ = Self.admit(
                Self.arrival(2 * round + 1, of: Self.anna, at: now.nanoseconds),
                to: &models,
                .down
            )
            models.change(.own(nil, of: Self.anna), at: now)
        }
        #expect(Set(Self.outcomes(of: &models, upTo: Self.end).map(\.ticket)) == [1, 3, 5])
    }

    @Test func `clients' own lines have different randomness, and the same each time`() {
        let seeds = Set([Self.anna, Self.bert].map { $0.seed(on: 7) } + [7])
        #expect(seeds.count == 3)
        #expect(
            Self.anna.seed(on: 7) == Self.anna.seed(on: 7) && Self.anna.seed(on: 7) != Self.anna.seed(on: 8)
        )
    }

    @Test func `anything but an IP packet crosses the shared line`() {
        var models = LaneModels(Self.link(rateBps: nil, delay: 5), .up, seed: 1)
        models.change(.own(Self.link(rateBps: nil, delay: 9), of: Self.anna), at: .zero)
        let bytes: [UInt8] = [0x45, 1]
        let packet = Self.arrival(0, of: Self.anna, at: 0).packet(.up)
        #expect(models.admit(packet, bytes.span.bytes, at: .zero) == 1)
        #expect(Self.outcomes(of: &models, upTo: Self.end).map(\.decision.due.nanoseconds) == [5])
    }
}
