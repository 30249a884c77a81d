internal import CQUIC
package import Wire

/// A server's UDP port, over memory: finds the connection that a datagram is for, begins new ones, and answers what
/// belongs to none. It belongs to one thread.
package final class HTTP3ServerEndpoint {
    /// What became of a datagram.
    package enum Arrival {
        case of(HTTP3ServerSession)
        case began(HTTP3ServerSession)
        case answered(QUICDatagrams)
        case dropped
    }

    private let credentials: QUICCredentials
    private let limits: HTTP3Limits
    /// Every client has to show that it receives at its address.
    private let retries: Bool
    /// Makes tokens: for retries, and for stateless resets.
    private let secret: [UInt8]
    private var sessions: [[UInt8]: HTTP3ServerSession] = [:]
    /// The identifiers under which each is found.
    private var known: [ObjectIdentifier: [[UInt8]]] = [:]

    package init(
        _ credentials: QUICCredentials,
        _ limits: HTTP3Limits = HTTP3Limits(),
        retries: Bool = false
    ) throws(HTTP3Error) {
        try QUICLibrary.check()
        (self.credentials, self.limits, self.retries) = (credentials, limits, retries)
        secret = QUICLibrary.randomBytes(Self.secretBytes)
    }

    private static let secretBytes = 32
    /// A token from a retry is good for that long.
    private static let retryTime: Nanoseconds = 10_000_000_000
    /// A shorter datagram begins no connection (RFC 9000, 14.1).
    private static let leastInitial = 1200

    package func receive(
        _ datagram: UnsafeBufferPointer<UInt8>,
        on path: QUICPath,
        ecn: UInt8 = 0,
        at now: Instant
    ) -> Arrival {
        var header = ngtcp2_version_cid()
        let code = ngtcp2_pkt_decode_version_cid(
            &header,
            datagram.baseAddress,
            datagram.count,
            HTTP3ServerSession.identifierBytes
        )
        let destination = Array(UnsafeBufferPointer(start: header.dcid, count: header.dcidlen))
        if code == NGTCP2_ERR_VERSION_NEGOTIATION {
            return datagram.count < Self.leastInitial ? .dropped : negotiate(header, on: path)
        }
        guard code == 0 else { return .dropped }
        if let session = sessions[destination] {
            session.receive(datagram, on: path, ecn: ecn, at: now)
            follow(session)
            return .of(session)
        }
        return begin(datagram, on: path, ecn: ecn, to: destination, at: now)
    }

    /// The session takes no more datagrams.
    package func forget(_ session: HTTP3ServerSession) {
        for identifier in known.removeValue(forKey: ObjectIdentifier(session)) ?? [] {
            sessions[identifier] = nil
        }
    }

    /// Learns a session's identifiers, after it has received or sent.
    package func follow(_ session: HTTP3ServerSession) {
        guard session.hasNewIdentifiers else { return }
        session.hasNewIdentifiers = false
        let initial = session.initialIdentifier.map { [$0] } ?? []
        let now = session.identifiers + initial
        for old in known[ObjectIdentifier(session)] ?? [] where !now.contains(old) { sessions[old] = nil }
        for identifier in now { sessions[identifier] = session }
        known[ObjectIdentifier(session)] = now
    }

    // MARK: New connections

    private func begin(
        _ datagram: UnsafeBufferPointer<UInt8>,
        on path: QUICPath,
        ecn: UInt8,
        to destination: [UInt8],
        at now: Instant
    ) -> Arrival {
        var header = ngtcp2_pkt_hd()
        guard ngtcp2_accept(&header, datagram.baseAddress, datagram.count) == 0 else {
            return reset(destination, datagram, on: path)
        }
        var first = FirstPacket(
            version: header.version,
            destination: header.dcid.bytes,
            source: header.scid.bytes,
            token: Array(UnsafeBufferPointer(start: header.token, count: header.tokenlen))
        )
        if retries {
            guard let original = original(of: first, path, at: now) else {
                return retry(first, path, at: now)
            }
            first.originalDestination = original
        }
        do throws(HTTP3Error) {
            let session = try HTTP3ServerSession(
                credentials,
                limits,
                to: first,
                on: path,
                secret: secret,
                at: now
            )
            session.receive(datagram, on: path, ecn: ecn, at: now)
            follow(session)
            return .began(session)
        } catch {
            return .dropped
        }
    }

    /// The identifier that a token says was the client's first; nil if the token is no good.
    private func original(of first: FirstPacket, _ path: QUICPath, at now: Instant) -> [UInt8]? {
        guard !first.token.isEmpty else { return nil }
        var original = ngtcp2_cid()
        var destination = ngtcp2_cid(first.destination)
        let code = path.withRaw { path in
            ngtcp2_crypto_verify_retry_token2(
                &original,
                first.token,
                first.token.count,
                secret,
                secret.count,
                first.version,
                path.pointee.remote.addr,
                path.pointee.remote.addrlen,
                &destination,
                UInt64(Self.retryTime),
                now.stamp
            )
        }
        return code == 0 ? original.bytes : nil
    }

    // MARK: Answers without a connection

    private func retry(_ first: FirstPacket, _ path: QUICPath, at now: Instant) -> Arrival {
        var own = ngtcp2_cid(QUICLibrary.randomBytes(HTTP3ServerSession.identifierBytes))
        var (original, client) = (ngtcp2_cid(first.destination), ngtcp2_cid(first.source))
        var token = [UInt8](repeating: 0, count: Self.tokenBytes)
        let count = path.withRaw { path in
            ngtcp2_crypto_generate_retry_token2(
                &token,
                secret,
                secret.count,
                first.version,
                path.pointee.remote.addr,
                path.pointee.remote.addrlen,
                &own,
                &original,
                now.stamp
            )
        }
        guard count > 0 else { return .dropped }
        return answer(on: path) { room in
            ngtcp2_crypto_write_retry(
                room.baseAddress,
                room.count,
                first.version,
                &client,
                &own,
                &original,
                token,
                count
            )
        }
    }

    private static let tokenBytes = 256

    private func negotiate(_ header: ngtcp2_version_cid, on path: QUICPath) -> Arrival {
        let versions = [netlab_quic_version_1, netlab_quic_version_2]
        let random = QUICLibrary.randomBytes(1)[0]
        return answer(on: path) { room in
            ngtcp2_pkt_write_version_negotiation(
                room.baseAddress,
                room.count,
                random,
                header.scid,
                header.scidlen,
                header.dcid,
                header.dcidlen,
                versions,
                versions.count
            )
        }
    }

    /// A packet of a connection that this end does not know, or knows no more.
    private func reset(
        _ destination: [UInt8],
        _ datagram: UnsafeBufferPointer<UInt8>,
        on path: QUICPath
    ) -> Arrival {
        // Never longer than what asked for it, or two servers could answer each other for ever (RFC 9000, 10.3).
        let isShort = datagram.first.map { $0 & 0x80 == 0 } ?? false
        let random = datagram.count - Int(NGTCP2_STATELESS_RESET_TOKENLEN) - 1
        guard isShort, random >= Int(NGTCP2_MIN_STATELESS_RESET_RANDLEN) else { return .dropped }
        var identifier = ngtcp2_cid(destination)
        var token = [UInt8](repeating: 0, count: Int(NGTCP2_STATELESS_RESET_TOKENLEN))
        guard
            ngtcp2_crypto_generate_stateless_reset_token(&token, secret, secret.count, &identifier) == 0
        else { return .dropped }
        let noise = QUICLibrary.randomBytes(min(random, Self.longestReset))
        return answer(on: path) { room in
            ngtcp2_pkt_write_stateless_reset(room.baseAddress, room.count, token, noise, noise.count)
        }
    }

    private static let longestReset = 40

    private func answer(
        on path: QUICPath,
        _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) -> Arrival {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.leastInitial) { room, filled in
            count = write(UnsafeMutableBufferPointer(start: room.baseAddress, count: Self.leastInitial))
            filled = max(0, count)
        }
        guard count > 0 else { return .dropped }
        return .answered(QUICDatagrams(path: path, bytes: bytes, each: bytes.count))
    }
}
