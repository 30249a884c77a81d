import LinuxIO
import Testing
import Wire

@testable import Naming

@Suite(.timeLimit(.minutes(1)))
final class PendingQuestionsTests {
    private static let servers = [SocketAddress(address: 1, port: 53), SocketAddress(address: 2, port: 53)]

    private var pending = PendingQuestions(servers: servers)

    private static func message(_ identifier: UInt16, _ name: String, isResponse: Bool = false) -> [UInt8] {
        var message = DNSMessage(DNSHeader(identifier: identifier))
        message.header.isResponse = isResponse
        message.questions = DNSName(name).map { [DNSQuestion($0, .a)] } ?? []
        return message.encoded
    }

    /// Forwards a question numbered 7; returns its new number and the server.
    private func pass(from port: UInt16, as number: UInt16, at arrived: Nanoseconds = 0) throws -> (
        number: UInt16, server: SocketAddress
    )? {
        let query = Self.message(7, "a.example")
        let inquiry = PendingQuestions.Inquiry(
            peer: SocketAddress(address: 3, port: port),
            identifier: 7,
            question: DNSQuestion(try #require(DNSName("a.example")), .a),
            arrived: Instant(nanoseconds: arrived)
        )
        guard let sent = pending.pass(query, of: inquiry, as: number) else { return nil }
        #expect(sent.bytes.dropFirst(2) == query.dropFirst(2))
        return (UInt16(sent.bytes[0]) << 8 | UInt16(sent.bytes[1]), sent.server)
    }

    private func settle(_ answer: [UInt8], from server: SocketAddress = servers[0]) -> [UInt8]? {
        pending.settle(answer, from: server)?.bytes
    }

    @Test func `a query is forwarded under a new identifier and its answer restored to the original one`()
        throws
    {
        let sent = try pass(from: 5, as: 0xABCD)
        #expect(sent?.number == 0xABCD && sent?.server == Self.servers[0])
        let answer = Self.message(0xABCD, "a.example", isResponse: true)
        #expect(settle(answer) == Self.message(7, "a.example", isResponse: true))
        #expect(settle(answer) == nil)
    }

    @Test func `ignores answers that match no pending query or server`() throws {
        #expect(try pass(from: 5, as: 9) != nil)
        let right = Self.message(9, "a.example", isResponse: true)
        let others = [
            Self.message(8, "a.example", isResponse: true), Self.message(9, "b.example", isResponse: true),
            Self.message(9, "a.example"), [], Array(right.prefix(11)), Array(right.dropLast()),
        ]
        for other in others { #expect(settle(other) == nil) }
        #expect(settle(right, from: SocketAddress(address: 9, port: 53)) == nil)
        #expect(settle(right, from: SocketAddress(address: 1, port: 54)) == nil)
        #expect(settle(right, from: Self.servers[1]) != nil)
    }

    @Test func `a repeated query goes to the next server under the same identifier`() throws {
        for (number, server) in [(40, 0), (41, 1), (42, 0)] {
            let sent = try pass(from: 5, as: UInt16(number))
            #expect(sent?.number == 40 && sent?.server == Self.servers[server])
        }
        // Another client, whose question would have the same number.
        #expect(try pass(from: 6, as: 40)?.number == 41)
    }

    @Test func `pending queries are limited, and expired ones make room`() throws {
        for port in 0..<UInt16(PendingQuestions.mostWaiting) {
            #expect(try pass(from: port, as: port) != nil)
        }
        #expect(try pass(from: 5000, as: 5000) == nil)
        #expect(try pass(from: 5000, as: 5000, at: PendingQuestions.patience) != nil)
    }
}
