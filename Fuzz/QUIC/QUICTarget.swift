import FuzzSupport
import Inspection
import Wire

/// Any bytes as a capture of QUIC with its keys: its packets as they are, and again lost, repeated, cut and late, as the file's
/// last bytes say. Packets that the change leaves alone still open, so that it reaches what is behind the encryption.
package func fuzzQUIC(_ file: [UInt8]) {
    var secrets: [CaptureSecrets] = []
    var packets: [(header: CapturedPacket, bytes: [UInt8])] = []
    var decoder = CaptureFileDecoder()
    decoder.receive(
        file.span.bytes,
        secrets: { secrets.append($0) },
        packet: { header, bytes in packets.append((header, bytes.withUnsafeBytes { Array($0) })) }
    )
    decoder.finish()
    check(secrets, packets)
    check(secrets, disturbed(packets, file.reversed()))
}

/// A byte for each packet: lost, sent twice, cut, or exchanged with the packet before.
private func disturbed(
    _ packets: [(header: CapturedPacket, bytes: [UInt8])],
    _ orders: some Sequence<UInt8>
) -> [(header: CapturedPacket, bytes: [UInt8])] {
    var result: [(header: CapturedPacket, bytes: [UInt8])] = []
    for (packet, order) in zip(packets, orders) {
        if order & 0x07 == 1 { continue }
        var packet = packet
        if order & 0x07 == 2 { packet.bytes = Array(packet.bytes.prefix(Int(order) * 8)) }
        result.append(packet)
        if order & 0x07 == 3 { result.append(packet) }
        if order & 0x07 == 4, result.count > 1 { result.swapAt(result.count - 1, result.count - 2) }
    }
    return result
}

private func check(_ secrets: [CaptureSecrets], _ packets: [(header: CapturedPacket, bytes: [UInt8])]) {
    // Damaged captures often lack a handshake: a whole search for keys would take nearly all of the time.
    var limits = InspectionLimits()
    limits.keyTries = 256
    var inspector = CaptureInspector(limits: limits)
    for one in secrets { inspector.receive(one) }
    for packet in packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
    let inspection = inspector.finish()
    demand(inspection.packets == packets.count, "not every packet was counted")
    for exchange in inspection.exchanges {
        demand(exchange.bodyBytes >= 0 && exchange.contentBytes <= exchange.bodyBytes, "\(exchange)")
        demand(exchange.headerBytes >= 0 && exchange.retransmittedBytes >= 0, "\(exchange)")
        demand(!exchange.isComplete || exchange.firstByte != nil, "a whole response without a beginning")
        if case .quic = exchange.connection { demand(exchange.httpStream != nil, "no stream") }
    }
    for handshake in inspection.quicHandshakes {
        demand(handshake.openedRecords >= 0 && handshake.closedRecords >= 0, "\(handshake)")
    }
}
