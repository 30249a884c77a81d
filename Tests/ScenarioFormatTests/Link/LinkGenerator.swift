import LinkModel
import Wire

/// Random lines from a seed: any that a scenario may describe.
struct LinkGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = SplitMix.mixed(seed)
    }

    mutating func link(mtu: Int = 1500) -> LinkParameters {
        var link = LinkParameters(
            down: direction(mtu: mtu),
            up: direction(mtu: mtu),
            mtu: mtu,
            framing: LinkFraming(overhead: number(0...256), isATM: chance()),
            dnsDelay: chance() ? 0 : time(1...3_600_000)
        )
        link.ip = IPVersions.allCases[mtu < 1280 ? 0 : number(0...3)]
        link.aaaaDelay = chance() ? 0 : time(1...3_600_000)
        if link.ip == .both { link.ip6Fault = [nil, .noRoute, .blackHole][number(0...2)] }
        return link
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        state &+= SplitMix.step
        return range.lowerBound + Int(SplitMix.mixed(state) % UInt64(range.count))
    }

    private mutating func chance() -> Bool { number(0...1) == 1 }

    /// In microseconds.
    private mutating func time(_ range: ClosedRange<Int>) -> Nanoseconds { Nanoseconds(number(range)) * 1000 }

    private mutating func ratio(_ most: Int = 100_000) -> Double { Double(number(1...most)) / 100_000 }

    private mutating func share() -> PacketShare {
        chance() ? PacketShare(0) : PacketShare(ratio(), correlation: chance() ? 0 : ratio(99_999))
    }

    private mutating func direction(mtu: Int) -> DirectionParameters {
        var side = DirectionParameters(
            rate: rate(),
            oneWayDelay: time(1...3_000_000),
            loss: loss(),
            queue: chance() ? .packets(number(1...10_000)) : .bytes(number(mtu...1_000_000))
        )
        if chance() {
            let amount = side.oneWayDelay / 4
            side.jitter = Jitter(
                distribution: Jitter.Distribution.allCases[number(0...4)],
                amount: max(1, amount),
                correlation: chance() ? 0 : ratio(99_999)
            )
            if (side.jitter?.reach ?? 0) > side.oneWayDelay { side.jitter = nil }
        }
        side.duplication = share()
        side.corruption = share()
        let reordered = share()
        if reordered.ratio > 0 { side.reordering = Reordering(share: reordered, gap: number(1...9)) }
        side.outages = outages()
        if chance() {
            side.policer = Policer(rateBps: Int64(number(1...9_000_000)), burst: number(mtu...90_000))
        }
        side.discipline = discipline()
        return side
    }

    private mutating func rate() -> LineRate {
        switch number(0...2) {
        case 0: return .unlimited
        case 1: return .constant(Int64(number(1...1_000_000_000)))
        default:
            var pieces = [
                RateSchedule.Piece(rateBps: Int64(number(1...9_000_000)), length: time(1...9_000_000))
            ]
            for _ in 0..<number(0...5) {
                pieces.append(.init(rateBps: Int64(number(0...9)) * 500_000, length: time(1...9_000_000)))
            }
            return .schedule(RateSchedule(pieces: pieces, repeats: chance()))
        }
    }

    private mutating func loss() -> PacketLoss {
        switch number(0...2) {
        case 0: .random(share())
        case 1:
            .gilbertElliott(
                GilbertElliott(toBad: ratio(), toGood: ratio(), lossInBad: ratio(), lossInGood: ratio())
            )
        default:
            .fourState(
                FourStateLoss(
                    p13: ratio(50_000),
                    p31: ratio(50_000),
                    p32: ratio(50_000),
                    p23: ratio(),
                    p14: ratio(50_000)
                )
            )
        }
    }

    private mutating func outages() -> Outages? {
        let packets: Outages.Treatment = chance() ? .lost : .held
        switch number(0...3) {
        case 0: return nil
        case 1:
            let every = time(2...9_000_000)
            return Outages(pattern: .every(every, length: every / 2), packets: packets)
        case 2:
            let pattern = Outages.Pattern.random(meanUp: time(1...9_000_000), meanDown: time(1...9_000_000))
            return Outages(pattern: pattern, packets: packets)
        default:
            var list: [Outages.Interval] = []
            var end: Nanoseconds = -1
            for _ in 0...number(0...4) {
                let next = Outages.Interval(start: end + time(1...900_000), length: time(1...900_000))
                list.append(next)
                end = next.start + next.length
            }
            return Outages(pattern: .listed(list), packets: packets)
        }
    }

    private mutating func discipline() -> QueueDiscipline {
        let codel = ControlledDelay(
            target: time(1...9000),
            interval: time(9001...900_000),
            marksECN: chance()
        )
        let pie = ProportionalIntegral(
            target: time(1...90_000),
            updateInterval: time(1...90_000),
            marksECN: chance()
        )
        let all: [QueueDiscipline] = [
            .dropTail, .dropHead, .codel(codel), .pie(pie), .fair(codel: nil), .fair(codel: codel),
        ]
        return all[number(0...5)]
    }
}
