import HTTP
import Wire

/// What a client says first in a tunnel.
package enum TunnelOpening: Hashable, Sendable {
    /// A Client Hello, with the server name that it states.
    case encryption(serverName: String?)
    /// An HTTP request in the clear.
    case request
    case other
    /// Nothing so far: the server may be the one that speaks first.
    case silence

    /// Bytes within which a Client Hello or a request line is complete, or else neither is expected.
    package static let longest = 32_768
    private static let longestMethod = 24
    private static let preface = Array("PRI * HTTP/2.0\r\n".utf8)

    /// nil if further bytes may decide otherwise. `isEnded` if none will come.
    package init?(_ bytes: [UInt8], isEnded: Bool) {
        let isWhole = isEnded || bytes.count >= Self.longest
        switch bytes.first {
        case nil: if !isEnded { return nil }
        case 0x16?:
            guard let hello = Self.hello(bytes, isWhole: isWhole) else { return nil }
            self = hello
            return
        case _?:
            guard let request = Self.request(bytes, isWhole: isWhole) else { return nil }
            self = request
            return
        }
        self = .other
    }

    private static func hello(_ bytes: [UInt8], isWhole: Bool) -> TunnelOpening? {
        let name = { (body: RawSpan) -> String?? in .some(TLSClientHello(body)?.serverName) }
        switch TLSFirstMessage(bytes.span.bytes, .clientHello, read: name) {
        case .message(let name): return .encryption(serverName: name)
        case .foreign: return .other
        case .incomplete:
            // A hello that does not end is still the beginning of TLS.
            guard isWhole else { return nil }
            return bytes.count < TLSRecordHeader.size ? .other : .encryption(serverName: nil)
        }
    }

    /// A request line such as `GET /a HTTP/1.1`. The beginning of one waits for its end, since other protocols
    /// of lines have commands in capitals, too.
    private static func request(_ bytes: [UInt8], isWhole: Bool) -> TunnelOpening? {
        if bytes.starts(with: preface) { return .request }
        let method = bytes.prefix { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
        guard method.count <= longestMethod else { return .other }
        guard method.count < bytes.count else { return isWhole ? .other : nil }
        guard !method.isEmpty, bytes[method.count] == 0x20 else { return .other }
        let target = bytes.dropFirst(method.count + 1)
        guard let first = target.first else { return isWhole ? .other : nil }
        guard [UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "h")].contains(first) else { return .other }
        guard let end = target.firstIndex(of: 0x0A) else { return isWhole ? .other : nil }
        let line = String(decoding: target[..<end], as: UTF8.self)
        return line.contains(" HTTP/1.") ? .request : .other
    }
}
