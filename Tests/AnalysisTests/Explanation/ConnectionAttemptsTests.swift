import Inspection
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct ConnectionAttemptsTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000
    private static let (old, new) = (
        IPAddress.v4(0xCB00_7109), IPAddress.v6(high: 0x2001_0db8_0000_0000, low: 9)
    )
    private static let (oldClient, newClient) = (
        IPAddress.v4(0xCB00_7101), IPAddress.v6(high: 0x2001_0db8_0000_0000, low: 1)
    )

    /// A connection whose SYN is answered 20 ms later, or never.
    private struct Opening {
        var syn: Int64
        var server: IPAddress
        var isAnswered = true
    }

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    private func lookup(_ type: DNSRecordType, _ addresses: [IPAddress]) -> CaptureLookup {
        var lookup = CaptureLookup(
            name: "a.example",
            type: type,
            client: Endpoint(address: Self.oldClient, port: 3000),
            server: Endpoint(address: .v4(0xCB00_7135), port: 53),
            packet: 1
        )
        (lookup.asked, lookup.answered) = (Self.at(0), Self.at(30))
        lookup.addresses = addresses
        return lookup
    }

    /// Answered connections have a response 100 ms after their SYN.
    private func inspection(_ openings: [Opening]) -> CaptureInspection {
        var inspection = CaptureInspection(
            lookups: [lookup(.a, [Self.old]), lookup(.aaaa, [Self.new])],
            firstStamp: Self.at(0)
        )
        for (stream, opening) in openings.enumerated() {
            let own = opening.server == Self.old ? Self.oldClient : Self.newClient
            let client = Endpoint(address: own, port: UInt16(5000 + stream))
            let server = Endpoint(address: opening.server, port: 80)
            let ready = opening.isAnswered ? Self.at(opening.syn + 20) : nil
            var flow = CaptureFlow(
                stream: stream,
                client: client,
                server: server,
                isClientGuessed: false,
                firstStamp: Self.at(opening.syn),
                lastStamp: Self.at(opening.syn + 100)
            )
            flow.handshake = Handshake(syn: Self.at(opening.syn), synAck: ready, ack: ready)
            inspection.flows.append(flow)
            guard let ready else { continue }
            var exchange = CaptureExchange(stream: stream, order: 0, client: client, server: server)
            exchange.url = "http://a.example/\(stream).jpg"
            exchange.status = 200
            exchange.handshake = flow.handshake
            exchange.requestSent = ready
            (exchange.firstByte, exchange.lastByte) = (Self.at(opening.syn + 40), Self.at(opening.syn + 100))
            exchange.isComplete = true
            inspection.exchanges.append(exchange)
        }
        return inspection
    }

    private func ledgers(_ openings: [Opening]) throws -> [TransferLedger] {
        let result = try #require(CaptureRecovery(inspection(openings), name: "a.pcapng").result)
        return try result.transfers.map { try #require($0.ledger) }
    }

    @Test func `an address that did not answer before another was tried is a cause`() throws {
        let ledger = try ledgers([
            Opening(syn: 31, server: Self.new, isAnswered: false), Opening(syn: 281, server: Self.old),
        ])[0]
        #expect(ledger[.dns] == 30 * Self.ms && ledger[.fallback] == 250 * Self.ms)
        #expect(ledger[.connect] == 20 * Self.ms && ledger[.blocked] == Self.ms)
        #expect(ledger.total == 381 * Self.ms)
    }

    @Test func `a later connection, whose client knew the addresses, has it as well`() throws {
        let ledgers = try ledgers([
            Opening(syn: 31, server: Self.new, isAnswered: false), Opening(syn: 281, server: Self.old),
            Opening(syn: 5000, server: Self.new, isAnswered: false), Opening(syn: 5250, server: Self.old),
        ])
        #expect(ledgers[1][.fallback] == 250 * Self.ms && ledgers[1].total == 350 * Self.ms)
    }

    @Test(arguments: [
        [Opening(syn: 31, server: new)], [Opening(syn: 31, server: old)],
        [Opening(syn: 31, server: new), Opening(syn: 60, server: old)],
        [Opening(syn: 31, server: old, isAnswered: false), Opening(syn: 281, server: old)],
        [Opening(syn: 31, server: new, isAnswered: false), Opening(syn: 9000, server: old)],
        [Opening(syn: 40, server: new), Opening(syn: 50, server: new, isAnswered: false)],
    ])
    private func `connections that had no other address before have none`(_ openings: [Opening]) throws {
        for ledger in try ledgers(openings) { #expect(ledger[.fallback] ?? 0 == 0) }
    }
}
