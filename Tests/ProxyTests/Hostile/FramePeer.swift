import TLS
import TestSupport

/// One connection of a server of HTTP/2: frames within TLS. It belongs to the server's thread.
final class FramePeer {
    let peer: ScriptedPeer
    private let session: TLSSession
    private var received: [UInt8] = []
    private(set) var frames: [HTTP2Frame] = []
    private var hasEnded = false

    init(_ peer: ScriptedPeer, _ session: TLSSession) {
        self.peer = peer
        self.session = session
    }

    /// The handshake, the client's preface, and settings to begin with; false if it comes to none.
    func greet(_ settings: [(UInt16, UInt32)]) -> Bool {
        while received.count < HTTP2Frame.preface.count {
            guard take() else { return false }
        }
        received.removeFirst(HTTP2Frame.preface.count)
        return send(.settings(settings))
    }

    /// False at the end.
    private func take() -> Bool {
        let bytes = peer.receive()
        guard !bytes.isEmpty, let plain = try? session.receive(bytes) else {
            hasEnded = true
            return false
        }
        received += plain
        return peer.send(session.takeCiphertext())
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        guard (try? session.write(bytes[...])) != nil else { return false }
        return peer.send(session.takeCiphertext())
    }

    @discardableResult
    func send(_ frames: [HTTP2Frame]) -> Bool { send(frames.flatMap(\.serialised)) }

    @discardableResult
    func send(_ frames: HTTP2Frame...) -> Bool { send(frames) }

    /// Receives until there is such a frame; false if the connection ends before.
    @discardableResult
    func receive(until isEnough: (HTTP2Frame) -> Bool) -> Bool {
        while true {
            frames += HTTP2Frame.take(from: &received)
            if frames.contains(where: isEnough) { return true }
            guard !hasEnded, take() else { return false }
        }
    }

    /// Receives until a request's head has come on the stream.
    @discardableResult
    func receiveHead(on stream: Int32) -> Bool {
        receive { $0.kind == HTTP2Frame.Kind.headers && $0.stream == stream }
    }

    func receiveToEnd() { receive { _ in false } }

    /// The code of the client's last frame, if that says farewell.
    var farewell: UInt32? { frames.last { $0.kind == HTTP2Frame.Kind.goAway }?.farewell }

    /// The code with which the client reset the stream.
    func reset(_ stream: Int32) -> UInt32? {
        frames.last { $0.kind == HTTP2Frame.Kind.reset && $0.stream == stream }?.code
    }
}
