package import Wire

extension Tunnel {
    /// Sends an IP packet to the peer that has its destination.
    package func send(_ packet: RawSpan, at now: Instant, into events: inout [TunnelEvent]) {
        guard let inner = InnerPacket(packet) else { return refuse(.notIP, nil, &events) }
        guard let peer = addresses.owner(of: inner.destination) else { return refuse(.noPeer, nil, &events) }
        send(packet, to: peer, at: now, &events)
    }

    /// Sends an IP packet to a peer, wherever it is destined.
    package func send(
        _ packet: RawSpan,
        to key: TunnelPublicKey,
        at now: Instant,
        into events: inout [TunnelEvent]
    ) {
        guard let peer = peer(key) else { return refuse(.noPeer, nil, &events) }
        guard InnerPacket(packet) != nil else { return refuse(.notIP, peer, &events) }
        send(packet, to: peer, at: now, &events)
    }

    private func send(_ packet: RawSpan, to peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        guard packet.byteCount <= Self.longestPacket else { return refuse(.tooLong, peer, &events) }
        guard peer.status.endpoint != nil else { return refuse(.noEndpoint, peer, &events) }
        if let session = peer.sessions.current, session.canSend(at: now) {
            transmit(packet, session, to: peer, at: now, &events)
        } else {
            stage(packet.bytes(0..<packet.byteCount), for: peer, &events)
            beginHandshake(with: peer, at: now, &events)
        }
    }

    private static let empty: [UInt8] = []

    /// An empty packet: says that this end lives and has the keys.
    func sendEmpty(to peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        guard peer.status.endpoint != nil else { return }
        if let session = peer.sessions.current, session.canSend(at: now) {
            transmit(Self.empty.span.bytes, session, to: peer, at: now, &events)
        } else {
            if peer.staged.isEmpty { stage([], for: peer, &events) }
            beginHandshake(with: peer, at: now, &events)
        }
    }

    private func stage(_ packet: [UInt8], for peer: Peer, _ events: inout [TunnelEvent]) {
        if peer.staged.count == Peer.mostStaged {
            peer.staged.removeFirst()
            refuse(.queueFull, peer, &events)
        }
        peer.staged.append(packet)
    }

    /// Sends what waited for a session.
    func sendStaged(to peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        guard let session = peer.sessions.current, session.canSend(at: now) else { return }
        let staged = peer.staged
        peer.staged = []
        for packet in staged { transmit(packet.span.bytes, session, to: peer, at: now, &events) }
    }

    private func transmit(
        _ packet: RawSpan,
        _ session: TransportSession,
        to peer: Peer,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        guard let endpoint = peer.status.endpoint, let datagram = try? session.seal(packet, mtu: mtu) else {
            return refuse(.library, peer, &events)
        }
        events.append(.datagram(datagram, to: endpoint))
        peer.timers.noteAuthenticSent(at: now)
        if packet.byteCount > 0 {
            peer.timers.notePacketSent(at: now, jitter: jitter.next())
            peer.status.sent += 1
            counts.sent += 1
        }
        let isOld = session.isInitiator && now - session.since >= ProtocolTimes.rekeyAfter
        if isOld || session.nextCounter > TransportSession.rekeyAfterMessages {
            beginHandshake(with: peer, at: now, &events)
        }
    }

    /// Begins a handshake, unless one was sent a moment ago: then it is begun later, if it is still needed.
    func beginHandshake(
        with peer: Peer,
        at now: Instant,
        isRepeated: Bool = false,
        _ events: inout [TunnelEvent]
    ) {
        guard let endpoint = peer.status.endpoint else { return }
        if !isRepeated { peer.timers.noteWish(at: now) }
        if let last = peer.lastHandshakeSent, now - last < ProtocolTimes.rekeyTimeout {
            return peer.timers.awaitAnswer(since: last, jitter: jitter.next(), at: now)
        }
        guard let message = try? initiation(to: peer, at: now) else { return refuse(.library, peer, &events) }
        events.append(.datagram(message, to: endpoint))
        counts.initiationsSent += 1
        peer.lastHandshakeSent = now
        peer.timers.takeRepetition()
        peer.timers.awaitAnswer(since: now, jitter: jitter.next(), at: now)
        peer.timers.noteAuthenticSent(at: now)
    }

    /// The first message of a handshake, which takes the place of one that had no answer.
    private func initiation(to peer: Peer, at now: Instant) throws(CryptographyFault) -> [UInt8] {
        let handshake = try OutgoingHandshake(
            peer.secrets,
            index: try freeIndex(),
            ephemeral: try ephemeralKey(),
            time: time(at: now)
        )
        let message = try peer.codes.completed(handshake.message, cookie: peer.cookie.cookie(at: now))
        peer.cookie.noteSent(message)
        dropOutgoing(of: peer)
        peer.outgoing = handshake
        indices[handshake.index] = .handshake(peer)
        return message
    }

    func dropOutgoing(of peer: Peer) {
        guard let outgoing = peer.outgoing else { return }
        indices[outgoing.index] = nil
        peer.outgoing = nil
    }
}
