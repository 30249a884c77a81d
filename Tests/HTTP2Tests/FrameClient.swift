import HTTP
import HTTP2
import TestSupport
import Wire

/// A client that sends exactly the given frames, over memory, to a session; it also supplies the session's
/// bodies.
final class FrameClient: FrameBodies {
    let session: HTTP2ServerSession
    private(set) var marks: [HTTP2Output.Mark] = []
    private(set) var events: [HTTP2Event] = []
    private let decoder: HeaderBlockDecoder
    private var received: [UInt8] = []

    init(_ limits: HTTP2Limits = HTTP2Limits(), settings: [(UInt16, UInt32)] = []) throws {
        session = try HTTP2ServerSession(limits)
        decoder = try HeaderBlockDecoder()
        super.init()
        try session.receive((HTTP2Frame.preface + HTTP2Frame.settings(settings).serialised)[...], at: .zero)
    }

    func send(_ frames: [HTTP2Frame], at now: Instant = .zero) throws(HTTP2Error) {
        defer { events += session.takeEvents() }
        try session.receive(frames.flatMap(\.serialised)[...], at: now)
    }

    func send(_ frames: HTTP2Frame..., at now: Instant = .zero) throws(HTTP2Error) {
        try send(frames, at: now)
    }

    /// Everything that the session sends now, in turns of about `turn` bytes.
    func frames(turn: Int = 65_536) throws -> [HTTP2Frame] {
        while true {
            let output = try session.send(about: turn, from: self)
            events += session.takeEvents()
            if output.bytes.isEmpty { break }
            marks += output.marks
            received += output.bytes
        }
        return HTTP2Frame.take(from: &received)
    }

    func fields(_ frame: HTTP2Frame) throws -> HTTPFields { try decoder.decode(frame.payload[...]) }

    var requests: [HTTPRequestHead] {
        events.compactMap { if case .request(_, let head, _) = $0 { head } else { nil } }
    }
}
