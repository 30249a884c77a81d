import Inspection
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct NameWaitsTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000
    private static let resolver = Endpoint(address: .v4(0x0A00_0001), port: 53)
    private static let address = IPAddress.v4(0x0A00_0009)

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    private func lookup(
        _ type: DNSRecordType,
        asked: Int64,
        answered: Int64?,
        _ addresses: [IPAddress] = [],
        client: UInt32 = 1
    ) -> CaptureLookup {
        var lookup = CaptureLookup(
            name: "a.example",
            type: type,
            client: Endpoint(address: .v4(client), port: 3000),
            server: Self.resolver,
            packet: 1
        )
        lookup.asked = Self.at(asked)
        lookup.answered = answered.map(Self.at)
        lookup.addresses = addresses
        return lookup
    }

    /// Connections opened at these times, in milliseconds; each takes a round trip of 20 ms and has a response in 100 ms.
    private func inspection(_ lookups: [CaptureLookup], opened: [Int64]) -> CaptureInspection {
        var inspection = CaptureInspection(lookups: lookups, firstStamp: Self.at(0))
        for (stream, syn) in opened.enumerated() {
            let client = Endpoint(address: .v4(1), port: UInt16(5000 + stream))
            let server = Endpoint(address: Self.address, port: 80)
            var exchange = CaptureExchange(stream: stream, order: 0, client: client, server: server)
            exchange.url = "http://a.example/\(stream).jpg"
            exchange.status = 200
            let ready = Self.at(syn + 20)
            exchange.handshake = Handshake(syn: Self.at(syn), synAck: ready, ack: ready)
            exchange.requestSent = ready
            exchange.firstByte = Self.at(syn + 40)
            exchange.lastByte = Self.at(syn + 100)
            exchange.isComplete = true
            var flow = CaptureFlow(
                stream: stream,
                client: client,
                server: server,
                isClientGuessed: false,
                firstStamp: Self.at(syn),
                lastStamp: Self.at(syn + 100)
            )
            flow.handshake = exchange.handshake
            inspection.exchanges.append(exchange)
            inspection.flows.append(flow)
        }
        return inspection
    }

    private func transfers(_ inspection: CaptureInspection) throws -> [TransferResult] {
        try #require(CaptureRecovery(inspection, name: "a.pcapng").result).transfers
    }

    @Test func `a late DNS answer is part of the first exchange after it`() throws {
        let late = lookup(.a, asked: 10, answered: 6410, [Self.address])
        let transfer = try #require(transfers(inspection([late], opened: [6412])).first)
        #expect(transfer.ledger?[.dns] == 6400 * Self.ms && transfer.ledger?[.blocked] == 2 * Self.ms)
        #expect(transfer.start.nanoseconds == 10 * Self.ms && transfer.duration == 6502 * Self.ms)
        #expect(transfer.ledger?.total == transfer.duration)
    }

    @Test func `A, AAAA and repeated queries count as one wait`() throws {
        let asked = [
            lookup(.a, asked: 10, answered: nil), lookup(.aaaa, asked: 11, answered: 6500),
            lookup(.a, asked: 5010, answered: 6410, [Self.address]),
        ]
        let transfer = try #require(transfers(inspection(asked, opened: [6501])).first)
        #expect(transfer.ledger?[.dns] == 6490 * Self.ms)
    }

    @Test func `a repeated query counts as lost until it was asked again`() throws {
        func rows(_ lookups: [CaptureLookup]) throws -> TransferLedger? {
            var inspection = inspection(lookups, opened: [6501])
            for place in 0..<100 {
                inspection.flows[0].down.goodput.add(1460, at: Self.at(6541 + Int64(place)))
            }
            inspection.flows[0].down.streamBytes = 146_000
            let transfer = try #require(transfers(inspection).first)
            #expect(transfer.ledger?.total == transfer.duration)
            return transfer.ledger
        }
        var repeated = lookup(.a, asked: 10, answered: 6410, [Self.address])
        repeated.repeated = Self.at(6010)
        let other = lookup(.aaaa, asked: 11, answered: 6500)
        for asked in [
            [repeated, other],
            [
                lookup(.a, asked: 10, answered: nil), other,
                lookup(.a, asked: 6010, answered: 6410, [Self.address]),
            ],
        ] {
            let told = try #require(try rows(asked))
            #expect(told[.recovery] == 6000 * Self.ms && told[.dns] == 490 * Self.ms, "\(told)")
        }
        // Questions for either kind of address, one after the other.
        let turns = [
            lookup(.a, asked: 10, answered: 6000, [Self.address]), lookup(.aaaa, asked: 6001, answered: 6500),
        ]
        #expect(try rows(turns)?[.recovery] == 0)
    }

    @Test func `an old unanswered query is not part of the wait`() throws {
        let asked = [
            lookup(.a, asked: 0, answered: nil),
            lookup(.a, asked: 50_000, answered: 50_400, [Self.address]),
        ]
        let transfer = try #require(transfers(inspection(asked, opened: [50_401])).first)
        #expect(transfer.ledger?[.dns] == 400 * Self.ms)
    }

    @Test(.timeLimit(.minutes(1)))
    func `20,000 queries for one name take linear time`() throws {
        let asked = (0..<20_000 as Range<Int64>).map {
            lookup(.a, asked: $0 * 2000, answered: $0 * 2000 + 100, [Self.address])
        }
        let opened = (0..<20_000 as Range<Int64>).map { $0 * 2000 + 101 }
        let told = try transfers(inspection(asked, opened: opened))
        #expect(told.count == 20_000 && told.allSatisfy { $0.ledger?[.dns] == 100 * Self.ms })
    }

    @Test func `connections opened together share the wait, and later ones have no wait`() throws {
        let late = lookup(.a, asked: 0, answered: 400, [Self.address])
        let told = try transfers(inspection([late], opened: [401, 402, 900])).map { $0.ledger?[.dns] }
        #expect(told == [400 * Self.ms, 400 * Self.ms, nil])
    }

    @Test func `finds no wait for an answer that is old, for another host or for another client`() throws {
        let others = [
            lookup(.a, asked: 0, answered: 100, [Self.address]),
            lookup(.a, asked: 4900, answered: 5000, [.v4(7)]),
            lookup(.a, asked: 4900, answered: nil),
        ]
        #expect(try transfers(inspection(others, opened: [5001])).first?.ledger?[.dns] == nil)
        let foreign = lookup(.a, asked: 4900, answered: 5000, [Self.address], client: 2)
        #expect(try transfers(inspection([foreign], opened: [5001])).first?.ledger?[.dns] == nil)
    }
}
