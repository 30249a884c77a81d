import HTTP
import HTTP2
import TestSupport
import Wire

/// A server that sends exactly the given frames, over memory, to a client session; it also supplies the
/// session's bodies.
final class FrameServer: FrameBodies {
    let session: HTTP2ClientSession
    private(set) var marks: [HTTP2Output.Mark] = []
    private(set) var events: [HTTP2ClientEvent] = []
    private let decoder: HeaderBlockDecoder
    private var received: [UInt8] = []
    private var hasPreface = false

    /// Sends nothing at first if `settings` is nil.
    init(_ limits: HTTP2Limits = .client, settings: [(UInt16, UInt32)]? = []) throws {
        session = try HTTP2ClientSession(limits)
        decoder = try HeaderBlockDecoder()
        super.init()
        if let settings { try session.receive(HTTP2Frame.settings(settings).serialised[...], at: .zero) }
        _ = session.takeEvents()
    }

    func send(_ frames: [HTTP2Frame], at now: Instant = .zero) throws(HTTP2Error) {
        defer { events += session.takeEvents() }
        try session.receive(frames.flatMap(\.serialised)[...], at: now)
    }

    func send(_ frames: HTTP2Frame..., at now: Instant = .zero) throws(HTTP2Error) {
        try send(frames, at: now)
    }

    /// A GET, or a request with a body from `bodies`.
    @discardableResult
    func ask(_ method: String = "GET", hasBody: Bool = false) throws(HTTP2Error) -> HTTP2StreamID {
        try session.request(.plain(method), scheme: "https", hasBody: hasBody)
    }

    /// Everything that the session sends now.
    func frames() throws -> [HTTP2Frame] {
        while true {
            let output = try session.send(about: 65_536, from: self)
            events += session.takeEvents()
            if output.bytes.isEmpty { break }
            marks += output.marks
            received += output.bytes
        }
        if !hasPreface, received.starts(with: HTTP2Frame.preface) {
            received.removeFirst(HTTP2Frame.preface.count)
            hasPreface = true
        }
        return HTTP2Frame.take(from: &received)
    }

    func fields(_ frame: HTTP2Frame) throws -> HTTPFields { try decoder.decode(frame.payload[...]) }

    func takeEvents() -> [HTTP2ClientEvent] {
        defer { events = [] }
        return events
    }
}

extension HTTPRequestHead {
    static func plain(_ method: String = "GET", _ fields: HTTPFields = [:]) -> HTTPRequestHead {
        let host = HTTPField(name: "Host", value: "origin.test")
        let target = method == "CONNECT" ? "origin.test:443" : "/"
        return HTTPRequestHead(method: method, target: target, fields: HTTPFields([host] + fields))
    }
}
