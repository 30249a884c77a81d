import Inspection
import JSON
import Reports
import Testing
import Wire

/// QUIC connections as reports show them.
struct QUICReportTests {
    private static let client = Endpoint(address: .v4(0xC612_0001), port: 40_000)
    private static let server = Endpoint(address: .v4(0xC612_0002), port: 443)
    private static let ms: Int64 = 1_000_000

    static func connection(_ number: Int = 0) -> CaptureQUICConnection {
        var connection = CaptureQUICConnection(
            number: number,
            client: client,
            server: server,
            datagrams: 0,
            firstPacket: 1,
            firstStamp: 5 * ms,
            version: .one
        )
        connection.lastStamp = 105 * ms
        connection.serverName = "quic.example\u{1B}"
        connection.handshakeRoundTrip = 20 * ms
        connection.isResumed = true
        connection.earlyData = .accepted
        (connection.hasRetry, connection.hasKeys) = (true, true)
        (connection.up.wireBytes, connection.down.wireBytes) = (3000, 50_000)
        (connection.up.openedPackets, connection.up.closedPackets) = (7, 1)
        connection.down.recovery.lost = 12
        connection.down.recovery.spurious = 3
        for sample: Int64 in [10, 20, 30] { connection.down.recovery.roundTrip.add(sample * ms) }
        connection.up.recovery.delay.add(2 * ms)
        connection.up.recovery.marks = QUICAcknowledgement.Marks(ect0: 5, ect1: 0, congestionExperienced: 1)
        connection.down.credit.stream = 4
        connection.ending = .closed
        connection.close = CaptureQUICClose(
            isFromClient: false,
            code: 0x0A,
            isByApplication: false,
            frameType: 8,
            reason: "odd\u{1B}",
            stamp: 100 * ms,
            packet: 9
        )
        return connection
    }

    private func report(_ connections: [CaptureQUICConnection]) -> InspectionReport {
        var inspection = CaptureInspection(packets: 9, firstStamp: 0, lastStamp: 200 * Self.ms)
        inspection.quicConnections = InspectedList(connections)
        return InspectionReport(inspection, file: "a.pcap")
    }

    @Test(arguments: [80, 100, 160]) func `a connection is listed, and told in detail`(_ width: Int) {
        let text = report([Self.connection()]).document.text(width: width)
        #expect(text.contains("quic0: 198.18.0.1:40000 to 198.18.0.2:443"))
        #expect(text.contains("version 1, resumed, 0-RTT taken, after a Retry"))
        #expect(text.contains("closed by the server: PROTOCOL_VIOLATION, frame type 0x8 (odd"))
        for words in ["12 / 3", "10.0 ms / 20.0 ms / 30.0 ms", "2.0 ms / 2.0 ms", "5 / 0 / 1", "0 / 4 / 0"] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        #expect(!text.contains("\u{1B}"))
    }

    @Test func `many connections are only listed`() {
        let text = report((0..<5).map(Self.connection)).document.text()
        #expect(text.contains("quic4") && !text.contains("quic4:"))
    }

    @Test func `programs read the same`() throws {
        let json = report([Self.connection()]).json
        guard case .array(let all)? = json["quicConnections"], let first = all.first else {
            Issue.record("no connections")
            return
        }
        #expect(first["quic"] == .integer(0) && first["startNs"] == .integer(5 * Self.ms))
        #expect(first["handshakeNs"] == .integer(20 * Self.ms) && first["resumed"] == .bool(true))
        #expect(first["up"]?["closedPackets"] == .integer(1))
        #expect(first["down"]?["recovery"]?["lost"] == .integer(12))
        #expect(first["down"]?["recovery"]?["roundTripNs"]?["median"] == .integer(20 * Self.ms))
        #expect(first["up"]?["recovery"]?["ecn"]?["ce"] == .integer(1))
        #expect(first["down"]?["credit"]?["stream"] == .integer(4))
        #expect(first["close"]?["name"]?.text == "PROTOCOL_VIOLATION")
        #expect(first["close"]?["by"]?.text == "transport" && first["ending"]?.text == "closed")
    }
}
