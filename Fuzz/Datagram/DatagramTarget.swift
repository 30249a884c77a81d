import FuzzSupport
import Inspection
import TLS
import Wire

/// Any bytes as datagrams to and from a QUIC server and a name server, in pieces whose lengths the bytes
/// encode; as the content of a decrypted QUIC packet; and as a packet for a translator.
package func fuzzDatagram(_ input: [UInt8]) {
    readFrames(input)
    translate(input)
    let datagrams = pieces(of: input)
    for port in [443, 53] {
        var inspector = CaptureInspector()
        for (index, datagram) in datagrams.enumerated() {
            let packet = udpPacket(datagram, isUp: index.isMultiple(of: 2), port: port)
            let header = CapturedPacket(
                number: index + 1,
                linkType: .rawIP,
                stamp: 1_700_000_000_000_000_000 + Int64(index) * 1_000_000,
                originalLength: packet.count
            )
            inspector.receive(header, packet.span.bytes)
        }
        check(inspector.finish(), bytes: input.count, datagrams: datagrams.count)
    }
}

/// As a packet of either version of IP, for a translator: what comes out is as long as it says.
private func translate(_ input: [UInt8]) {
    var translation = PacketTranslation(AddressMapping([]))
    guard let made = translation.translate(input.span.bytes) else { return }
    demand(IPHeader(made.span.bytes)?.totalLength == made.count, "a packet of another length")
}

private func check(_ inspection: CaptureInspection, bytes: Int, datagrams: Int) {
    demand(inspection.datagrams.count == (datagrams > 0 ? 1 : 0), "\(inspection.datagrams.count) flows")
    for flow in inspection.datagrams {
        demand(flow.up.payloadBytes + flow.down.payloadBytes == bytes, "bytes that are there are missing")
        demand(flow.up.packets + flow.down.packets == datagrams, "datagrams that are there are missing")
        demand(flow.answerTime.map { $0 >= 0 } ?? true, "an answer before its question")
    }
    for lookup in inspection.lookups { demand(lookup.duration.map { $0 >= 0 } ?? true, "\(lookup)") }
}

/// However it is cut, parts lie within the bytes, and the message has its stated length.
private func readFrames(_ input: [UInt8]) {
    if let header = QUICLongHeader(input.span.bytes) {
        demand(header.length <= input.count && header.numberOffset ?? 0 <= header.length, "\(header)")
        if header.isInitial, let offset = header.numberOffset,
            let keys = QUICInitialKeys.keys(header.version, identifier: header.destination.bytes, .client),
            let opener = QUICPacketOpener(keys)
        {
            let packet = input.span.bytes.extracting(0..<header.length)
            var room = [UInt8](repeating: 0, count: header.length)
            let opened = opener.unmask(packet, numberAt: offset).flatMap { unmasked in
                opener.open(packet, unmasked, numberAt: offset, number: unmasked.carried, into: &room)
            }
            demand(opened.map { $0 < header.length } ?? true, "more than was sealed")
        }
    }
    var reader = QUICFrameReader()
    while let frame = reader.next(input.span.bytes) {
        demand(reader.place <= input.count, "a frame beyond the end")
        if case .stream(let stream) = frame {
            demand(stream.range.upperBound <= input.count, "a part beyond the end")
        }
        if case .acknowledgement(let told) = frame {
            told.forEachRange(input.span.bytes) {
                demand($0.upperBound <= told.largest, "beyond the largest")
            }
        }
    }
}

private func udpPacket(_ datagram: ArraySlice<UInt8>, isUp: Bool, port: Int) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (client, server) = (0xC612_0001, 0xC612_0002)
    let (own, other) = isUp ? (50_000, port) : (port, 50_000)
    let header: [UInt8] = [0x45, 0] + number(28 + datagram.count, 2) + [0, 1, 0x40, 0, 64, 17, 0, 0]
    return header + number(isUp ? client : server, 4) + number(isUp ? server : client, 4) + number(own, 2)
        + number(other, 2) + number(8 + datagram.count, 2) + [0, 0] + datagram
}
