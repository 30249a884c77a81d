import JSON
import LinkModel
import Runs
import Testing

@Suite struct LineJSONTests {
    private func json(_ change: (inout DirectionParameters) -> Void) -> JSONValue {
        var side = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        change(&side)
        return LinkParameters(down: side, up: DirectionParameters()).json(.down)
    }

    private func keys(_ value: JSONValue?) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.key)
    }

    @Test func `every key is present, null for absent effects`() {
        let plain = json { _ in }
        #expect(
            keys(plain) == [
                "rateBps", "oneWayDelayNs", "lossRatio", "queueBytes", "queuePackets", "rate", "jitter",
                "loss", "duplicate", "corrupt", "reorder", "outages", "police", "discipline",
            ]
        )
        for key in ["jitter", "loss", "duplicate", "corrupt", "reorder", "outages", "police"] {
            #expect(plain[key] == .null, "\(key)")
        }
        #expect(plain["rate"] == ["kind": "constant", "schedule": nil, "trace": nil, "loop": nil])
        #expect(
            plain["discipline"] == ["name": "drop-tail", "targetNs": nil, "intervalNs": nil, "ecn": nil]
        )
    }

    @Test func `each effect is written with its parameters`() {
        let pieces = [RateSchedule.Piece(rateBps: 0, length: 5)]
        let full = json {
            $0.rate = .schedule(RateSchedule(pieces: pieces, repeats: false))
            $0.jitter = Jitter(distribution: .pareto, amount: 7, correlation: 0.5)
            $0.loss = .fourState(FourStateLoss(p13: 0.5))
            $0.duplication = PacketShare(0.25)
            $0.reordering = Reordering(share: PacketShare(0.5), gap: 3)
            $0.outages = Outages(pattern: .listed([.init(start: 1, length: 2)]), packets: .held)
            $0.policer = Policer(rateBps: 9, burst: 8)
            $0.discipline = .pie(ProportionalIntegral(marksECN: true))
        }
        let schedule: JSONValue = [["rateBps": .integer(0), "forNs": .integer(5)]]
        #expect(
            full["rate"] == ["kind": "schedule", "schedule": schedule, "trace": nil, "loop": .bool(false)]
        )
        #expect(
            full["jitter"]
                == ["amountNs": .integer(7), "distribution": "pareto", "correlation": .double(0.5)]
        )
        #expect(full["loss"]?["model"] == "fourState" && full["loss"]?["p13"] == .double(0.5))
        #expect(full["duplicate"] == ["ratio": .double(0.25), "correlation": .double(0)])
        #expect(full["reorder"]?["gap"] == .integer(3))
        #expect(keys(full["outages"]) == ["everyNs", "forNs", "list", "meanUpNs", "meanDownNs", "packets"])
        #expect(full["outages"]?["list"] == [["atNs": .integer(1), "forNs": .integer(2)]])
        #expect(full["police"] == ["rateBps": .integer(9), "burstBytes": .integer(8)])
        #expect(full["discipline"]?["ecn"] == .bool(true))
    }
}
