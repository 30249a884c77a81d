import COpenSSL
import Inspection
import Wire

@testable import TLS

/// A QUIC connection made by hand, of which a capture has no handshake, and its secrets.
struct SecretSession {
    static let clientIdentifier: [UInt8] = [0xC1, 0xC2, 0xC3, 0xC4]
    static let serverIdentifier: [UInt8] = [0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58]

    private let random = [UInt8](repeating: 0xAB, count: 32)
    private let secrets = (up: [UInt8](repeating: 1, count: 32), down: [UInt8](repeating: 2, count: 32))
    var builder = PacketBuilder()

    /// Adds a datagram with one packet of these frames.
    mutating func send(
        _ direction: StreamDirection,
        _ number: UInt32,
        _ frames: [UInt8],
        port: UInt32 = 443,
        at milliseconds: Int64? = nil
    ) {
        let isUp = direction == .up
        guard
            let keys = QUICPacketKeys(.aes128GCM, .one, secret: isUp ? secrets.up : secrets.down)
        else { return }
        let identifier = isUp ? Self.serverIdentifier : Self.clientIdentifier
        // Padding: a sample of the content decides the header's mask.
        let text = frames + [UInt8](repeating: 0, count: max(0, 20 - frames.count))
        add(Self.sealed(identifier, number, text, keys), direction, port: port, at: milliseconds)
    }

    mutating func add(
        _ payload: [UInt8],
        _ direction: StreamDirection,
        port: UInt32 = 443,
        at milliseconds: Int64? = nil
    ) {
        builder.add(DatagramTests.datagram(payload, up: direction == .up, port: port))
        if let milliseconds { builder.stampLast(PacketBuilder.stamp(0) + milliseconds * 1_000_000) }
    }

    func inspect(limits: InspectionLimits = InspectionLimits()) -> CaptureInspection {
        func digits(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let log =
            "CLIENT_TRAFFIC_SECRET_0 \(digits(random)) \(digits(secrets.up))\n"
            + "SERVER_TRAFFIC_SECRET_0 \(digits(random)) \(digits(secrets.down))\n"
        var inspector = CaptureInspector(limits: limits)
        inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: Array(log.utf8)))
        for packet in builder.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return inspector.finish()
    }

    /// With a number of four bytes.
    private static func sealed(
        _ identifier: [UInt8],
        _ number: UInt32,
        _ text: [UInt8],
        _ keys: QUICPacketKeys
    ) -> [UInt8] {
        let carried = PacketBuilder.number(number, 4)
        let header = [0x43] + identifier + carried
        var nonce = keys.nonce
        for place in 0..<4 { nonce[8 + place] ^= carried[place] }
        var packet = header + InitialPacket.encrypted(text, header, keys.key, nonce)
        let mask = InitialPacket.block(Array(packet[header.count..<header.count + 16]), keys.mask)
        packet[0] ^= mask[0] & 0x1F
        for place in 0..<4 { packet[1 + identifier.count + place] ^= mask[1 + place] }
        return packet
    }
}
