package import Wire

/// One end of WireGuard tunnels to any number of peers, in memory: datagrams, IP packets and instants go in, and events come
/// out. The owner sends the datagrams, and calls `wake` when `deadline` has come.
///
/// One thread at a time may use it. It is no value: two copies would seal different packets with the same numbers.
package final class Tunnel {
    /// The usual size of packets inside: with IPv6 outside a datagram then has 1,500 bytes.
    package static let usualMTU = 1420
    /// A datagram of UDP carries no more.
    static let longestPacket = 65_535 - 48 - DataLayout.overhead

    /// Set by the owner while handshakes come faster than it can answer them: senders must then show that they receive
    /// at their addresses.
    package var isUnderLoad = false
    package internal(set) var counts = TunnelCounts()

    let key: TunnelKey
    let mtu: Int
    /// Of the instant zero, in nanoseconds since 1970.
    private let epoch: Nanoseconds
    /// For messages to this end.
    let codes: HandshakeCodes
    var cookies = CookieIssuer()
    var randomness: TunnelRandomness
    var jitter: Jitter
    /// In the order in which they were added, so that a seed repeats a run.
    private(set) var peers: [Peer] = []
    private var byKey: [TunnelPublicKey: Peer] = [:]
    private(set) var addresses = AllowedAddresses()
    var indices: [UInt32: IndexOwner] = [:]

    /// `mtu` is of packets inside, in bytes: padding does not go beyond it. `epoch` is the wall clock's time at the
    /// instant zero, in nanoseconds since 1970: a peer takes a handshake only if it is later than the last one.
    package init(
        key: TunnelKey,
        mtu: Int = usualMTU,
        epoch: Nanoseconds,
        randomness: TunnelRandomness = .system
    ) throws(TunnelError) {
        self.key = key
        self.mtu = mtu
        self.epoch = epoch
        var randomness = randomness
        guard let codes = try? HandshakeCodes(receiver: key.publicKey), let seed = try? randomness.number()
        else {
            throw .library
        }
        self.codes = codes
        self.randomness = randomness
        jitter = Jitter(seed: seed)
    }

    /// Takes part in tunnels with another peer from now on.
    package func add(_ peer: TunnelPeer, at now: Instant) throws(TunnelError) {
        guard byKey[peer.publicKey] == nil else { throw .peerExists(peer.publicKey) }
        guard peer.publicKey != key.publicKey else { throw .ownKey }
        for prefix in peer.allowedAddresses {
            if let owner = addresses.owner(of: prefix) { throw .prefixTaken(prefix, by: owner.publicKey) }
        }
        let added: Peer
        do {
            added = try Peer(peer, own: key)
        } catch {
            throw error == .weakKey ? .weakKey(peer.publicKey) : .library
        }
        peers.append(added)
        byKey[peer.publicKey] = added
        for prefix in peer.allowedAddresses { addresses.add(prefix, added) }
        if peer.endpoint != nil { added.timers.startPersistent(at: now) }
    }

    /// Forgets a peer with its keys and addresses; an unknown one is no mistake. The time of its latest handshake goes,
    /// too: if the peer is added again, a copy of that handshake gets an answer, which is of no use without its key.
    package func remove(_ peer: TunnelPublicKey) {
        guard let removed = byKey.removeValue(forKey: peer) else { return }
        peers.removeAll { $0 === removed }
        addresses.remove(removed)
        indices = indices.filter { $0.value.peer !== removed }
    }

    /// nil for a key that no peer has.
    package func status(of peer: TunnelPublicKey) -> PeerStatus? { byKey[peer]?.status }

    /// By which peers know this end.
    package var publicKey: TunnelPublicKey { key.publicKey }

    func peer(_ key: TunnelPublicKey) -> Peer? { byKey[key] }

    func time(at now: Instant) -> HandshakeTime { HandshakeTime(sinceEpoch: epoch + now.nanoseconds) }

    /// A number that stands for nothing yet.
    func freeIndex() throws(CryptographyFault) -> UInt32 {
        var index = try randomness.number()
        while indices[index] != nil { index &+= 1 }
        return index
    }

    func ephemeralKey() throws(CryptographyFault) -> TunnelKey {
        do {
            return try TunnelKey(&randomness)
        } catch {
            throw .library
        }
    }

    func forget(_ sessions: [TransportSession]) {
        for session in sessions { indices[session.localIndex] = nil }
    }

    func refuse(_ reason: TunnelRefusal, _ peer: Peer?, _ events: inout [TunnelEvent]) {
        counts.note(reason)
        events.append(.refused(reason, peer?.publicKey))
    }
}
