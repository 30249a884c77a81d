import Dispatch
import Glibc
import LinuxIO
import Synchronization

/// A real HTTP/1.1 server on loopback with a thread for each connection; the test supplies its answers.
final class TinyServer: Sendable {
    struct Seen: Hashable, Sendable {
        var head: String
        /// The connection, and the request's place on it, both from 0.
        var connection: Int
        var order: Int

        var path: String { String(head.split(separator: " ").dropFirst().first ?? "") }

        func field(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else {
                    continue
                }
                return String(line[line.index(after: colon)...].drop { $0 == " " })
            }
            return nil
        }
    }

    enum Reply: Sendable {
        case answer(Int, headers: [String] = [], body: [UInt8] = [])
        /// A body in pieces. Before each but the first, the connection's thread waits in `pause`.
        case pieces([[UInt8]], pause: @Sendable (Int) -> Void)
        /// These raw bytes, then the connection is closed.
        case raw(String)
        /// These bytes, then the connection is reset.
        case rawReset(String)
        /// An answer, after which the connection is closed without an announcement.
        case answerAndClose(body: [UInt8])
        /// An answer whose connection ends after some bytes of its body.
        case cut(Int, headers: [String], body: [UInt8], after: Int)
        /// These raw bytes, and nothing more until the test signals.
        case rawAndWait(String, DispatchSemaphore)
        /// Nothing until the client disconnects.
        case silence
    }

    private struct State {
        var seen: [Seen] = []
        var open: Set<Int32> = []
        var connections = 0
        var threads: [WorkerThread] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let listener: OwnedDescriptor
    private let acceptor = Mutex<WorkerThread?>(nil)
    private let reply: @Sendable (Seen) -> Reply
    let port: UInt16

    init(_ reply: @escaping @Sendable (Seen) -> Reply) throws {
        self.reply = reply
        listener = try Self.listen()
        port = try Self.port(of: listener.raw)
        let thread = try WorkerThread(name: "tiny-accept") { [self] in accept() }
        acceptor.withLock { $0 = thread }
    }

    /// A port requested by number stays taken, without a listener, until this object is gone. So a test can
    /// fail to connect without reaching another test's server on the same port.
    private static func listen() throws -> OwnedDescriptor {
        for _ in 0..<100 {
            let free = try freePort()
            do {
                let listener = try bound(to: free)
                try systemCall("listen") { Glibc.listen(listener.raw, 64) }
                return listener
            } catch let error as SystemCallError where error.errno == EADDRINUSE {
                // Another server has this port now.
                continue
            }
        }
        throw SystemCallError("bind", errno: EADDRINUSE)
    }

    private static func freePort() throws -> UInt16 {
        let probe = try bound(to: 0)
        let port = try Self.port(of: probe.raw)
        extendLifetime(probe)
        return port
    }

    private static func bound(to port: UInt16) throws -> OwnedDescriptor {
        let socket = OwnedDescriptor(
            owning: try systemCall("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try Self.at(&address) { address, length in
            try systemCall("bind") { bind(socket.raw, address, length) }
        }
        return socket
    }

    private static func port(of socket: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        try Self.at(&address) { address, length in
            var length = length
            try systemCall("getsockname") { getsockname(socket, address, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func at(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try body(generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var seen: [Seen] { state.withLock { $0.seen } }
    var paths: [String] { seen.map(\.path) }
    var connections: Int { state.withLock { $0.connections } }

    /// Ends every connection and thread. Tests call it in `defer`.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        shutdown(listener.raw, Int32(SHUT_RDWR))
        acceptor.withLock { $0 }?.join()
        for thread in state.withLock({ $0.threads }) { thread.join() }
    }

    /// Closes idle connections, as a server does after a while.
    func closeConnections() {
        state.withLock { state in
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func accept() {
        while true {
            let socket = Glibc.accept(listener.raw, nil, nil)
            guard socket >= 0 else {
                if errno == EINTR { continue }
                return
            }
            state.withLock { state in
                guard !state.isStopped else {
                    close(socket)
                    return
                }
                let number = state.connections
                state.connections += 1
                state.open.insert(socket)
                let thread = try? WorkerThread(name: "tiny-serve") { [self] in serve(socket, number) }
                if let thread { state.threads.append(thread) }
            }
        }
    }

    private func serve(_ socket: Int32, _ connection: Int) {
        var order = 0
        while let head = readHead(socket) {
            let seen = Seen(head: head, connection: connection, order: order)
            state.withLock { $0.seen.append(seen) }
            order += 1
            if !send(reply(seen), on: socket) { break }
        }
        state.withLock { state in
            state.open.remove(socket)
            close(socket)
        }
    }

    private func readHead(_ socket: Int32) -> String? {
        var bytes: [UInt8] = []
        // Our clients send no request before they have their answer, so nothing follows a head.
        var room = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { return nil }
            bytes += room.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// False if the connection is over.
    private func send(_ reply: Reply, on socket: Int32) -> Bool {
        switch reply {
        case .answer(let status, let headers, let body):
            var head = "HTTP/1.1 \(status) Word\r\n" + headers.map { $0 + "\r\n" }.joined()
            if status != 304 { head += "Content-Length: \(body.count)\r\n" }
            return write(Array((head + "\r\n").utf8) + body, to: socket)
        case .pieces(let pieces, let pause):
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(pieces.reduce(0) { $0 + $1.count })\r\n\r\n"
            guard write(Array(head.utf8), to: socket) else { return false }
            for (number, piece) in pieces.enumerated() {
                if number > 0 { pause(number) }
                guard write(piece, to: socket) else { return false }
            }
            return true
        case .raw(let text):
            _ = write(Array(text.utf8), to: socket)
            return false
        case .rawReset(let text):
            _ = write(Array(text.utf8), to: socket)
            var hard = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
            return false
        case .answerAndClose(let body):
            _ = write(
                Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body,
                to: socket
            )
            return false
        case .cut(let status, let headers, let body, let count):
            let head =
                "HTTP/1.1 \(status) Word\r\nContent-Length: \(body.count)\r\n"
                + headers.map { $0 + "\r\n" }.joined() + "\r\n"
            _ = write(Array(head.utf8) + body.prefix(count), to: socket)
            return false
        case .rawAndWait(let text, let gate):
            _ = write(Array(text.utf8), to: socket)
            gate.wait()
            return false
        case .silence:
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, 0) == 1
        }
    }

    private func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket,
                    $0.baseAddress?.advanced(by: sent),
                    $0.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
