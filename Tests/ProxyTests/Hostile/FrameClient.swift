import HTTP
import HTTP2
import TestSupport

/// A client of HTTP/2 in the clear that sends exactly the frames of a test.
final class FrameClient {
    private let client: LoopbackClient
    private var received: [UInt8] = []
    private(set) var frames: [HTTP2Frame] = []
    private(set) var hasEnded = false

    init(port: UInt16, settings: [(UInt16, UInt32)] = []) throws {
        client = try LoopbackClient(port: port)
        try client.send(HTTP2Frame.preface + HTTP2Frame.settings(settings).serialised)
    }

    func send(_ frames: [HTTP2Frame]) throws { try client.send(frames.flatMap(\.serialised)) }

    func send(_ frames: HTTP2Frame...) throws { try send(frames) }

    /// Receives until there is such a frame, or the connection ends.
    func receive(until isEnough: (HTTP2Frame) -> Bool) throws {
        while !hasEnded, !frames.contains(where: isEnough) {
            // A reset ends it, too.
            let more = (try? client.receive()) ?? []
            hasEnded = more.isEmpty
            received += more
            frames += HTTP2Frame.take(from: &received)
        }
    }

    /// Receives until the stream has ended.
    func receive(_ stream: Int32) throws {
        try receive { $0.stream == stream && ($0.endsStream || $0.kind == HTTP2Frame.Kind.reset) }
    }

    func receiveToEnd() throws { try receive { _ in false } }

    func text(_ stream: Int32) -> String {
        let data = frames.filter { $0.stream == stream && $0.kind == HTTP2Frame.Kind.data }
        return String(decoding: data.flatMap(\.payload), as: UTF8.self)
    }

    func isReset(_ stream: Int32) -> Bool {
        frames.contains { $0.stream == stream && $0.kind == HTTP2Frame.Kind.reset }
    }

    /// The code of the proxy's last farewell.
    var farewell: UInt32? { frames.last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell }

    /// The status of the stream's head; nil without one.
    func status(_ stream: Int32) throws -> String? {
        let decoder = try HeaderBlockDecoder()
        var status: String?
        for frame in frames where frame.kind == HTTP2Frame.Kind.headers {
            let fields = try decoder.decode(frame.payload[...])
            if frame.stream == stream { status = status ?? fields[":status"] }
        }
        return status
    }
}
