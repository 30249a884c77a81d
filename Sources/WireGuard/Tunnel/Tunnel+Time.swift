package import Wire

extension Tunnel {
    /// When `wake` is to be called next; nil if nothing is due.
    package var deadline: Instant? {
        peers.map(\.timers.deadline).reduce(nil, Instant?.earliest)
    }

    /// Does what is due by now: handshakes that had no answer, empty packets, old keys wiped.
    package func wake(at now: Instant, into events: inout [TunnelEvent]) {
        func isDue(_ due: Instant?) -> Bool { due.map { $0 <= now } ?? false }
        for peer in peers {
            if isDue(peer.timers.forgetKeys) { forgetKeys(of: peer) }
            if isDue(peer.timers.repeatHandshake) { repeatHandshake(with: peer, at: now, &events) }
            if isDue(peer.timers.doubt) {
                peer.timers.takeDoubt()
                beginHandshake(with: peer, at: now, &events)
            }
            if isDue(peer.timers.keepalive) || isDue(peer.timers.persistent) {
                peer.timers.takeKeepalives()
                sendEmpty(to: peer, at: now, &events)
                peer.timers.startPersistent(at: now)
            }
        }
    }

    private func forgetKeys(of peer: Peer) {
        forget(peer.sessions.removeAll())
        dropOutgoing(of: peer)
        peer.timers.noteKeysForgotten()
    }

    private func repeatHandshake(with peer: Peer, at now: Instant, _ events: inout [TunnelEvent]) {
        peer.timers.takeRepetition()
        guard let since = peer.timers.tryingSince, now - since >= ProtocolTimes.rekeyAttempts else {
            return beginHandshake(with: peer, at: now, isRepeated: true, &events)
        }
        peer.timers.noteHandshakeDone()
        dropOutgoing(of: peer)
        for _ in peer.staged.filter({ !$0.isEmpty }) {
            refuse(.noAnswer, peer, &events)
        }
        peer.staged = []
        events.append(.unanswered(peer.publicKey))
    }
}
