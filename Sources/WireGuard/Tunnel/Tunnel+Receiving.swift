package import Wire

extension Tunnel {
    /// Takes a datagram that came from `endpoint`.
    package func receive(
        _ datagram: RawSpan,
        from endpoint: TunnelEndpoint,
        at now: Instant,
        into events: inout [TunnelEvent]
    ) {
        switch MessageKind(datagram) {
        case .data: receiveData(datagram, from: endpoint, at: now, &events)
        case .initiation: receiveInitiation(datagram, from: endpoint, at: now, &events)
        case .response: receiveResponse(datagram, from: endpoint, at: now, &events)
        case .cookieReply: receiveCookie(datagram, at: now, &events)
        case nil: refuse(.notWireGuard, nil, &events)
        }
    }

    private func receiveData(
        _ datagram: RawSpan,
        from endpoint: TunnelEndpoint,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        guard let index = datagram.unsigned32(at: DataLayout.receiver, .little),
            case .session(let session, let peer) = indices[index]
        else { return refuse(.unknownSession, nil, &events) }
        switch session.open(datagram, at: now) {
        case .failure(let reason): refuse(reason, reason == .replayedPacket ? peer : nil, &events)
        case .success(let packet):
            peer.status.endpoint = endpoint
            confirm(session, with: peer, at: now, &events)
            peer.timers.noteAuthenticReceived(at: now)
            refreshLate(peer, at: now, &events)
            if !packet.isEmpty { deliver(packet, of: peer, at: now, &events) }
        }
    }

    /// The first packet of a session that the peer began shows that it has the keys.
    private func confirm(
        _ session: TransportSession,
        with peer: Peer,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        guard let gone = peer.sessions.confirm(session) else { return }
        forget(gone)
        dropOutgoing(of: peer)
        noteHandshake(with: peer, at: now, &events)
        sendStaged(to: peer, at: now, &events)
    }

    func noteHandshake(with peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        peer.timers.noteHandshakeDone()
        peer.hasBegunLate = false
        peer.status.lastHandshake = now
        counts.handshakes += 1
        events.append(.handshake(peer.publicKey))
    }

    /// An end that only receives begins the next handshake shortly before the keys are too old.
    private func refreshLate(_ peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        let age = ProtocolTimes.rejectAfter - ProtocolTimes.keepalive - ProtocolTimes.rekeyTimeout
        guard !peer.hasBegunLate, let session = peer.sessions.current, session.isInitiator,
            now - session.since >= age
        else { return }
        peer.hasBegunLate = true
        beginHandshake(with: peer, at: now, &events)
    }

    private func deliver(
        _ packet: consuming [UInt8],
        of peer: Peer,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        peer.timers.notePacketReceived(at: now)
        guard let inner = InnerPacket(packet.span.bytes) else { return refuse(.notIP, peer, &events) }
        guard addresses.owner(of: inner.source) === peer else { return refuse(.foreignSource, peer, &events) }
        packet.removeLast(packet.count - inner.length)
        peer.status.received += 1
        counts.received += 1
        events.append(.packet(packet, from: peer.publicKey))
    }
}
