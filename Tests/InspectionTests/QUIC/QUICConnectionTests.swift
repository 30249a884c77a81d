import Inspection
import Testing
import Wire

/// What is known of a QUIC connection as a whole.
struct QUICConnectionTests {
    @Test(arguments: QUICConversationTests.names)
    func `a connection says how it was opened and closed`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect()
        #expect(inspection.quicConnections.count == 1)
        let connection = try #require(inspection.quicConnections.first)
        #expect(connection.version == (name.hasPrefix("v2") ? .two : .one))
        #expect(connection.applicationProtocol == "h3" && connection.serverName == "localhost")
        let suite = name.hasSuffix("chacha20") ? 0x1303 : name.hasSuffix("aes256") ? 0x1302 : nil as UInt16?
        #expect(suite == nil || connection.cipherSuite?.rawValue == suite)
        #expect(connection.isResumed == false && connection.hasRetry == name.hasPrefix("retry"))
        #expect(connection.earlyData == (name.hasPrefix("early") ? .rejected : .none))
        #expect(connection.hasKeys && connection.up.closedPackets + connection.down.closedPackets == 0)
        #expect(connection.up.openedPackets > 5 && connection.down.openedPackets > 5)
        #expect(!connection.up.identifiers.isEmpty && !connection.down.identifiers.isEmpty)
        let (answer, round) = try (#require(connection.answerTime), #require(connection.handshakeRoundTrip))
        #expect(answer > 0 && round >= answer && connection.paths.count == 1)
        #expect(connection.ending == .closed && connection.close?.isFromClient == true)
        #expect(connection.close?.name == "H3_NO_ERROR" && connection.close?.reason == "")
    }

    @Test(arguments: QUICConversationTests.names)
    func `packets that were cut show a connection, but no exchange`(_ name: String) throws {
        let inspection = try RecordedConversation(name).inspect(most: 64)
        #expect(inspection.exchanges.isEmpty)
        let connection = try #require(inspection.quicConnections.first)
        #expect(connection.up.closedPackets > 2 && connection.down.closedPackets > 2)
        #expect(inspection.findings.kept.contains { if case .cutShort = $0.fault { true } else { false } })
    }

    @Test func `with keys for some connections, the others are listed with what is known`() throws {
        let (known, other) = try (RecordedConversation("v1-aes128"), RecordedConversation("v2-chacha20"))
        let inspection = known.inspect(before: other)
        let connections = Array(inspection.quicConnections)
        #expect(connections.map(\.hasKeys) == [true, false])
        #expect(inspection.exchanges.count == 2)
        #expect(inspection.exchanges.allSatisfy { $0.connection == .quic(0) })
        let closed = try #require(connections.last)
        #expect(closed.version == .two && closed.serverName == "localhost" && closed.down.wireBytes > 5000)
        #expect(closed.handshakeRoundTrip != nil && closed.ending == .open)
        #expect(
            inspection.findings.kept == [
                CaptureFinding(
                    packet: closed.firstPacket,
                    .quic(1),
                    .unkeyedQUIC(packets: closed.up.closedPackets + closed.down.closedPackets)
                )
            ]
        )
    }

    // MARK: Refused and forgotten

    private static let refused: [UInt8] = [0x1A, 0x2A, 0x3A, 0x4A]

    /// A client's first packet in a version that nobody speaks, or the answer to it.
    private static func packet(_ version: [UInt8], _ destination: UInt8, _ source: UInt8, _ rest: [UInt8])
        -> [UInt8]
    {
        [0xC0] + version + [8] + [UInt8](repeating: destination, count: 8) + [8]
            + [UInt8](repeating: source, count: 8) + rest
    }

    @Test func `a version that the server refuses is told`() throws {
        let padding = [UInt8](repeating: 9, count: 1200)
        let versions: [UInt8] = [0, 0, 0, 1, 0x6B, 0x33, 0x43, 0xCF, 0x0A, 0x1A, 0x2A, 0x3A]
        var builder = PacketBuilder()
        builder.add(DatagramTests.datagram(Self.packet(Self.refused, 1, 2, padding)))
        builder.add(DatagramTests.datagram(Self.packet([0, 0, 0, 0], 2, 1, versions), up: false))
        let inspection = builder.inspect()
        let connection = try #require(inspection.quicConnections.first)
        #expect(connection.ending == .versionNegotiation && connection.offeredVersions == [.one, .two])
        #expect(connection.up.datagrams == 1 && connection.down.datagrams == 1)
        let version = QUICVersion(rawValue: 0x1A2A_3A4A)
        let fault = CaptureFault.refusedQUIC(version, offered: [.one, .two])
        #expect(inspection.findings.kept == [CaptureFinding(packet: 2, .quic(0), fault)])
    }

    @Test func `a version negotiation for other identifiers is nobody's`() {
        let padding = [UInt8](repeating: 9, count: 1200)
        var builder = PacketBuilder()
        builder.add(DatagramTests.datagram(Self.packet(Self.refused, 1, 2, padding)))
        builder.add(DatagramTests.datagram(Self.packet([0, 0, 0, 0], 2, 7, [0, 0, 0, 1]), up: false))
        let inspection = builder.inspect()
        #expect(inspection.quicConnections.isEmpty && inspection.findings.kept == [])
    }

    @Test func `a stateless reset is told`() throws {
        let token = [UInt8](repeating: 0x77, count: 16)
        var session = SecretSession()
        session.send(.up, 1, [1])
        // NEW_CONNECTION_ID with a token.
        session.send(.down, 1, [0x18, 1, 0, 4, 9, 9, 9, 9] + token)
        session.add([0x40] + [UInt8](repeating: 3, count: 30) + token, .down)
        let inspection = session.inspect()
        let connection = try #require(inspection.quicConnections.first)
        #expect(connection.ending == .statelessReset && connection.isMidway)
        let fault = CaptureFault.forgottenQUIC(byClient: false)
        #expect(inspection.findings.kept == [CaptureFinding(packet: 3, .quic(0), fault)])
    }

    @Test func `a connection that moves names its addresses`() throws {
        var session = SecretSession()
        session.send(.up, 1, [1])
        session.send(.down, 1, [1])
        session.send(.up, 2, [1], port: 8443)
        let connection = try #require(session.inspect().quicConnections.first)
        #expect(connection.paths.map(\.server.port) == [443, 8443])
        #expect(connection.paths.map(\.firstPacket) == [1, 3])
    }

    @Test func `a close has its code, frame and reason`() throws {
        var session = SecretSession()
        session.send(.up, 1, [1])
        session.send(.down, 1, [0x1C, 0x0A, 0x08, 2, 0x6E, 0x6F])
        let close = try #require(session.inspect().quicConnections.first?.close)
        #expect(close.name == "PROTOCOL_VIOLATION" && close.frameType == 8 && close.reason == "no")
        #expect(!close.isFromClient && !close.isByApplication && close.packet == 2)
    }
}
