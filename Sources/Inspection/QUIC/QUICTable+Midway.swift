import TLS
import Wire

/// Connections whose handshake is not in the capture.
extension QUICTable {
    func findMidway(
        _ payload: RawSpan,
        _ key: FlowKey,
        isForward: Bool,
        _ datagram: QUICDatagram,
        _ results: inout InspectionResults
    ) -> Found? {
        guard let first = payload.byte(at: 0), first & 0x80 == 0,
            datagram.length >= ObservedQUICConnection.shortestPacket
        else { return nil }
        if let known = findOtherDirection(payload, key, isForward: isForward) { return known }
        guard strangers[key] != nil || strangers.count < most else { return nil }
        var stranger = strangers[key] ?? QUICStranger(datagram)
        stranger.count(payload, datagram)
        let mayTry =
            payload.byteCount == datagram.length && datagram.length <= QUICKeySearch.longestPacket
            && stranger.mayTry(datagram, hasFixedBit: first & 0x40 != 0)
        let secrets = context.decryption.secrets
        guard mayTry, let match = search.find(payload, secrets, only: datagram.likelyDirection, &room) else {
            strangers[key] = stranger
            return nil
        }
        strangers[key] = nil
        let new = ObservedQUICConnection(count, match, secrets, datagram, context)
        add(new, key, isForwardUp: (match.direction == .up) == isForward, &results)
        return (new, match.direction)
    }

    /// The first packet in the other direction of a connection whose beginning is not there: its identifier is not known.
    private func findOtherDirection(_ payload: RawSpan, _ key: FlowKey, isForward: Bool) -> Found? {
        for path in (paths[key] ?? []).reversed() {
            let connection = path.connection
            let direction: StreamDirection = isForward == path.isForwardUp ? .up : .down
            guard let session = connection.midwaySession, payload.byteCount <= QUICKeySearch.longestPacket,
                connection.midwayTries < QUICKeySearch.mostPackets
            else { continue }
            connection.midwayTries += 1
            let match = search.find(
                payload,
                context.decryption.secrets,
                only: direction,
                of: session,
                expected: connection.expected(.application, direction),
                &room
            )
            guard let match else { continue }
            connection.learn(match)
            return (connection, match.direction)
        }
        return nil
    }

    func noteStrangers(_ results: inout InspectionResults) {
        let hasKeys = !context.decryption.secrets.isEmpty
        guard !hasRemoved else { return }
        let noted = strangers.filter { $0.value.isLikely && paths[$0.key] == nil }
        for one in noted.values.sorted(by: { $0.firstPacket < $1.firstPacket }) {
            let fault = CaptureFault.midwayQUIC(
                packets: one.packets,
                from: one.source,
                to: one.destination,
                hasKeys: hasKeys
            )
            results.findings.add(CaptureFinding(packet: one.firstPacket, fault))
        }
        strangers = [:]
    }
}
