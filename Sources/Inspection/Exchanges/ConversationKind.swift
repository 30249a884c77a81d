import HTTP
import Wire

/// The protocol of a stream, recognised by its first bytes.
enum ConversationKind: Hashable {
    case http1Request
    case http1Response
    /// A client's HTTP/2 preface.
    case http2
    case tls
    /// A client's first bytes to a proxy. The client may be the end that was connected to.
    case socks
    /// DNS, recognised by its port, not by its bytes.
    case dns
    /// Too few bytes to decide.
    case undecided
    case other

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// `direction` is nil while the client is unknown. `isStart` if the stream begins here.
    init(_ bytes: RawSpan, _ direction: StreamDirection?, isStart: Bool) {
        guard let first = bytes.byte(at: 0) else {
            self = .undecided
            return
        }
        switch first {
        case UInt8(ascii: "H") where direction != .up && HTTPStart.response(bytes) == .yes:
            self = .http1Response
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            self = Self.text(bytes, direction)
        case 4, 5:
            self = isStart && SOCKSDialogue.isOpening(bytes, reversed: direction == .down) ? .socks : .other
        case 0x14...0x17 where isStart:
            self = Self.isRecord(bytes) ? .tls : .other
        case 0x16 where direction != .down:
            self = Self.isWholeHello(bytes) ? .tls : .other
        default:
            self = .other
        }
    }

    private static func text(_ bytes: RawSpan, _ direction: StreamDirection?) -> ConversationKind {
        var isUndecided = direction != .up && HTTPStart.response(bytes) == .perhaps
        guard direction != .down else { return isUndecided ? .undecided : .other }
        switch HTTPStart.compare(bytes, preface) {
        case .yes: return .http2
        case .perhaps: isUndecided = true
        case .no: break
        }
        switch HTTPStart.request(bytes) {
        case .yes: return .http1Request
        case .perhaps: return .undecided
        case .no: return isUndecided ? .undecided : .other
        }
    }

    /// True if a TLS record begins with a client's first message.
    static func isClientHello(_ bytes: RawSpan) -> Bool {
        bytes.byte(at: 0) == 0x16 && bytes.byte(at: 5) == 1
    }

    /// True if a TLS record begins with a server's first message.
    static func isServerHello(_ bytes: RawSpan) -> Bool {
        bytes.byte(at: 0) == 0x16 && bytes.byte(at: 5) == 2
    }

    /// True for a record that holds a Client Hello and nothing else: so many signs within a stream are no
    /// coincidence.
    private static func isWholeHello(_ bytes: RawSpan) -> Bool {
        guard isRecord(bytes), isClientHello(bytes), let record = bytes.bigEndian16(at: 3),
            let length = bytes.bigEndian16(at: 7)
        else { return false }
        return bytes.byte(at: 6) == 0 && Int(length) + 4 == Int(record) && bytes.byte(at: 9) == 3
    }

    /// A TLS record's header: kind, version, length.
    private static func isRecord(_ bytes: RawSpan) -> Bool {
        guard let major = bytes.byte(at: 1), let minor = bytes.byte(at: 2),
            let length = bytes.bigEndian16(at: 3)
        else { return false }
        return major == 3 && minor <= 4 && length > 0 && length <= 16_384 + 2048
    }
}

// MARK: Reading

extension ConversationKind {
    /// Creates the conversation for a connection of this kind; nil if no reader exists for it.
    func conversation(_ opening: ConversationOpening) -> (any ObservedConversation)? {
        switch self {
        case .http1Request, .http1Response: ObservedHTTP1Connection(opening)
        case .http2: ObservedHTTP2Connection(opening)
        case .tls: ObservedTLSConnection(opening)
        case .socks: ObservedSOCKSConnection(opening)
        case .dns: ObservedDNSConnection(opening)
        case .undecided, .other: nil
        }
    }
}
