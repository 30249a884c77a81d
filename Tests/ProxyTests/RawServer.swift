import Glibc
import LinuxIO
import Synchronization
import TestSupport

/// A server that answers every request with the same bytes, whatever they are, and then ends the connection.
/// It keeps the bytes of each connection. Connections are served one after the other.
final class RawServer {
    enum Ending {
        case close, reset
        /// Says nothing more until the client leaves.
        case silence
    }

    private let listener: LoopbackListener
    private let thread: WorkerThread
    private let connections: Received

    private final class Received: Sendable {
        let texts = Mutex<[String]>([])
    }

    /// What each connection has sent so far, up to the end of its first head.
    var received: [String] { connections.texts.withLock { $0 } }

    init(_ answer: [UInt8], _ ending: Ending = .close) throws {
        listener = try LoopbackListener()
        let raw = listener.raw
        let connections = Received()
        self.connections = connections
        thread = try WorkerThread(name: "test-raw") {
            while true {
                let client = accept(raw, nil, nil)
                guard client >= 0 else { return }
                Self.serve(client, answer, ending, connections)
                close(client)
            }
        }
    }

    var port: UInt16 { listener.port }

    deinit {
        listener.shutDown()
        thread.join()
    }

    private static func serve(_ client: Int32, _ answer: [UInt8], _ ending: Ending, _ received: Received) {
        // A test that fails must not wait for ever.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var text = ""
        // The bytes of TLS have no such end.
        while !text.hasSuffix("\r\n\r\n"), !text.hasPrefix("\u{16}"), let more = receive(client) {
            text += more
        }
        received.texts.withLock { $0.append(text) }
        _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
        switch ending {
        case .close: break
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        case .silence: while receive(client) != nil {}
        }
    }

    /// nil at the end.
    private static func receive(_ client: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(client, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
