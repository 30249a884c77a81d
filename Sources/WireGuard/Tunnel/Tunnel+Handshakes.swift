import Wire

extension Tunnel {
    func receiveInitiation(
        _ message: RawSpan,
        from endpoint: TunnelEndpoint,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        counts.initiationsReceived += 1
        guard isWelcome(message, from: endpoint, at: now, &events) else { return }
        guard var handshake = try? IncomingHandshake(message, own: key) else {
            return refuse(.forgedHandshake, nil, &events)
        }
        guard let peer = peer(handshake.claimed) else { return refuse(.unknownPeer, nil, &events) }
        guard let time = try? handshake.time(message, peer.secrets) else {
            return refuse(.forgedHandshake, nil, &events)
        }
        if let greatest = peer.greatestTime, time <= greatest {
            return refuse(.replayedHandshake, peer, &events)
        }
        if let last = peer.lastInitiationTaken, now - last < ProtocolTimes.betweenInitiations {
            return refuse(.tooManyHandshakes, peer, &events)
        }
        peer.greatestTime = time
        peer.lastInitiationTaken = now
        peer.status.endpoint = endpoint
        peer.timers.noteAuthenticReceived(at: now)
        do {
            try answer(handshake, of: peer, to: endpoint, at: now, &events)
        } catch {
            refuse(error == .weakKey ? .forgedHandshake : .library, peer, &events)
        }
    }

    private func answer(
        _ handshake: consuming IncomingHandshake,
        of peer: Peer,
        to endpoint: TunnelEndpoint,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) throws(CryptographyFault) {
        let answer = try handshake.answer(peer.secrets, index: try freeIndex(), ephemeral: try ephemeralKey())
        let session = try TransportSession(answer.keys, since: now)
        let message = try peer.codes.completed(answer.message, cookie: peer.cookie.cookie(at: now))
        peer.cookie.noteSent(message)
        take(session, of: peer, at: now)
        peer.lastHandshakeSent = now
        peer.timers.noteAuthenticSent(at: now)
        events.append(.datagram(message, to: endpoint))
    }

    private func take(_ session: TransportSession, of peer: Peer, at now: Instant) {
        forget(peer.sessions.add(session))
        indices[session.localIndex] = .session(session, peer)
        peer.timers.noteSession(at: now)
    }

    func receiveResponse(
        _ message: RawSpan,
        from endpoint: TunnelEndpoint,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) {
        guard isWelcome(message, from: endpoint, at: now, &events) else { return }
        guard let index = message.unsigned32(at: ResponseLayout.receiver, .little),
            case .handshake(let peer) = indices[index], let outgoing = peer.outgoing
        else { return refuse(.unknownSession, nil, &events) }
        guard let keys = try? outgoing.keys(from: message),
            let session = try? TransportSession(keys, since: now)
        else { return refuse(.forgedHandshake, nil, &events) }
        peer.outgoing = nil
        take(session, of: peer, at: now)
        peer.status.endpoint = endpoint
        peer.timers.noteAuthenticReceived(at: now)
        noteHandshake(with: peer, at: now, &events)
        // The peer sends nothing with these keys before something came with them.
        if peer.staged.isEmpty {
            sendEmpty(to: peer, at: now, &events)
        } else {
            sendStaged(to: peer, at: now, &events)
        }
    }

    func receiveCookie(_ reply: RawSpan, at now: Instant, _ events: inout [TunnelEvent]) {
        guard let index = reply.unsigned32(at: CookieLayout.receiver, .little), let owner = indices[index]
        else {
            return refuse(.unknownSession, nil, &events)
        }
        do {
            try owner.peer.cookie.keep(reply, owner.peer.codes, at: now)
        } catch {
            refuse(.forgedCookie, nil, &events)
        }
    }

    /// Judges a handshake's message by its codes, before any costly step.
    private func isWelcome(
        _ message: RawSpan,
        from endpoint: TunnelEndpoint,
        at now: Instant,
        _ events: inout [TunnelEvent]
    ) -> Bool {
        guard codes.isMeantForReceiver(message) else {
            refuse(.meantForAnotherKey, nil, &events)
            return false
        }
        guard isUnderLoad else { return true }
        do {
            let cookie = try cookies.cookie(for: endpoint, at: now, &randomness)
            guard !HandshakeCodes.proves(cookie, message) else { return true }
            let reply = try CookieIssuer.reply(to: message, cookie: cookie, codes, &randomness)
            events.append(.datagram(reply, to: endpoint))
            refuse(.needsCookie, nil, &events)
        } catch {
            refuse(.library, nil, &events)
        }
        return false
    }
}
