/// The server's side of a SOCKS connection up to the client's request: SOCKS5 without authentication, SOCKS4
/// and SOCKS4a.
package struct SOCKSServerHandshake: Sendable {
    package enum Event: Hashable, Sendable {
        /// These bytes are to be sent, and the client continues.
        case reply([UInt8])
        /// The client waits for a `SOCKSReply`.
        case request(SOCKSRequest)
        /// The connection ends after these bytes.
        case refused(SOCKSRefusal, reply: [UInt8])
    }

    private enum Stage {
        case greeting, request, done
    }

    /// Bytes of a user name, or of SOCKS4a's host name. SOCKS5 has the same limit.
    private static let longestText = 255

    private var stage = Stage.greeting
    private var bytes: ArraySlice<UInt8> = []

    package init() {}

    /// Bytes after the handshake, or of a message that is not whole.
    package var rest: ArraySlice<UInt8> { bytes }

    package mutating func receive(_ more: ArraySlice<UInt8>) {
        bytes = (bytes + more)[...]
    }

    /// The next event; nil if more bytes are needed, and after a request or a refusal.
    package mutating func next() -> Event? {
        guard let first = bytes.first else { return nil }
        switch (stage, first) {
        case (.done, _): return nil
        case (.greeting, 4): return oldRequest()
        case (.greeting, 5): return greeting()
        case (.request, 5): return request()
        case (.request, _): return refuse(.malformed, .failed, .v5)
        case (.greeting, _): return refuse(.malformed, reply: [])
        }
    }

    // MARK: SOCKS5

    private mutating func greeting() -> Event? {
        guard let count = byte(1), bytes.count >= 2 + Int(count) else { return nil }
        let methods = bytes.dropFirst(2).prefix(Int(count))
        bytes = bytes.dropFirst(2 + Int(count))
        guard methods.contains(0) else { return refuse(.authentication, reply: [5, 0xFF]) }
        stage = .request
        return .reply([5, 0])
    }

    private mutating func request() -> Event? {
        guard let command = byte(1), let type = byte(3), let first = byte(4) else { return nil }
        let length: Int
        switch type {
        case 1: length = 4
        case 3: length = 1 + Int(first)
        case 4: length = 16
        default: return refuse(.addressType(type), .unknownAddressType, .v5)
        }
        guard bytes.count >= 4 + length + 2 else { return nil }
        let content = bytes.dropFirst(4).prefix(length)
        let port = Self.number(bytes.dropFirst(4 + length).prefix(2))
        bytes = bytes.dropFirst(4 + length + 2)
        guard command == 1 else { return refuse(.command(command), .unknownCommand, .v5) }
        let host: SOCKSHost
        switch type {
        case 1: host = .address(.v4(UInt32(Self.number(content))))
        case 4:
            host = .address(.v6(high: Self.number(content.prefix(8)), low: Self.number(content.suffix(8))))
        default: host = .name(String(decoding: content.dropFirst(), as: UTF8.self))
        }
        stage = .done
        return .request(SOCKSRequest(.v5, host, port: UInt16(port)))
    }

    // MARK: SOCKS4

    private mutating func oldRequest() -> Event? {
        guard let command = byte(1), bytes.count > 8 else { return nil }
        let port = Self.number(bytes.dropFirst(2).prefix(2))
        let address = UInt32(Self.number(bytes.dropFirst(4).prefix(4)))
        guard let user = text(from: 8) else { return refuseOversized(from: 8) }
        var (version, host, end) = (SOCKSVersion.v4, SOCKSHost.address(.v4(address)), 9 + user.count)
        // 0.0.0.1 to 0.0.0.255 announce a name.
        if address > 0, address < 256 {
            guard let name = text(from: end) else { return refuseOversized(from: end) }
            (version, host) = (.v4a, .name(String(decoding: name, as: UTF8.self)))
            end += name.count + 1
        }
        bytes = bytes.dropFirst(end)
        guard command == 1 else { return refuse(.command(command), .failed, version) }
        stage = .done
        return .request(SOCKSRequest(version, host, port: UInt16(port)))
    }

    /// The bytes from an offset up to a zero; nil without one.
    private func text(from offset: Int) -> ArraySlice<UInt8>? {
        let rest = bytes.dropFirst(offset)
        return rest.firstIndex(of: 0).flatMap { zero in
            let text = rest[..<zero]
            return text.count <= Self.longestText ? text : nil
        }
    }

    /// A text without an end that is still short enough has more bytes to come.
    private mutating func refuseOversized(from offset: Int) -> Event? {
        bytes.count - offset > Self.longestText ? refuse(.malformed, .failed, .v4) : nil
    }

    // MARK: Bytes

    private mutating func refuse(
        _ refusal: SOCKSRefusal,
        _ reply: SOCKSReply,
        _ version: SOCKSVersion
    ) -> Event { refuse(refusal, reply: reply.bytes(version)) }

    private mutating func refuse(_ refusal: SOCKSRefusal, reply: [UInt8]) -> Event {
        stage = .done
        return .refused(refusal, reply: reply)
    }

    private func byte(_ offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
