/// What an ICMP message says, in the words that both versions have.
enum ICMPKind: Hashable {
    /// With identifier and number.
    case echo(UInt32)
    case echoReply(UInt32)
    case noRoute
    case prohibited
    case portUnreachable
    /// The largest packet, in bytes, that its sender's version of IP may send.
    case tooBig(Int)
    case timeExceeded(code: UInt8)

    /// Headers of IPv6 have so many bytes more.
    private static let difference = 20
    /// Every IPv6 network takes packets of that size.
    private static let leastIPv6 = 1280
    /// A router that does not say how large is assumed to be on an Ethernet.
    private static let usual = 1500

    /// True if it quotes the packet that it is about.
    var isError: Bool {
        switch self {
        case .echo, .echoReply: false
        default: true
        }
    }

    init?(ip4 type: UInt8, _ code: UInt8, _ detail: UInt32) {
        switch (type, code) {
        case (8, 0): self = .echo(detail)
        case (0, 0): self = .echoReply(detail)
        case (3, 3): self = .portUnreachable
        case (3, 4):
            let told = Int(detail & 0xFFFF)
            self = .tooBig(max(Self.leastIPv6, (told == 0 ? Self.usual : told) + Self.difference))
        case (3, 9), (3, 10), (3, 13), (3, 15): self = .prohibited
        case (3, 0), (3, 1), (3, 5), (3, 6), (3, 7), (3, 8), (3, 11), (3, 12): self = .noRoute
        case (11, _): self = .timeExceeded(code: code)
        default: return nil
        }
    }

    init?(ip6 type: UInt8, _ code: UInt8, _ detail: UInt32) {
        switch (type, code) {
        case (128, 0): self = .echo(detail)
        case (129, 0): self = .echoReply(detail)
        case (1, 4): self = .portUnreachable
        case (1, 1): self = .prohibited
        case (1, 0), (1, 2), (1, 3): self = .noRoute
        case (2, _): self = .tooBig(max(0, min(0xFFFF, Int(detail)) - Self.difference))
        case (3, _): self = .timeExceeded(code: code)
        default: return nil
        }
    }

    /// Type, code, and the four bytes after the checksum.
    var ip4: (UInt8, UInt8, UInt32) {
        switch self {
        case .echo(let detail): (8, 0, detail)
        case .echoReply(let detail): (0, 0, detail)
        case .noRoute: (3, 1, 0)
        case .prohibited: (3, 10, 0)
        case .portUnreachable: (3, 3, 0)
        case .tooBig(let bytes): (3, 4, UInt32(bytes))
        case .timeExceeded(let code): (11, code, 0)
        }
    }

    var ip6: (UInt8, UInt8, UInt32) {
        switch self {
        case .echo(let detail): (128, 0, detail)
        case .echoReply(let detail): (129, 0, detail)
        case .noRoute: (1, 0, 0)
        case .prohibited: (1, 1, 0)
        case .portUnreachable: (1, 4, 0)
        case .tooBig(let bytes): (2, 0, UInt32(bytes))
        case .timeExceeded(let code): (3, code, 0)
        }
    }
}
