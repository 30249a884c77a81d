import TLS
import Wire

extension ObservedQUICConnection {
    func count(_ datagram: QUICDatagram, _ direction: StreamDirection) {
        facts[direction].datagrams += 1
        facts[direction].wireBytes += datagram.packetBytes
        guard midwaySession == nil, facts.handshakeRoundTrip == nil, direction == .up,
            let answer = opening.answer, datagram.arrival.stamp > answer
        else { return }
        facts.handshakeRoundTrip = datagram.arrival.stamp - opening.start
    }

    /// The connection goes between other endpoints than before.
    func noteMove(_ datagram: QUICDatagram, _ direction: StreamDirection) {
        guard facts.paths.count < CaptureQUICConnection.mostListed else { return }
        let isUp = direction == .up
        facts.paths.append(
            CaptureQUICConnection.Path(
                client: isUp ? datagram.source : datagram.destination,
                server: isUp ? datagram.destination : datagram.source,
                firstPacket: datagram.arrival.packet,
                firstStamp: datagram.arrival.stamp
            )
        )
    }

    func note(_ close: QUICClose, _ content: RawSpan, _ direction: StreamDirection, _ arrival: Arrival) {
        guard facts.close == nil else { return }
        let reason = content.bytes(in: close.reason).prefix(CaptureQUICClose.longestReason)
        facts.close = CaptureQUICClose(
            isFromClient: direction == .up,
            code: close.code,
            isByApplication: close.isByApplication,
            frameType: close.frameType,
            reason: String(decoding: reason, as: UTF8.self),
            stamp: arrival.stamp,
            packet: arrival.packet
        )
    }

    func noteReset(_ direction: StreamDirection, _ arrival: Arrival) {
        guard !wasReset else { return }
        wasReset = true
        findings.add(
            CaptureFinding(packet: arrival.packet, identity, .forgottenQUIC(byClient: direction == .up))
        )
    }

    /// The server lists the versions that it speaks. Nobody vouches for such a packet: it counts only with the identifiers of
    /// the client's packet, and before the server has answered otherwise.
    func takeVersions(
        _ packet: RawSpan,
        _ header: QUICLongHeader,
        _ direction: StreamDirection,
        _ arrival: Arrival
    ) {
        guard direction == .down, handshake.choice == nil, facts.offeredVersions.isEmpty,
            has(header.source, .up)
        else { return }
        // Servers add versions that do not exist, to see that clients ignore them (RFC 9000, 15).
        facts.offeredVersions = QUICLongHeader.supported(packet, header).filter {
            $0.rawValue & 0x0F0F_0F0F != 0x0A0A_0A0A
        }
        handshake.note(step: "Version Negotiation", arrival, bytes: header.length)
        findings.add(
            CaptureFinding(
                packet: arrival.packet,
                identity,
                .refusedQUIC(version, offered: facts.offeredVersions)
            )
        )
    }

    /// What is known when nothing more comes; the capture's last packet came at `end`.
    func summary(at end: Int64) -> CaptureQUICConnection {
        var facts = facts
        let shake = handshake.summary
        facts.lastStamp = lastArrival.stamp
        facts.isMidway = midwaySession != nil
        facts.version = version
        facts.serverName = shake.offer?.serverName
        facts.cipherSuite = shake.cipherSuite ?? facts.cipherSuite
        facts.applicationProtocol = shake.applicationProtocol
        facts.isResumed = handshake.choice.map { $0.acceptsPreSharedKey }
        facts.earlyData = shake.earlyData
        facts.hasRetry = retrySource != nil
        facts.hasKeys = keys.up.hasTraffic || keys.down.hasTraffic || keys.up.hasHandshake
        if midwaySession == nil { facts.answerTime = opening.answer.map { $0 - opening.start } }
        (facts.up.keyUpdates, facts.down.keyUpdates) = (keys.up.updates, keys.down.updates)
        facts.ending = ending(at: end)
        return facts
    }

    private func ending(at end: Int64) -> CaptureQUICConnection.Ending {
        if facts.close != nil { return .closed }
        if wasReset { return .statelessReset }
        if !facts.offeredVersions.isEmpty, handshake.choice == nil { return .versionNegotiation }
        let told = [handshake.clientParameters, handshake.serverParameters].compactMap { $0?.maxIdleTimeout }
        guard let timeout = told.filter({ $0 > 0 }).min(), timeout < 1 << 32 else { return .open }
        return end - lastArrival.stamp >= Int64(timeout) * 1_000_000 ? .idle : .open
    }
}
