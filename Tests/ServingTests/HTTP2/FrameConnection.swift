import HTTP
import HTTP2
import TestSupport

/// A client's connection that sends exactly the given frames.
final class FrameConnection {
    let client: LoopbackClient
    private var received: [UInt8] = []
    private(set) var frames: [HTTP2Frame] = []
    /// How the connection ended, if it did: 0 for an orderly end, otherwise an error number.
    private(set) var end: Int32?

    init(port: UInt16, settings: [(UInt16, UInt32)] = [], receiveBuffer: Int32? = nil) throws {
        client = try LoopbackClient(port: port, receiveBuffer: receiveBuffer)
        try client.send(HTTP2Frame.preface + HTTP2Frame.settings(settings).serialised)
    }

    func send(_ frames: [HTTP2Frame]) throws { try client.send(frames.flatMap(\.serialised)) }

    func send(_ frames: HTTP2Frame...) throws { try send(frames) }

    /// Receives until `isEnough` is true, or the connection ends.
    func receive(until isEnough: (FrameConnection) -> Bool) throws {
        while end == nil, !isEnough(self) {
            do {
                let more = try client.receive()
                if more.isEmpty { end = 0 }
                received += more
            } catch let failure as LoopbackClient.Failure {
                end = failure.errno
            }
            frames += HTTP2Frame.take(from: &received)
        }
    }

    func receiveToEnd() throws { try receive { _ in false } }

    /// Receives until these streams have ended, by a last frame or a reset.
    func receive(_ streams: Int32...) throws {
        try receive { connection in streams.allSatisfy { connection.isEnded($0) } }
    }

    func isEnded(_ stream: Int32) -> Bool {
        frames.contains { $0.stream == stream && ($0.endsStream || $0.kind == HTTP2Frame.Kind.reset) }
    }

    func body(_ stream: Int32) -> [UInt8] {
        frames.filter { $0.stream == stream && $0.kind == HTTP2Frame.Kind.data }.flatMap(\.payload)
    }

    func text(_ stream: Int32) -> String { String(decoding: body(stream), as: UTF8.self) }

    /// The code of the stream's reset; nil if there is none.
    func reset(_ stream: Int32) -> UInt32? {
        frames.first { $0.stream == stream && $0.kind == HTTP2Frame.Kind.reset }?.code
    }

    /// The server's last GOAWAY.
    var farewell: HTTP2Frame? { frames.last { $0.kind == HTTP2Frame.Kind.goAway } }

    /// Bytes after the last whole frame.
    var rest: [UInt8] { received }

    /// Every head on the stream. The decoder must read all heads, in order.
    func heads(_ stream: Int32) throws -> [HTTPFields] {
        let decoder = try HeaderBlockDecoder()
        var heads: [HTTPFields] = []
        for frame in frames where frame.kind == HTTP2Frame.Kind.headers {
            let fields = try decoder.decode(frame.payload[...])
            if frame.stream == stream { heads.append(fields) }
        }
        return heads
    }

    /// The status of every head on the stream; trailers have none.
    func statuses(_ stream: Int32) throws -> [String] { try heads(stream).compactMap { $0[":status"] } }
}
