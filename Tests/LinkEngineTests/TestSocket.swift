import Glibc
import LinkEngine
import LinuxIO

/// A plain IPv4 socket of a test, closed with its owner. Calls block for at most ten seconds.
final class TestSocket: Sendable {
    let descriptor: OwnedDescriptor

    private init(_ raw: Int32, _ call: String) throws {
        descriptor = OwnedDescriptor(owning: try systemCall(call) { raw })
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor.raw, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor.raw, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    static func tcp() throws -> TestSocket {
        try TestSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "socket")
    }

    static func udp() throws -> TestSocket {
        try TestSocket(socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0), "socket")
    }

    func bind(_ address: UInt32, port: UInt16) throws {
        let raw = descriptor.raw
        try Self.withAddress(address, port) { pointer, length in
            try systemCall("bind") { Glibc.bind(raw, pointer, length) }
        }
    }

    func connect(_ address: UInt32, port: UInt16) throws {
        let raw = descriptor.raw
        try Self.withAddress(address, port) { pointer, length in
            try systemCall("connect") { Glibc.connect(raw, pointer, length) }
        }
    }

    /// The local port.
    func port() throws -> UInt16 {
        var raw = [UInt8](repeating: 0, count: Self.addressBytes)
        var length = socklen_t(raw.count)
        try raw.withUnsafeMutableBytes { raw in
            _ = try systemCall("getsockname") {
                getsockname(descriptor.raw, raw.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
            }
        }
        return UInt16(raw[2]) << 8 | UInt16(raw[3])
    }

    func listen() throws {
        try systemCall("listen") { Glibc.listen(descriptor.raw, 5) }
    }

    func accept() throws -> TestSocket {
        try TestSocket(Glibc.accept(descriptor.raw, nil, nil), "accept")
    }

    func sendAll(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            sent += try bytes[sent...].withUnsafeBytes { rest in
                try systemCall("send") {
                    send(descriptor.raw, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Sends zeros until the socket would block; returns their number.
    func sendWhatFits(atMost most: Int) -> Int {
        var sent = 0
        let zeros = [UInt8](repeating: 0, count: 65_536)
        while sent < most {
            let count = zeros.withUnsafeBytes { bytes in
                send(descriptor.raw, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
            }
            if count <= 0 { break }
            sent += count
        }
        return sent
    }

    func finishSending() {
        shutdown(descriptor.raw, Int32(SHUT_WR))
    }

    /// The next datagram, or some bytes of a stream; empty at the stream's end.
    func receive(atMost count: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try systemCall("recv") { recv(descriptor.raw, &bytes, count, 0) }
        return Array(bytes[..<got])
    }

    /// `count` bytes of a stream, or fewer if it ends before.
    func receiveAll(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive(atMost: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    private static func withAddress(
        _ address: UInt32,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) throws {
        // The kernel's address layout: the family, port and address in network order, eight unused bytes.
        let octets = [port >> 8, port].map { UInt8(truncatingIfNeeded: $0) }
        let family = [UInt8(AF_INET), 0]
        let host = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> UInt32($0)) }
        let raw = family + octets + host + [UInt8](repeating: 0, count: 8)
        try raw.withUnsafeBytes { raw in
            guard let pointer = raw.assumingMemoryBound(to: sockaddr.self).baseAddress else { return }
            try body(pointer, socklen_t(raw.count))
        }
    }

    private static let addressBytes = 16
}
