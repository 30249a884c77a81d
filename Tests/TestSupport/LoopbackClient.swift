import Glibc
package import HTTP

/// A client of a local server that sends exactly the given bytes.
///
/// It blocks, usually for at most half a minute. One test owns it.
package final class LoopbackClient {
    package struct Failure: Error {
        package var call: String
        package var errno: Int32
    }

    /// A response with its content.
    package struct Response: Equatable {
        package var head: HTTPResponseHead
        package var headBytes: Int
        package var content: [UInt8]
        package var isComplete: Bool

        package var text: String { String(decoding: content, as: UTF8.self) }
    }

    package let localPort: UInt16
    /// Bytes received so far.
    package private(set) var receivedBytes = 0
    private let descriptor: Int32
    private var parser = HTTP1ResponseParser(.strict)

    /// `receiveBuffer` makes a client that accepts little at a time. `patience`: seconds after which a call fails.
    package init(port: UInt16, receiveBuffer: Int32? = nil, patience: Int = 30) throws {
        descriptor = try Self.checked("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var patience = timeval(tv_sec: patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let raw = descriptor
        let connected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let status = connect(raw, pointer, length)
                getsockname(raw, pointer, &length)
                return status
            }
        }
        localPort = UInt16(bigEndian: address.sin_port)
        _ = try Self.checked("connect", connected)
    }

    deinit {
        close(descriptor)
    }

    package func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            rest = rest.dropFirst(try Self.checked("send", sent))
        }
    }

    package func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes so that the peer receives a reset.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        // Closes the connection; the descriptor's number stays taken until the client is released.
        let unused = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        dup2(unused, descriptor)
        close(unused)
    }

    /// Waits for something to receive, or for the end of the stream.
    package func isReadable(milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) == 1
    }

    /// The next bytes, at most `count`; empty at the end of the stream.
    package func receive(atMost count: Int = 65_536) throws -> [UInt8] {
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            received = recv(descriptor, buffer.baseAddress, count, 0)
            initialised = max(0, received)
        }
        receivedBytes += try Self.checked("recv", received)
        return bytes
    }

    package func receiveToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// The next response, to a request with this method; nil if the connection ended before one.
    package func response(to method: String = "GET") throws -> Response? {
        parser.expect(method: method)
        var response: Response?
        while true {
            while let event = try parser.next() {
                switch event {
                case .head(let head, let range):
                    response = Response(head: head, headBytes: range.count, content: [], isComplete: false)
                case .body(let bytes, _): response?.content += bytes
                case .end(let end):
                    response?.isComplete = end.isComplete
                    return response
                }
            }
            let bytes = try receive()
            if bytes.isEmpty {
                if response == nil { return nil }
                parser.finish()
            } else {
                parser.receive(bytes)
            }
        }
    }

    private static func checked<Value: SignedInteger>(_ call: String, _ value: Value) throws -> Value {
        guard value >= 0 else { throw Failure(call: call, errno: errno) }
        return value
    }
}
