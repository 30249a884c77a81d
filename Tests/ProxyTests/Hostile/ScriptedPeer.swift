import Glibc

/// One connection of a scripted server. The server's thread uses it; any thread may end it.
final class ScriptedPeer: Sendable {
    /// POLLRDHUP, which Glibc keeps for GNU's own programs.
    private static let hasLeft: Int16 = 0x2000

    private let raw: Int32

    init(_ raw: Int32) {
        self.raw = raw
        // A test that fails must not wait for ever.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    }

    deinit { close(raw) }

    /// False once the other end does not take it.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes; empty at the end, and after a reset.
    func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(raw, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Everything up to the end of a head, or of the stream.
    @discardableResult
    func receiveHead() -> String {
        var text = ""
        while !text.contains("\r\n\r\n") {
            let more = receive()
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }

    /// Everything up to the end of the stream.
    @discardableResult
    func receiveToEnd() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Waits until the other end has left, without reading.
    func waitForEnd() {
        var polled = pollfd(fd: raw, events: Self.hasLeft, revents: 0)
        _ = poll(&polled, 1, 20_000)
    }

    /// Stays, though the other end may have ended its side, until this one is ended.
    func stay() {
        var polled = pollfd(fd: raw, events: 0, revents: 0)
        _ = poll(&polled, 1, 20_000)
    }

    func pause(milliseconds: Int32) {
        var polled = pollfd(fd: raw, events: Self.hasLeft, revents: 0)
        _ = poll(&polled, 1, milliseconds)
    }

    func end() { shutdown(raw, Int32(SHUT_RDWR)) }
}
