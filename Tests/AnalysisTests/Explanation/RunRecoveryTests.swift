import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct RunRecoveryTests {
    private func files(_ run: SampleRun) -> RunFiles {
        var files = RunFiles()
        files.result = run.result()
        return files
    }

    @Test func `a whole folder is explained by its result, and nothing is missing`() throws {
        let recovery = RunRecovery(files(SampleRun()))
        #expect(recovery.missing.isEmpty)
        let explanation = RunExplanation(try #require(recovery.result))
        #expect(explanation.steps.map(\.step.name) == ["together", "warm"])
        #expect(explanation.steps[0].concurrency.map(\.transfers) == [2, 1])
        #expect(explanation.steps[0].concurrency.map(\.time) == [1050_000_000, 800_000_000])
        let fairness = try #require(explanation.steps[0].fairness)
        #expect(fairness > 0.9 && fairness < 1)
    }

    @Test func `a result without a ledger is estimated, and says so`() throws {
        var files = files(SampleRun())
        for place in files.result?.transfers.indices ?? 0..<0 {
            files.result?.transfers[place].ledger = nil
            files.result?.transfers[place].phases = TransferPhases(connect: 12_000_000, receive: 900_000_000)
        }
        let recovery = RunRecovery(files)
        let transfer = try #require(recovery.result?.transfers.first)
        let ledger = try #require(transfer.ledger)
        #expect(ledger.isEstimated && ledger.total == transfer.duration)
        #expect(ledger[.payload] == transfer.theory?.article && ledger[.sharing] == nil)
        #expect(recovery.missing.contains(.ledgers(transfers: nil, isLogged: false)))
    }

    @Test func `a wait that no log splits up is nobody's, and the origin's share of it is told by its log`()
        throws
    {
        var files = files(SampleRun())
        var transfer = try #require(files.result?.transfers.first)
        let port: UInt16 = 40_000
        transfer.ledger = nil
        transfer.clientPort = port
        transfer.phases = TransferPhases(wait: 200_000_000)
        files.result?.transfers = [transfer]
        let alone = try #require(RunRecovery(files).result?.transfers.first?.ledger)
        #expect(alone[.server] == nil && alone[.unexplained] ?? 0 >= 200_000_000)
        let asked = transfer.start + 20_000_000
        var entry = OriginLogEntry(
            clientPort: port,
            order: 0,
            method: "GET",
            target: "/" + transfer.file,
            status: 200,
            headerBytes: 100,
            bodyBytes: 1,
            accepted: transfer.start,
            requestFirstByte: asked,
            requestLastByte: asked
        )
        entry.responseFirstByte = asked + 150_000_000
        files.origin = [entry]
        let told = try #require(RunRecovery(files).result?.transfers.first?.ledger)
        #expect(told[.server] == 150_000_000)
        #expect(told.total == transfer.duration)
    }

    @Test func `a step that was edited is what its transfers make it, one that is gone is put together`()
        throws
    {
        var files = files(SampleRun())
        let whole = try #require(files.result)
        files.result?.steps[0].makespan *= 2
        files.result?.steps.removeLast()
        let recovery = RunRecovery(files)
        let steps = try #require(recovery.result?.steps)
        #expect(steps.map(\.name) == whole.steps.map(\.name))
        #expect(steps.map(\.makespan) == whole.steps.map(\.makespan))
        #expect(steps.map(\.busy) == whole.steps.map(\.busy))
        #expect(recovery.missing.contains(.stepTimes(step: "together")))
        #expect(recovery.missing.contains(.stepAbsent(step: "warm")))
    }

    @Test func `a duration that the timing log denies is named`() throws {
        var files = files(SampleRun())
        let transfer = try #require(files.result?.transfers.first)
        files.timing = [
            TimingEvent(at: transfer.start, transfer: transfer.id, kind: .start),
            TimingEvent(at: transfer.start, transfer: transfer.id, kind: .queued),
            TimingEvent(at: transfer.end, transfer: transfer.id, kind: .done),
        ]
        #expect(RunRecovery(files).missing.isEmpty)
        files.timing[2].at = transfer.end + 1
        let told = Span(start: transfer.start, end: transfer.end)
        let found = Span(start: transfer.start, end: transfer.end + 1)
        #expect(
            RunRecovery(files).missing == [.times(TransferName(transfer), told: told, found: found)]
        )
    }

    @Test func `a result without transfers takes those of the timing log`() {
        var files = files(SampleRun())
        files.result?.transfers = []
        #expect(RunRecovery(files).result == nil)
        files.timing = [
            TimingEvent(at: .zero, transfer: 0, kind: .start),
            TimingEvent(at: .zero, transfer: 0, kind: .done),
        ]
        let recovery = RunRecovery(files)
        #expect(recovery.result?.transfers.count == 1)
        #expect(recovery.result?.seed == files.result?.seed)
    }

    // MARK: The line's log

    /// A connection that carried 30,000 bytes in packets of 1,000; requested at 0, complete 40 ms later.
    private func logged() -> (RunFiles, [LinkLogEntry]) {
        var files = RunFiles()
        var entries: [LinkLogEntry] = []
        func add(
            _ direction: LinkDirection,
            _ number: UInt32,
            at time: Int64,
            sequence: UInt32,
            payload: UInt16
        ) {
            let at = Instant(nanoseconds: time)
            entries.append(
                LinkLogEntry(
                    packet: PacketIdentity(direction: direction, flow: 1, number: number),
                    bytes: 52 + Int(payload),
                    arrival: at,
                    decision: LinkDecision(
                        fate: .delivered,
                        serviceStart: at,
                        serviceEnd: at + 1_000_000,
                        due: at + 6_000_000
                    ),
                    departure: at + 6_000_000,
                    segment: LinkSegment(
                        clientPort: 40_000,
                        flags: [.ack],
                        sequence: sequence,
                        acknowledgement: 1,
                        payload: payload,
                        window: 65_000
                    )
                )
            )
        }
        add(.up, 0, at: 0, sequence: 1, payload: 100)
        for number in 0..<30 {
            // Sequence numbers wrap around on the way.
            let sequence = UInt32.max - 9_999 &+ UInt32(number) &* 1000
            add(
                .down,
                UInt32(number),
                at: 7_000_000 + Int64(number) * 1_000_000,
                sequence: sequence,
                payload: 1000
            )
        }
        var run = SampleRun().result()
        var transfer = run.transfers[0]
        transfer.start = .zero
        transfer.duration = 43_000_000
        transfer.ledger = nil
        transfer.clientPort = 40_000
        transfer.connection = 1
        transfer.newConnection = false
        transfer.headerBytes = 0
        transfer.phases = TransferPhases(wait: 13_000_000, receive: 30_000_000)
        transfer.clientLog = ClientWitness(
            exchange: ExchangeWitness(
                sizeBytes: 30_000,
                request: .zero,
                firstByte: Instant(nanoseconds: 13_000_000),
                lastByte: Instant(nanoseconds: 42_000_000)
            )
        )
        (transfer.wireUpBytes, transfer.wireDownBytes) = (nil, nil)
        run.transfers = [transfer]
        run.steps[0].utilisation = nil
        files.result = run
        files.link = entries
        return (files, entries)
    }

    /// What that folder lacks if the line's log is whole: its step still has the times of another transfer.
    private static let unlogged: [RecoveryFault] = [
        .stepCounts(step: "together"), .stepTimes(step: "together"),
        .ledgers(transfers: nil, isLogged: true),
    ]

    private func recovered(_ change: ([LinkLogEntry]) -> [LinkLogEntry]) throws -> (
        TransferLedger, [RecoveryFault]
    ) {
        var (files, entries) = logged()
        files.link = change(entries)
        let recovery = RunRecovery(files)
        return (try #require(recovery.result?.transfers.first?.ledger), recovery.missing)
    }

    @Test func `a log that is whole tells the rows, in whatever order and however often its lines stand`()
        throws
    {
        let (whole, missing) = try recovered { $0 }
        #expect(!whole.isEstimated && whole.total == 43_000_000)
        #expect(missing == Self.unlogged)
        #expect(try recovered { $0.reversed() }.0 == whole)
        #expect(try recovered { $0 + $0 }.0 == whole)
    }

    @Test func `a packet that the line dropped and the sender repeated is no hole`() throws {
        let (ledger, missing) = try recovered { entries in
            var entries = entries
            let place = 12
            entries[place].decision = .ended(.queueFull, at: entries[place].arrival)
            entries[place].departure = nil
            var again = entries[place]
            let last = entries[entries.count - 1]
            again.arrival = last.arrival + 1_000_000
            again.decision = LinkDecision(
                fate: .delivered,
                serviceStart: again.arrival,
                serviceEnd: again.arrival + 1_000_000,
                due: again.arrival + 6_000_000
            )
            again.departure = again.decision.due
            again.packet.number = last.packet.number + 1
            return entries + [again]
        }
        #expect(!ledger.isEstimated && ledger.total == 43_000_000)
        #expect(missing == Self.unlogged)
    }

    @Test(arguments: ["cut", "holed", "backwards"])
    func `a log that lacks packets blames nobody for them`(_ damage: String) throws {
        let (ledger, missing) = try recovered { entries in
            switch damage {
            case "cut": Array(entries.prefix(20))
            case "holed": Array(entries.prefix(10) + entries.dropFirst(20))
            default:
                entries.map { entry in
                    var entry = entry
                    if entry.packet.number == 15 { entry.decision.due = entry.arrival - 1 }
                    return entry
                }
            }
        }
        #expect(ledger.isEstimated && ledger[.window] == nil && ledger.total == 43_000_000)
        #expect(missing.contains(.torn(transfers: 1)))
        #expect(missing.contains(.backwards(entries: 1)) == (damage == "backwards"))
    }

    @Test func `rows that were edited are told from those that add up`() {
        var files = files(SampleRun())
        files.result?.transfers[0].ledger = TransferLedger([.payload: 5])
        let missing = RunRecovery(files).missing
        #expect(missing.count == 1)
        if case .rows(TransferName(step: "together", file: "a.jpg"), sum: 5, _) = missing.first {
        } else {
            Issue.record("\(missing)")
        }
    }

    @Test func `without a result the timing log tells the transfers`() throws {
        var files = RunFiles()
        func event(_ ms: Int64, _ kind: TimingEvent.Kind, bytes: Int? = nil) -> TimingEvent {
            TimingEvent(at: SampleRun.at(ms), transfer: 0, kind: kind, bytes: bytes)
        }
        files.timing = [
            event(0, .start), event(1, .queued), event(11, .connected), event(12, .requestSent),
            event(22, .firstByte), event(52, .lastByte, bytes: 1000), event(53, .done),
        ]
        let recovery = RunRecovery(files)
        let transfer = try #require(recovery.result?.transfers.first)
        #expect(transfer.duration == 53_000_000 && transfer.source == .network)
        #expect(transfer.ledger?[.connect] == 10_000_000 && transfer.ledger?[.delivery] == 1_000_000)
        #expect(transfer.ledger?.total == 53_000_000)
    }

    @Test func `a folder with nothing in it is not explained`() {
        #expect(RunRecovery(RunFiles()).result == nil)
        var files = RunFiles()
        files.timing = [TimingEvent(at: .zero, transfer: 0, kind: .start)]
        #expect(RunRecovery(files).result == nil)
    }
}
