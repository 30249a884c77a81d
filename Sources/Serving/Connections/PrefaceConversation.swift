import HTTP2
import LinuxIO
import Wire

/// The first bytes of a cleartext connection: HTTP/2 has a preface that is not an HTTP/1 request, and SOCKS
/// begins with a byte that no HTTP has.
final class PrefaceConversation: Conversation {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// No request of HTTP/1 begins so.
    private static let start = Array("PRI * HTTP/2".utf8)

    private let setting: ConversationSetting
    private var bytes: [UInt8] = []
    private var arrivals: [(bytes: [UInt8], instant: Instant)] = []
    private var deadline: Instant
    private var isFinishing = false

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        deadline = now + setting.limits.idle
    }

    /// A tunnel leads to a server already.
    private var speaksSOCKS: Bool { setting.protocols.contains(.socks) && setting.tunnel == nil }

    private var speaksHTTP2: Bool { setting.protocols.contains(.http2) }

    var acceptsInput: Bool { true }

    var isBetweenResponses: Bool { true }

    var isAnswering: Bool { false }

    func wantsToSend(at now: Instant) -> Bool { false }

    func nextInstant(at now: Instant) -> Instant { deadline }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        if self.bytes.isEmpty { deadline = instant + setting.limits.head }
        self.bytes += bytes
        arrivals.append((Array(bytes), instant))
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        guard let last = arrivals.last else {
            if isFinishing { return .end(.inOrder) }
            return now >= deadline ? .end(.atOnce) : .wait
        }
        if let first = bytes.first, speaksSOCKS, SOCKSVersion.isFirstByte(first) {
            return continued(by: SOCKSConversation(setting, at: now))
        }
        if speaksHTTP2, bytes.starts(with: Self.preface) {
            do throws(HTTP2Error) {
                return continued(by: try HTTP2Conversation(setting, at: now))
            } catch {
                // Out of memory: no reply is possible.
                return .end(.atOnce)
            }
        }
        if speaksHTTP2, isWrongPreface { return .end(.inOrder) }
        let mayBePreface = speaksHTTP2 && Self.preface.starts(with: bytes)
        let isUndecided = mayBePreface && !last.bytes.isEmpty && now < deadline
        return isUndecided ? .wait : continued(by: HTTP1Conversation(setting, at: now))
    }

    /// A client of HTTP/2 takes an answer of HTTP/1 for a frame, and waits for the rest of it. A first line of three words
    /// whose last one is no version comes from no client of HTTP/1.
    private var isWrongPreface: Bool {
        if bytes.starts(with: Self.start) { return !Self.preface.starts(with: bytes) }
        guard let end = bytes.firstIndex(of: 0x0A) else { return false }
        let words = bytes[..<end].split(separator: 0x20, omittingEmptySubsequences: false)
        return words.count == 3 && !words[2].contains(UInt8(ascii: "/"))
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {}

    private func continued(by next: any Conversation) -> ConversationStep {
        for arrival in arrivals { next.receive(arrival.bytes[...], at: arrival.instant) }
        if isFinishing { next.finish() }
        return .become(next)
    }
}
