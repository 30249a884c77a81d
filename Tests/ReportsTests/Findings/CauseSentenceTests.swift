import Analysis
import Inspection
import LinkModel
import Reports
import Runs
import Testing
import Wire

@Suite struct CauseSentenceTests {
    private func sentences(_ change: (inout TransferResult) -> Void) throws -> [String] {
        var result = SampleResult.dsl()
        result.transfers[0].ledger = TransferLedger([.payload: result.transfers[0].duration])
        change(&result.transfers[0])
        return CauseSentence(TransferExplanation(result.transfers[0], of: result)).texts
    }

    @Test func `payload time is explained by the bytes carried`() throws {
        let told = try sentences { _ in }
        #expect(
            told.contains { $0.hasPrefix("The line carried the ") && $0.contains(" B of small.jpg for ") }
        )
    }

    @Test(
        arguments: [
            (nil, "which did not answer."), (.noRoute, "for which this line has no route."),
            (.blackHole, "whose packets this line loses."),
        ] as [(IPv6Fault?, String)]
    )
    func `the time lost to trying IPv6 is stated as the cause`(
        _ fault: IPv6Fault?,
        _ end: String
    ) throws {
        var result = SampleResult.dsl()
        result.link.parameters.ip = .both
        result.link.parameters.ip6Fault = fault
        result.transfers[0].ledger = TransferLedger([.fallback: result.transfers[0].duration])
        let told = CauseSentence(TransferExplanation(result.transfers[0], of: result)).texts
        #expect(
            told.count == 1 && told[0].hasSuffix("because its client tried IPv6 first, " + end),
            "\(told)"
        )
    }

    @Test func `does not claim that an interrupted transfer received nothing`() throws {
        let told = try sentences {
            $0.error = "cancelled: the run was interrupted"
            $0.clientLog = nil
            $0.bodyBytes = 0
        }
        #expect(told.contains { $0.hasPrefix("The line carried what arrived of small.jpg for ") })
    }

    @Test func `does not claim that the file crossed the line when only a 304 did`() throws {
        let told = try sentences {
            $0.clientLog?.exchange.sizeBytes = 0
            $0.ledger = TransferLedger([
                .overhead: $0.duration / 2, .propagation: $0.duration / 4, .retransmit: $0.duration / 4,
            ])
        }
        #expect(told.count == 3 && told.allSatisfy { $0.contains("the response for small.jpg ") }, "\(told)")
        var result = SampleResult.dsl()
        result.transfers[1].clientLog?.exchange.sizeBytes = 0
        result.transfers[0].ledger = TransferLedger(
            [.sharing: result.transfers[0].duration],
            waitedFor: [.init(transfer: result.transfers[1].id, time: 3_000_000)]
        )
        let waited = CauseSentence(TransferExplanation(result.transfers[0], of: result)).texts
        #expect(waited.first?.hasSuffix("carried the response for \(result.transfers[1].file).") == true)
    }

    @Test func `blames an idle client connection only where nothing else delayed the request`() throws {
        let rows: [LedgerCause: Int64] = [.blocked: 71_000_000]
        #expect(
            try sentences { $0.ledger = TransferLedger(rows) } == [
                "small.jpg waited 71.0 ms for a free connection."
            ]
        )
        #expect(
            try sentences { $0.ledger = TransferLedger(rows, unknown: [.cache], isEstimated: true) } == [
                "The client of small.jpg waited 71.0 ms before it opened the connection, or before it sent the request."
            ]
        )
    }

    @Test func `names the transfers that caused the wait, longest first`() throws {
        func told(_ waits: [TransferLedger.Wait]) throws -> [String] {
            try sentences { $0.ledger = TransferLedger([.sharing: $0.duration], waitedFor: waits) }
                .map { String($0.split(separator: "carried ").last ?? "") }
        }
        let later = try #require(SampleResult.dsl().transfers.first { $0.step == "warm" })
        let waits: [TransferLedger.Wait] = [
            .init(transfer: 1, time: 3_000_000), .init(transfer: later.id, time: 2_000_000),
            .init(transfer: nil, time: 1_000_000),
        ]
        #expect(try told([waits[0]]) == ["medium.jpg."])
        #expect(
            try told([waits[0], waits[2]]) == [
                "medium.jpg (3.0 ms) and packets that belong to no transfer (1.0 ms)."
            ]
        )
        #expect(try told(waits) == ["medium.jpg (3.0 ms), \(later.file) of `warm` (2.0 ms) and 1 more."])
    }

    @Test func `a wait for a connection names the transfer that opened it`() throws {
        let rows: [LedgerCause: Int64] = [.connect: 71_000_000, .tls: 61_000_000]
        var result = SampleResult.dsl()
        result.transfers[0].newConnection = true
        result.transfers[1].ledger = TransferLedger(rows)
        (result.transfers[0].connection, result.transfers[1].connection) = (7, 7)
        result.transfers[1].newConnection = false
        let told = CauseSentence(TransferExplanation(result.transfers[1], of: result)).texts
        #expect(
            told.contains {
                $0.hasPrefix("medium.jpg waited 71.0 ms while small.jpg opened their connection")
            }
        )
        #expect(
            told.contains { $0.hasPrefix("medium.jpg waited 61.0 ms while small.jpg did the TLS handshake") }
        )
    }

    @Test(
        arguments: [
            (nil, "small.jpg waited 0.231 s for room in its receiver's TCP window."),
            (
                .init(stream: 231_000_000, streamWindow: 65_535, connection: 0, connectionWindow: 1 << 24),
                "HTTP/2's flow control of the stream (65,535 B) held small.jpg up for 0.231 s."
            ),
            (
                .init(
                    stream: 1_000_000,
                    streamWindow: 65_535,
                    connection: 130_000_000,
                    connectionWindow: 70_000
                ),
                "Its receiver's windows held small.jpg up for 0.231 s: HTTP/2's flow control of the connection (70,000 B) "
                    + "for 0.130 s, TCP's window for 0.100 s and HTTP/2's flow control of the stream (65,535 B) for 1.0 ms."
            ),
        ] as [(TransferLedger.FlowControl?, String)]
    )
    func `attributes a receiver's window to TCP or to HTTP/2 flow control`(
        _ flowControl: TransferLedger.FlowControl?,
        _ sentence: String
    ) throws {
        let told = try sentences {
            $0.ledger = TransferLedger([.receiver: 231_000_000], flowControl: flowControl)
        }
        #expect(told == [sentence])
    }

    private static func loss(
        _ transfer: Int?,
        _ direction: LinkDirection,
        _ kind: LossKind?,
        _ packets: Int,
        _ time: Nanoseconds
    ) -> TransferLedger.Loss {
        TransferLedger.Loss(
            transfer: transfer,
            direction: direction,
            kind: kind,
            packets: packets,
            first: SampleResult.at(100),
            last: SampleResult.at(packets > 1 ? 300 : 100),
            time: time
        )
    }

    @Test(
        arguments: [
            (
                [loss(0, .down, .policer, 14, 1_200_000_000)],
                "The policer of the down-link (1 Mbit/s, bursts of 9,000 B) dropped 14 packets of small.jpg "
                    + "from 0.100 s to 0.300 s, whose recovery took 1.200 s."
            ),
            (
                [loss(1, .down, .queueFull, 1, 1_200_000_000)],
                "A lost packet of medium.jpg held small.jpg up for 1.200 s: the full queue of the down-link (20 packets) "
                    + "dropped it at 0.100 s."
            ),
            (
                [loss(1, .down, .random, 3, 1_200_000_000)],
                "3 lost packets of medium.jpg held small.jpg up for 1.200 s: random loss on the down-link dropped them "
                    + "from 0.100 s to 0.300 s."
            ),
            (
                [loss(0, .up, .random, 1, 1_200_000_000)],
                "Random loss on the up-link dropped 1 packet of small.jpg's client at 0.100 s, "
                    + "whose recovery took 1.200 s."
            ),
            (
                [
                    loss(1, .down, .congestion, 2, 600_000_000),
                    loss(0, .up, .outage, 5, 300_000_000),
                    loss(0, .down, .congestion, 4, 200_000_000),
                    loss(nil, .down, nil, 1, 60_000_000),
                    loss(nil, .down, .damaged, 1, 40_000_000),
                ],
                "small.jpg waited 1.200 s for lost packets to be retransmitted: the queue management of the down-link (codel) "
                    + "dropped, from 0.100 s to 0.300 s, 2 of medium.jpg (0.600 s) and 4 of its own (0.200 s); an outage of the up-link dropped, from 0.100 s to 0.300 s, 5 of its "
                    + "client's (0.300 s); 1 of their connection (60.0 ms) had arrived; and 1 more reason."
            ),
            ([], "small.jpg waited 1.200 s for lost packets to be retransmitted."),
        ] as [([TransferLedger.Loss], String)]
    )
    func `reports lost packets with their owner and the cause`(
        _ losses: [TransferLedger.Loss],
        _ sentence: String
    ) throws {
        var result = SampleResult.dsl()
        result.link.parameters.down.policer = Policer(rateBps: 1_000_000, burst: 9000)
        result.link.parameters.down.queue = .packets(20)
        if losses.count > 1 { result.link.parameters.down.discipline = .codel(ControlledDelay()) }
        result.transfers[0].ledger = TransferLedger([.recovery: 1_200_000_000], losses: losses)
        let told = CauseSentence(TransferExplanation(result.transfers[0], of: result)).texts
        #expect(told == [sentence])
    }

    @Test func `explains a silence in a capture by its possible causes`() throws {
        func told(_ cause: LedgerCause, _ seconds: Int64, isRepaired: Bool) throws -> String? {
            var result = SampleResult.dsl()
            result.transfers[0].ledger = TransferLedger([cause: 1_600_000_000], unknown: [.cache])
            let silence = CaptureSilence(start: 5, end: 5 + seconds * 500_000_000, isRepaired: isRepaired)
            let explanation = RunExplanation(ofCapture: result, silences: [result.transfers[0].id: silence])
            let first = try #require(explanation.steps.first?.transfers.first)
            return CauseSentence(first).texts.first
        }
        #expect(
            try told(.recovery, 3, isRepaired: true)
                == "small.jpg waited 1.600 s for lost packets to be retransmitted: no packet came either way for 1.500 s, "
                + "as when the line is down or the sender waits for its timeout."
        )
        #expect(
            try told(.unexplained, 3, isRepaired: false)
                == "No packet of small.jpg came either way for 1.500 s, and then it continued: the server paused, "
                + "or the line was down."
        )
        #expect(
            try told(.unexplained, 3, isRepaired: true)?.contains("retransmitted: the line was down") == true
        )
        // Too little to explain it.
        #expect(
            try told(.unexplained, 1, isRepaired: false)
                == "The packets do not show where 1.600 s of small.jpg went."
        )
        #expect(
            try told(.recovery, 1, isRepaired: true)
                == "small.jpg waited 1.600 s for lost packets to be retransmitted."
        )
    }

    @Test func `for a capture, does not separate the origin's time from packets ahead`() throws {
        let rows: [LedgerCause: Int64] = [.server: 67_000_000]
        let run = try sentences { $0.ledger = TransferLedger(rows) }
        #expect(run.contains("small.jpg waited 67.0 ms for the origin."))
        let capture = try sentences { $0.ledger = TransferLedger(rows, unknown: [.cache], isEstimated: true) }
        #expect(
            capture.contains { $0.contains("the origin took its time, or packets were ahead of the answer") }
        )
    }
}
