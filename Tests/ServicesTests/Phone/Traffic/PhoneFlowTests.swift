import Inspection
import JSON
import Testing
import Wire

@testable import Services

@Suite struct PhoneFlowTests {
    private static let phone = Endpoint(address: .v4(0x0ACF_0002), port: 5_000)
    private static let server = Endpoint(address: .v4(0xCB00_7102), port: 443)

    private static func datagrams(_ content: CaptureDatagrams.Content, name: String?) -> CaptureDatagrams {
        var flow = CaptureDatagrams(number: 0, client: phone, server: server, firstPacket: 1, firstStamp: 0)
        flow.content = content
        flow.serverName = name
        return flow
    }

    @Test(
        arguments: [
            ("quic.test", "dns.test", "quic.test", .handshake), (nil, "dns.test", "dns.test", .dns),
            (nil, nil, "203.0.113.2", .address),
        ] as [(String?, String?, String, PhoneFlow.NameSource)]
    )
    func `the name in QUIC's handshake has precedence over a look-up's, and both over the address`(
        _ told: String?,
        _ lookedUp: String?,
        _ host: String,
        _ source: PhoneFlow.NameSource
    ) {
        let flow = PhoneFlow(Self.datagrams(.quic, name: told), phone: "anna", name: lookedUp)
        #expect(flow.host == host && flow.nameSource == source && flow.protocolName == "QUIC")
    }

    @Test func `QUIC has the round trip that its spin bit shows`() {
        var datagrams = Self.datagrams(.quic, name: nil)
        for _ in 0..<5 { datagrams.turns.add(30_000_000) }
        let flow = PhoneFlow(datagrams, phone: "anna", name: nil)
        #expect(flow.json(since: 0)["roundTripNs"]?.int == 30_000_000)
        #expect(PhoneFlow(Self.datagrams(.quic, name: nil), phone: "anna", name: nil).roundTrip == nil)
    }

    @Test func `TLS has its version, and the protocol that was agreed on in the clear`() {
        var flow = CaptureFlow(
            stream: 0,
            client: Self.phone,
            server: Self.server,
            isClientGuessed: false,
            firstStamp: 0,
            lastStamp: 0
        )
        flow.content = .tls
        var handshake = CaptureHandshake(stream: 0, client: Self.phone, server: Self.server, start: 0)
        func name(_ handshake: CaptureHandshake?) -> String {
            let seen = SeenConnection(flow: flow, handshake: handshake, estimates: [])
            return PhoneFlow(seen, phone: "anna", name: nil).protocolName
        }
        #expect(name(nil) == "TLS")
        handshake.version = .tls13
        #expect(name(handshake) == "TLS 1.3")
        handshake.version = .tls12
        handshake.applicationProtocol = "h2"
        #expect(name(handshake) == "TLS 1.2, h2")
    }
}
