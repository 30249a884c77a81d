import LinkModel
import Testing

@testable import Reports

@Suite struct DirectionWordsTests {
    private func words(_ change: (inout DirectionParameters) -> Void) -> String {
        var side = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        change(&side)
        return DirectionWords(LinkParameters(down: side, up: DirectionParameters()), .down).text
    }

    @Test func `shows rate, delay and queue of a plain direction`() {
        #expect(words { _ in } == "2 Mbit/s, delay 5.0 ms, queue 1,000 packets")
    }

    @Test func `reports every impairment of a direction`() {
        let text = words {
            $0.jitter = Jitter(distribution: .normal, amount: 1_000_000, correlation: 0.25)
            $0.loss = .gilbertElliott(GilbertElliott(toBad: 0.01, toGood: 0.09))
            $0.duplication = PacketShare(0.01, correlation: 0.5)
            $0.corruption = PacketShare(0.001)
            $0.reordering = Reordering(share: PacketShare(0.25), gap: 5)
            $0.outages = Outages(pattern: .every(10_000_000_000, length: 1_000_000_000), packets: .held)
            $0.policer = Policer(rateBps: 1_000_000, burst: 32_768)
            $0.discipline = .fair(codel: ControlledDelay(marksECN: true))
        }
        #expect(
            text == "2 Mbit/s, delay 5.0 ms, loss 10.00 % in bursts (Gilbert-Elliott), "
                + "jitter 1.0 ms (normal, correlation 25 %), 1.00 % duplicated, correlation 50 %, 0.10 % corrupted, "
                + "25.00 % reordered, one in 5 at the most, an outage of 1.000 s every 10.000 s (packets held), "
                + "policed to 1 Mbit/s with bursts of 32,768 B, queue 1,000 packets (fq-codel, target 5.0 ms, ECN)"
        )
    }

    @Test(arguments: [
        (true, "8 kbit/s for 1.000 s, 0 bit/s for 0.500 s (over and over), delay"),
        (false, "8 kbit/s for 1.000 s, then 0 bit/s, delay"),
    ])
    func `shows a short schedule in full`(repeats: Bool, start: String) {
        let pieces = [
            RateSchedule.Piece(rateBps: 8000, length: 1_000_000_000), .init(rateBps: 0, length: 500_000_000),
        ]
        let text = words { $0.rate = .schedule(RateSchedule(pieces: pieces, repeats: repeats)) }
        #expect(text.hasPrefix(start), "\(text)")
    }

    @Test func `shows a long schedule and a trace by their mean rate`() {
        let pieces = (1...5).map { RateSchedule.Piece(rateBps: $0 * 1000, length: 1_000_000_000) }
        #expect(
            words { $0.rate = .schedule(RateSchedule(pieces: pieces, repeats: true)) }
                .hasPrefix("3 kbit/s on average by a schedule of 5 rates (over and over)")
        )
        #expect(
            words {
                $0.rate = .trace(OpportunityTrace(name: "lte.down", milliseconds: [5, 10], repeats: false))
            }
            .hasPrefix("2.4 Mbit/s on average by the trace lte.down (once)")
        )
    }

    @Test func `mentions link-layer framing only where it adds something`() {
        #expect(FramingWords(.none).text == nil)
        #expect(
            FramingWords(LinkFraming(overhead: 18, isATM: true)).text
                == "18 B added to each packet, ATM cells"
        )
        #expect(FramingWords(LinkFraming(overhead: 0, isATM: true)).text == "ATM cells")
    }
}
