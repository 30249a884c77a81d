import Wire

/// Answers handshakes under load: before any costly step the sender must show that it receives at its address. The cookie
/// that shows it follows from the address and a secret of this end, so that nothing is kept for each sender.
struct CookieIssuer {
    private var secret: [UInt8] = []
    private var secretSince: Instant?

    /// The cookie that a sender at this address has been told, or would be.
    mutating func cookie(
        for endpoint: TunnelEndpoint,
        at now: Instant,
        _ randomness: inout TunnelRandomness
    ) throws(CryptographyFault) -> [UInt8] {
        if secretSince.map({ now - $0 >= ProtocolTimes.cookieSecret }) ?? true {
            secret = try randomness.bytes(Bytes32.count)
            secretSince = now
        }
        return try Blake2s.code(of: endpoint.bytes, key: secret)
    }

    /// The answer to a message without its second code.
    static func reply(
        to message: RawSpan,
        cookie: [UInt8],
        _ codes: HandshakeCodes,
        _ randomness: inout TunnelRandomness
    ) throws(CryptographyFault) -> [UInt8] {
        let nonce = try randomness.bytes(CookieCipher.nonceCount)
        let code1 = message.bytes(
            message.byteCount - 2 * Blake2s.codeCount..<message.byteCount - Blake2s.codeCount
        )
        let sealed = try CookieCipher.seal(cookie, key: codes.cookieKey, nonce: nonce, told: code1)
        // Sender's index: the same place in both kinds of messages.
        return MessageKind.cookieReply.start
            + message.bytes(InitiationLayout.sender..<InitiationLayout.sender + 4)
            + nonce + sealed
    }
}
