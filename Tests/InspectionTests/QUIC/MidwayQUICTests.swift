import Inspection
import Testing
import Wire

/// Captures that begin in the middle of a QUIC connection.
struct MidwayQUICTests {
    /// Behind the datagrams of the handshake, and before the server's first response.
    private static let first = ["v1-aes128": 4, "v2-chacha20": 4, "retry-aes256": 6]

    @Test(arguments: ["v1-aes128", "v2-chacha20", "retry-aes256"])
    func `the log's secrets open a connection without its handshake`(_ name: String) throws {
        let begin = try #require(Self.first[name])
        let inspection = try RecordedConversation(name).inspect { $0 >= begin }
        let flow = try #require(inspection.datagrams.first)
        #expect(flow.content == .quic && flow.version == (name.hasPrefix("v2") ? .two : .one))
        #expect(flow.client.port != 4433 && flow.server.port == 4433)
        #expect(inspection.exchanges.allSatisfy { $0.connection == .quic(0) && $0.quicOpening == nil })
        // Nobody knows when the connection began, nor who spoke first.
        #expect(inspection.quicHandshakes.isEmpty)
    }

    // The requests' streams are there from their beginnings, but not the entries that their fields refer to.
    @Test(arguments: ["v1-aes128", "v2-chacha20"])
    func `bodies are counted, and fields that refer to lost entries are reported`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect { $0 >= 4 }
        #expect(inspection.exchanges.map(\.bodyBytes) == [6, 5000])
        #expect(inspection.exchanges.allSatisfy { $0.status == nil && $0.url == nil })
        #expect(
            inspection.findings.kept.contains {
                if case .fieldsHTTP3(.down, stream: 0) = $0.fault { true } else { false }
            }
        )
    }

    @Test func `without keys such a capture shows packets, and says what it lacks`() {
        let packet = DatagramTests.datagram([0x41] + [UInt8](repeating: 7, count: 60))
        var builder = PacketBuilder()
        builder.add(packet)
        builder.add(packet)
        let findings = builder.inspect().findings.kept
        let client = Endpoint(address: .v4(PacketBuilder.clientAddress), port: 50_000)
        let server = Endpoint(address: .v4(PacketBuilder.serverAddress), port: 443)
        #expect(
            findings == [
                CaptureFinding(
                    packet: 1,
                    .midwayQUIC(packets: 2, from: client, to: server, hasKeys: false)
                )
            ]
        )
    }

    @Test(arguments: [true, false]) func `at another port, a constant identifier shows QUIC`(_ isSame: Bool) {
        var builder = PacketBuilder()
        for number in 0..<10 {
            let mark = [UInt8](repeating: isSame ? 9 : UInt8(number), count: 8)
            let rest = [UInt8](repeating: UInt8(number), count: 40)
            builder.add(DatagramTests.datagram([0x41] + mark + rest, port: 4433))
        }
        let findings = builder.inspect().findings.kept
        #expect(findings.count == (isSame ? 1 : 0))
        #expect(
            findings.allSatisfy {
                if case .midwayQUIC(packets: 10, _, _, false) = $0.fault { true } else { false }
            }
        )
    }

    @Test func `secrets of other sessions open nothing`() throws {
        let other = try RecordedConversation("early-data-refused")
        let inspection = try RecordedConversation("retry-aes256").inspect(with: other) { $0 >= 6 }
        #expect(inspection.exchanges.isEmpty)
        #expect(inspection.datagrams.allSatisfy { $0.content == .unknown })
    }
}
