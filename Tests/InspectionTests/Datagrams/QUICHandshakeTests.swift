import Inspection
import TLS
import Testing
import Wire

/// What QUIC's first packets show of its handshake.
struct QUICHandshakeTests {
    private func inspect(_ packets: [[UInt8]]) -> CaptureInspection {
        var builder = PacketBuilder()
        for packet in packets { builder.add(packet) }
        return builder.inspect()
    }

    /// A TLS 1.3 Server Hello, or a HelloRetryRequest by its `random`.
    private static func choice(_ random: [UInt8] = [UInt8](repeating: 9, count: 32)) -> [UInt8] {
        let extensions: [UInt8] = [0, 43, 0, 2, 3, 4, 0, 51, 0, 4, 0, 29, 0, 0]
        let body = [3, 3] + random + [0, 0x13, 0x02, 0, 0, UInt8(extensions.count)] + extensions
        return [2] + PacketBuilder.number(UInt32(body.count), 3) + body
    }

    @Test(arguments: [QUICVersion.one, .two, .draft29])
    func `lists both hellos of a QUIC handshake`(_ version: QUICVersion) throws {
        let greeting = InitialPacket.sealed(
            InitialPacket.crypto(DatagramTests.hello(), at: 0),
            version: version,
            destination: DatagramTests.destination
        )
        let answers = (0..<2).map { part in
            InitialPacket.sealed(
                [2, 0, 0, 0, 0]
                    + InitialPacket.crypto(
                        part == 0 ? Self.choice().prefix(20) : Self.choice().dropFirst(20),
                        at: part * 20
                    ),
                number: UInt8(part),
                version: version,
                destination: [],
                keyedBy: DatagramTests.destination,
                by: .server
            )
        }
        let inspection = inspect(
            [[1, 2, 3]].map { DatagramTests.datagram($0, port: 9) } + [DatagramTests.datagram(greeting)]
                + answers.map { DatagramTests.datagram($0, up: false) }
        )
        let shake = try #require(inspection.quicHandshakes.first)
        #expect(inspection.quicHandshakes.count == 1 && inspection.handshakes.isEmpty)
        #expect(
            shake.quic == version && shake.datagrams == 1 && shake.connection == .quic(0)
                && shake.client.port == 50_000
        )
        #expect(shake.steps.map(\.name) == ["Client Hello", "Server Hello"])
        #expect(shake.steps.map(\.isFromClient) == [true, false] && shake.steps.map(\.packet) == [2, 4])
        #expect(shake.version == .tls13 && shake.cipherSuite?.rawValue == 0x1302 && shake.failure == nil)
        #expect(shake.group?.rawValue == 29 && !shake.hasRetry)
        #expect(shake.ja4?.hasPrefix("q12d0102h3_") == true, "\(shake.ja4 ?? "")")
        // The MD5 of 771,4865,0-16,, (GREASE values are left out).
        #expect(shake.ja3 == "33b746a27502e1c870d11cfc1893be87")
        let alone = inspect([DatagramTests.datagram(greeting)])
        #expect(alone.quicHandshakes.map(\.failure) == ["no answer"])
    }

    @Test func `reports a server's HelloRetryRequest`() throws {
        let retry: [UInt8] = [
            0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
            0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
        ]
        func packet(_ message: [UInt8], at offset: Int, by side: QUICInitialKeys.Side) -> [UInt8] {
            DatagramTests.datagram(
                InitialPacket.sealed(
                    InitialPacket.crypto(message, at: offset),
                    destination: side == .client ? DatagramTests.destination : [],
                    keyedBy: DatagramTests.destination,
                    by: side
                ),
                up: side == .client
            )
        }
        let (hello, again) = (DatagramTests.hello(), Self.choice(retry))
        let inspection = inspect([
            packet(hello, at: 0, by: .client), packet(again, at: 0, by: .server),
            packet(hello, at: hello.count, by: .client), packet(Self.choice(), at: again.count, by: .server),
            packet(hello, at: 0, by: .client),
        ])
        let shake = try #require(inspection.quicHandshakes.first)
        #expect(shake.hasRetry)
        #expect(
            shake.steps.map(\.name) == [
                "Client Hello", "Hello Retry Request", "Client Hello", "Server Hello",
            ]
        )
    }
}
