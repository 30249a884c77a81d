import JSON
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct ReadingTests {
    private static let entries = [
        LinkLogEntry(
            packet: PacketIdentity(direction: .up, flow: 3, number: 9),
            bytes: 60,
            arrival: Instant(nanoseconds: -4),
            decision: .ended(.queueFull, at: Instant(nanoseconds: 7)),
            segment: LinkSegment(
                clientPort: 50_000,
                flags: [.syn, .fin],
                sequence: .max,
                acknowledgement: 0,
                payload: 1448,
                window: .max
            )
        ),
        LinkLogEntry(
            packet: PacketIdentity(direction: .down, flow: 0, number: 1),
            bytes: 40,
            arrival: .zero,
            decision: .ended(.delivered, at: .zero),
            departure: Instant(nanoseconds: 3)
        ),
    ]

    private func bytes() -> [UInt8] {
        var lines = JSONLines<LinkLogEntry>()
        for entry in Self.entries { lines.append(entry) }
        return lines.bytes
    }

    @Test func `a log round-trips`() {
        let log = LogReading<LinkLogEntry>(bytes())
        #expect(log.entries == Self.entries)
        #expect(log.left == 0 && log.hasSchema)
    }

    @Test func `a log truncated anywhere keeps its complete lines`() {
        let whole = bytes()
        for length in whole.indices {
            let log = LogReading<LinkLogEntry>(Array(whole[..<length]))
            #expect(log.entries == Array(Self.entries.prefix(log.entries.count)))
            #expect(log.left <= 1)
        }
    }

    @Test(arguments: [Int64.max, .min, (1 << 50) + 1, -(1 << 50) - 1])
    func `times beyond 2^50 ns are rejected, so that sums do not overflow`(_ time: Int64) {
        #expect(JSONValue.integer(time).time == nil && JSONValue.integer(time).instant == nil)
        #expect(JSONValue.integer(1 << 50).time == 1 << 50)
        let ledger = TransferLedger(json: ["payload": .integer(time), "sharing": .integer(5)])
        #expect(ledger?[.payload] == nil && ledger?[.sharing] == 5)
    }

    @Test func `a ledger round-trips, including unknown rows`() {
        let ledger = TransferLedger([.payload: 5, .sharing: 7], unknown: [.window], isEstimated: true)
        #expect(TransferLedger(json: ledger.json) == ledger)
        #expect(TransferLedger(json: .null) == nil)
        #expect(ledger.json["window"] == .null && ledger.json["cache"] == .integer(0))
    }

    @Test func `values with null members round-trip`() {
        let theory = TransferTheory(article: 1, wire: 2, alone: nil, shared: nil)
        #expect(theory.json["aloneNs"] == .null && TransferTheory(json: theory.json) == theory)
        let exchange = ExchangeWitness(sizeBytes: 1, request: .zero, firstByte: .zero, lastByte: .zero)
        let witness = ClientWitness(exchange: exchange)
        #expect(witness.json["speedBps"] == .null && ClientWitness(json: witness.json) == witness)
        #expect(TransferTheory(json: ["articleNs": .integer(1), "aloneNs": .integer(1)]) == nil)
    }

    @Test func `a transfer round-trips as text, with redirects, waits and shared exchanges`()
        throws
    {
        var transfer = TransferResult(
            id: 7,
            step: "cold",
            file: "a.jpg",
            url: "http://origin.netlab.test/a.jpg",
            source: .network,
            start: Instant(nanoseconds: 5),
            duration: 12,
            bodyBytes: 3
        )
        transfer.httpStream = 1
        transfer.encryption = EncryptionRecord(version: "1.3", isResumed: true)
        transfer.sharedWith = 6
        transfer.redirects = [
            RedirectHop(
                url: "http://a.test/1",
                status: 302,
                location: "http://a.test/2",
                request: Instant(nanoseconds: 1),
                firstByte: Instant(nanoseconds: 2),
                lastByte: Instant(nanoseconds: 4),
                clientPort: 40_000
            ),
            RedirectHop(url: "http://a.test/2", status: 301, location: "http://a.test/3"),
        ]
        transfer.ledger = TransferLedger(
            [.payload: 5, .sharing: 7],
            waitedFor: [.init(transfer: 2, time: 7)],
            flowControl: .init(stream: 1, streamWindow: 65_535, connection: 2, connectionWindow: 1 << 24),
            losses: [
                .init(
                    transfer: 2,
                    direction: .down,
                    kind: .policer,
                    packets: 14,
                    first: Instant(nanoseconds: 3),
                    last: Instant(nanoseconds: 9),
                    time: 7
                ),
                .init(
                    transfer: nil,
                    direction: .up,
                    kind: nil,
                    packets: 1,
                    first: .zero,
                    last: .zero,
                    time: 1
                ),
            ]
        )
        let text = Array(transfer.json.pretty.utf8)
        #expect(TransferResult(json: try JSONValue(parsing: text)) == transfer)
        #expect(transfer.redirects[0].duration == 3)
        #expect(transfer.json["redirects"]?.elements.last?["requestNs"] == .null)
    }

    @Test func `alterations and flags round-trip as text`() {
        for value in UInt8(0)..<16 {
            let all = LinkAlterations(rawValue: value)
            #expect(LinkAlterations(words: all.words ?? "") == all)
        }
        for value in UInt8(0)..<64 {
            let flags = TCPHeader.Flags(rawValue: value)
            #expect(TCPHeader.Flags(letters: flags.letters) == flags)
        }
    }
}
