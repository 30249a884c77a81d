import HTTP
import HTTP2
import TestSupport
import Wire

/// A server that says exactly the frames it is told to, over memory, to a client's session whose bodies it also
/// provides.
final class FrameServer: HTTP2BodySource {
    let session: HTTP2ClientSession
    /// What the session may send on each stream, and whether that is all.
    var bodies: [HTTP2StreamID: (bytes: ArraySlice<UInt8>, isWhole: Bool)] = [:]
    var trailers: [HTTP2StreamID: HTTPFields] = [:]
    private(set) var marks: [HTTP2Output.Mark] = []
    private(set) var events: [HTTP2ClientEvent] = []
    private let decoder: HeaderBlockDecoder
    private var received: [UInt8] = []
    private var hasPreface = false

    /// Nothing is said at first where `settings` are nil.
    init(_ limits: HTTP2Limits = .client, settings: [(UInt16, UInt32)]? = []) throws {
        session = try HTTP2ClientSession(limits)
        decoder = try HeaderBlockDecoder()
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

    /// A GET, or a request with a body that was put into `bodies`.
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

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard let body = bodies[stream] else { return .reset(.internalError) }
        let piece = body.bytes.prefix(count)
        let rest = body.bytes.dropFirst(count)
        bodies[stream]?.bytes = rest
        if let trailers = trailers[stream], piece.isEmpty { return .trailers(trailers) }
        if piece.isEmpty, !body.isWhole { return .later }
        return .bytes(piece, isLast: body.isWhole && rest.isEmpty && trailers[stream] == nil)
    }
}

extension HTTPRequestHead {
    static func plain(_ method: String = "GET", _ fields: HTTPFields = [:]) -> HTTPRequestHead {
        let host = HTTPField(name: "Host", value: "origin.test")
        let target = method == "CONNECT" ? "origin.test:443" : "/"
        return HTTPRequestHead(method: method, target: target, fields: HTTPFields([host] + fields))
    }
}
