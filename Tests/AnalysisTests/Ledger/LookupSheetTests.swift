import LinkModel
import Logs
import Runs
import Testing
import Wire

@testable import Analysis

/// The parts of the time in which a name is looked up. Times are microseconds.
@Suite struct LookupSheetTests {
    private static let size = 64
    private static let timer: Int64 = 6_000_000

    /// A packet of no connection, by when it reaches the line.
    private struct Packet {
        var direction: LinkDirection
        var at: Int64
        var service: Int64?
        var fate = LinkFate.delivered
        var size = LookupSheetTests.size
    }

    private static func question(_ at: Int64, _ fate: LinkFate = .delivered) -> Packet {
        Packet(direction: .up, at: at, fate: fate)
    }

    private static func answer(
        _ at: Int64,
        service: Int64? = nil,
        _ fate: LinkFate = .delivered
    ) -> Packet {
        Packet(direction: .down, at: at, service: service, fate: fate)
    }

    /// A transfer that looks its name up for so long before it opens its connection; the packets' times count from the look-up.
    private func run(lookup: Int64, _ packets: [Packet]) -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (15_400, 15_400), lastByte: 22_400, end: 22_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.record.transfers[0].start = LedgerRun.at(-lookup)
        run.record.transfers[0].phases.dns = lookup * 1000
        run.record.timing[0].at = LedgerRun.at(100 - lookup)
        var numbers = PerDirection<UInt32>(up: 0, down: 0)
        let questions = packets.map { packet in
            let arrival = 200 - lookup + packet.at
            let start = 200 - lookup + (packet.service ?? packet.at)
            let end =
                packet.direction == .down && packet.fate == .delivered ? start + Int64(packet.size) : start
            let due = LedgerRun.at(end + LedgerRun.delay)
            defer { numbers[packet.direction] += 1 }
            return LinkLogEntry(
                packet: PacketIdentity(
                    direction: packet.direction,
                    flow: 0,
                    number: numbers[packet.direction]
                ),
                bytes: packet.size,
                arrival: LedgerRun.at(arrival),
                decision: LinkDecision(
                    fate: packet.fate,
                    serviceStart: LedgerRun.at(start),
                    serviceEnd: LedgerRun.at(end),
                    due: due
                ),
                departure: packet.fate == .delivered ? due : nil
            )
        }
        run.record.linkLog.insert(contentsOf: questions, at: 0)
        return run
    }

    /// The rows that the look-up adds.
    private func rows(_ run: LedgerRun) -> [LedgerCause: Int] {
        let plain = self.run(lookup: 0, []).rows()
        #expect(run.ledger().total == run.record.transfers[0].end - run.record.transfers[0].start)
        return run.rows().reduce(into: [:]) { rows, row in
            let added = row.value - (plain[row.key] ?? 0)
            if added != 0 { rows[row.key] = added }
        }
    }

    @Test func `the time of a query and its answer is DNS time`() {
        let run = run(lookup: 60_000, [Self.question(0), Self.question(2), Self.answer(54_900)])
        #expect(rows(run) == [.dns: 60_000])
        #expect(run.ledger().losses.isEmpty)
    }

    @Test func `a lost query counts as recovery until it is sent again`() {
        let run = run(
            lookup: Self.timer + 60_000,
            [
                Self.question(0, .lost), Self.question(2), Self.answer(50_000),
                Self.question(Self.timer), Self.question(Self.timer + 2), Self.answer(Self.timer + 54_900),
            ]
        )
        #expect(rows(run) == [.recovery: Int(Self.timer), .dns: 60_000])
        #expect(
            run.ledger().losses == [
                .init(
                    transfer: 0,
                    direction: .up,
                    kind: .random,
                    packets: 1,
                    first: LedgerRun.at(-Self.timer - 59_800),
                    last: LedgerRun.at(-Self.timer - 59_800),
                    time: Self.timer * 1000
                )
            ]
        )
    }

    @Test func `a lost answer counts as recovery until the query is sent again`() {
        let run = run(
            lookup: Self.timer + 60_000,
            [
                Self.question(0), Self.answer(50_000, .queueFull), Self.question(Self.timer),
                Self.answer(Self.timer + 54_900),
            ]
        )
        #expect(rows(run) == [.recovery: Int(Self.timer) - 50_000, .dns: 110_000])
        #expect(run.ledger().losses.map(\.kind) == [.queueFull])
    }

    @Test func `a lost packet without a repeated query delays nothing`() {
        // Another name's questions: one of another length, and one that no timer sent.
        var other = Self.question(1_000_000)
        other.size = 70
        let run = run(
            lookup: 1_360_000,
            [
                Self.question(0), Self.question(2, .lost), other, Self.question(1_300_000),
                Self.answer(1_354_900),
            ]
        )
        #expect(rows(run) == [.dns: 1_360_000])
    }

    @Test func `a lookup that ends without an answer is all recovery`() {
        var run = run(lookup: 2_000_000, [Self.question(0, .policed)])
        run.record.transfers[0].exchange = nil
        run.record.transfers[0].source = .none
        run.record.transfers[0].end = LedgerRun.at(300)
        run.record.transfers[0].phases = TransferPhases(cache: 100_000, blocked: 100_000, dns: 2_000_000_000)
        run.record.originLog = []
        run.record.linkLog.removeAll { $0.packet.flow > 0 }
        #expect(run.rows()[.recovery] == 2_000_000 && run.rows()[.dns] == nil)
        #expect(run.ledger().losses.map(\.kind) == [.policer])
    }

    @Test func `a transfer whose name never resolved waited for the lookup, not for a connection`() {
        var run = run(lookup: 0, [])
        run.record.transfers[0].exchange = nil
        run.record.transfers[0].source = .none
        run.record.transfers[0].end = LedgerRun.at(3_000_000)
        run.record.transfers[0].phases = TransferPhases(cache: 100_000, blocked: 2_999_900_000)
        run.record.originLog = []
        run.record.linkLog = self.run(lookup: 0, [Self.question(0, .lost), Self.question(2)]).record.linkLog
            .filter { $0.packet.flow == 0 }
        #expect(run.rows() == [.cache: 100, .blocked: 100, .recovery: 2_999_800])
        // A host that was connected to has a known name.
        var known = run
        known.open(4002, packets: 2, written: (15_400, 15_400), lastByte: 22_400, end: 22_500)
        #expect(known.rows()[.blocked] == 2_999_900)
    }

    @Test func `an answer queued after others' packets waits for them and names their owner`() {
        var run = run(
            lookup: 60_000,
            [Self.question(0), Self.answer(50_000, service: 53_000)]
        )
        // Another transfer's packets, which the line carries meanwhile.
        run.open(4002, packets: 3, written: (-9_850, -9_850), lastByte: -1_000, end: 22_500)
        for place in 0..<3 {
            run.down(4002, place, arrival: -9_850, service: -9_850 + Int64(place) * 1000)
        }
        let told = rows(run)
        #expect(told[.sharing] == 2950 && told[.dns] == 60_000 - 2950)
        #expect(run.ledger().waitedFor.map(\.transfer) == [1])
    }

    @Test func `a query that waits for the line to come back counts as outage`() {
        var run = run(
            lookup: 1_060_000,
            [Self.question(0, .outage), Self.question(1_000_000), Self.answer(1_054_900)]
        )
        run.record.link.start = LedgerRun.at(200 - 1_060_000)
        let outages = Outages(pattern: .listed([.init(start: 0, length: 100_000_000)]), packets: .lost)
        run.record.link.parameters.up.outages = outages
        #expect(rows(run) == [.outage: 100_000, .recovery: 900_000, .dns: 60_000])
        #expect(run.ledger().losses.map(\.kind) == [.outage])
    }
}
