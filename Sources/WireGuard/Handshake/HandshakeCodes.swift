import Wire

/// The two codes at the end of a handshake's message. The first proves that the sender knows the receiver's public key;
/// the second, asked for under load only, that it receives what is sent to its address.
struct HandshakeCodes: Sendable {
    private static let label1 = Array("mac1----".utf8)
    private static let cookieLabel = Array("cookie--".utf8)

    private let key1: Bytes32
    /// Seals cookies.
    let cookieKey: Bytes32

    init(receiver: TunnelPublicKey) throws(CryptographyFault) {
        key1 = try Blake2s.hash(Self.label1, receiver.bytes.bytes)
        cookieKey = try Blake2s.hash(Self.cookieLabel, receiver.bytes.bytes)
    }

    /// The first code of a message so far.
    func code1(of message: [UInt8]) throws(CryptographyFault) -> [UInt8] {
        try Blake2s.code(of: message, key: key1.bytes)
    }

    /// The message with both codes; without a cookie the second is zeroes.
    func completed(_ message: [UInt8], cookie: [UInt8]?) throws(CryptographyFault) -> [UInt8] {
        let first = message + (try code1(of: message))
        guard let cookie else { return first + [UInt8](repeating: 0, count: Blake2s.codeCount) }
        return first + (try Blake2s.code(of: first, key: cookie))
    }

    /// True if the first code is right.
    func isMeantForReceiver(_ message: RawSpan) -> Bool {
        let start = message.byteCount - 2 * Blake2s.codeCount
        guard let code = try? code1(of: message.bytes(0..<start)) else { return false }
        return Blake2s.isSame(code, message.bytes(start..<start + Blake2s.codeCount))
    }

    /// True if the second code is right.
    static func proves(_ cookie: [UInt8], _ message: RawSpan) -> Bool {
        let start = message.byteCount - Blake2s.codeCount
        guard let code = try? Blake2s.code(of: message.bytes(0..<start), key: cookie) else { return false }
        return Blake2s.isSame(code, message.bytes(start..<start + Blake2s.codeCount))
    }
}
