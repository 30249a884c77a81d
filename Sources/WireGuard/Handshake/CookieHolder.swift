import Wire

/// The cookie that a peer under load gave to this end, for the messages that follow.
struct CookieHolder {
    /// Of the last message sent: a cookie is sealed together with it.
    private var code1: [UInt8]?
    private var cookie: [UInt8]?
    private var since = Instant.zero

    /// The peer may already have another secret when a message with an older cookie arrives.
    func cookie(at now: Instant) -> [UInt8]? {
        now - since < ProtocolTimes.cookieSecret - ProtocolTimes.cookieLatency ? cookie : nil
    }

    /// Notes a complete message as sent.
    mutating func noteSent(_ message: [UInt8]) {
        code1 = Array(message.suffix(2 * Blake2s.codeCount).prefix(Blake2s.codeCount))
    }

    /// Keeps the cookie of a reply that has the right length and belongs to the last message.
    mutating func keep(
        _ reply: RawSpan,
        _ codes: HandshakeCodes,
        at now: Instant
    ) throws(CryptographyFault) {
        guard let code1 else { throw .notAuthentic }
        cookie = try CookieCipher.open(
            reply.bytes(CookieLayout.sealedCookie),
            key: codes.cookieKey,
            nonce: reply.bytes(CookieLayout.nonce),
            told: code1
        )
        since = now
        // One message, one cookie.
        self.code1 = nil
    }
}
