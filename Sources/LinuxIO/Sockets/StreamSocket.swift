internal import CLinux
import Glibc
import Wire

/// One end of a TCP connection, non-blocking, with one owner.
package struct StreamSocket: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    package let peer: SocketAddress
    /// Is told what crosses the socket; nil if nobody asks.
    package var tap: (any StreamTap)?

    init(owning raw: Int32, peer: SocketAddress) {
        descriptor = OwnedDescriptor(owning: raw)
        self.peer = peer
    }

    deinit {
        if let tap { tap.closed(closing()) }
    }

    /// For a poller. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Receives at most `count` bytes: empty at the end of the stream, nil if nothing has arrived. The array
    /// uses no more memory than its bytes need.
    package func receive(atMost count: Int) throws(SystemCallError) -> [UInt8]? {
        var failure: SystemCallError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            do throws(SystemCallError) {
                received = try systemCall("recv", on: "\(peer)") { recv(raw, buffer.baseAddress, count, 0) }
            } catch {
                failure = error
            }
        }
        guard let failure else {
            tap?.received(bytes[...])
            return bytes.count < count / 4 ? bytes.withUnsafeBufferPointer { Array($0) } : bytes
        }
        if failure.errno == EAGAIN { return nil }
        tap?.failed(failure)
        throw failure
    }

    /// Receives into the beginning of `buffer`, and returns the number of bytes: 0 at the end of the stream,
    /// nil if nothing has arrived.
    package func receive(into buffer: inout [UInt8]) throws(SystemCallError) -> Int? {
        let outcome = buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemCallError) in
                try systemCall("recv", on: "\(peer)") { recv(raw, buffer.baseAddress, buffer.count, 0) }
            }
        }
        do throws(SystemCallError) {
            let count = try outcome.get()
            tap?.received(buffer[..<count])
            return count
        } catch {
            if error.errno == EAGAIN { return nil }
            tap?.failed(error)
            throw error
        }
    }

    /// Sends the beginning of two pieces as one, so that the first leaves no short segment. Returns the
    /// number of bytes that the kernel took, 0 if it takes none now. Unless `isLast`, a short last segment is
    /// held back.
    package func send(
        _ first: ArraySlice<UInt8>,
        _ second: ArraySlice<UInt8>,
        isLast: Bool
    ) throws(SystemCallError) -> Int {
        let began = tap?.now()
        let flags = Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE))
        let outcome = first.withUnsafeBytes { first in
            // One piece alone is cheaper in a call of its own.
            if second.isEmpty { return Result { () throws(SystemCallError) in try send(first, flags) } }
            return second.withUnsafeBytes { second in
                Result { () throws(SystemCallError) in try send(first, second, flags) }
            }
        }
        do throws(SystemCallError) {
            let count = try outcome.get()
            if let tap, let began {
                tap.sent(first.prefix(count), second.prefix(max(0, count - first.count)), at: began)
            }
            return count
        } catch {
            if error.errno == EAGAIN { return 0 }
            tap?.failed(error)
            throw error
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer,
        _ flags: Int32
    ) throws(SystemCallError) -> Int {
        try systemCall("send", on: "\(peer)") { Glibc.send(raw, bytes.baseAddress, bytes.count, flags) }
    }

    private func send(
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer,
        _ flags: Int32
    ) throws(SystemCallError) -> Int {
        // The kernel only reads what an outgoing message points to.
        var pieces = (
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
        )
        return try systemCall("sendmsg", on: "\(peer)") {
            withUnsafeMutableBytes(of: &pieces) { pieces in
                var message = msghdr()
                message.msg_iov = pieces.baseAddress?.assumingMemoryBound(to: iovec.self)
                message.msg_iovlen = 2
                return sendmsg(raw, &message, flags)
            }
        }
    }

    /// Ends the sending direction; receiving continues.
    package func finishSending() {
        // Fails only if the connection is already gone.
        guard shutdown(raw, Int32(SHUT_WR)) == 0 else { return }
        tap?.finishedSending()
    }
}

// MARK: Files

extension StreamSocket {
    /// Bytes of a file that are read at a time if they must be.
    private static let readAtOnce = 65_536

    /// Makes the kernel send the beginning of a file's range, and returns the number of bytes; 0 if it takes
    /// none now. Throws if the file ends inside the range, since those bytes were promised. A socket with a tap
    /// reads them, since nobody sees what the kernel sends by itself.
    package func send(_ range: Range<Int>, of file: SharedFile) throws(SystemCallError) -> Int {
        guard tap == nil else {
            let bytes = try file.bytes(in: range.prefix(Self.readAtOnce))
            if bytes.isEmpty, !range.isEmpty { throw SystemCallError("pread", on: file.name, errno: EIO) }
            return try send(bytes[...], [], isLast: true)
        }
        var offset = off_t(range.lowerBound)
        do throws(SystemCallError) {
            let count = try systemCall("sendfile", on: "\(file.name) to \(peer)") {
                netlab_sendfile(raw, file.raw, &offset, range.count)
            }
            if count == 0, !range.isEmpty { throw SystemCallError("sendfile", on: file.name, errno: EIO) }
            return count
        } catch  where error.errno == EAGAIN {
            return 0
        }
    }

    /// Sends text and then the beginning of a file's range as one stream of full segments. Suits long ranges:
    /// two more calls than separate sends, but no short segments in between.
    package func send(
        _ text: ArraySlice<UInt8>,
        _ range: Range<Int>,
        of file: SharedFile
    ) throws(SystemCallError) -> Int {
        try holdBack(true)
        let ofText = try send(text, [], isLast: true)
        let ofFile = ofText == text.count ? try send(range, of: file) : 0
        try holdBack(false)
        return ofText + ofFile
    }

    /// Turns holding back of a short last segment on or off.
    private func holdBack(_ isHeld: Bool) throws(SystemCallError) {
        try SocketOption.setCorked(raw, isHeld)
    }

    /// Bytes sent that the peer has not acknowledged yet; 0 if the connection is gone.
    package var unacknowledged: Int { Int(max(0, netlab_unacknowledged(raw))) }
}

// MARK: Connecting

extension StreamSocket {
    /// Starts a connection. The socket becomes writable when the attempt is over, and `takeError` then
    /// returns its outcome. Buffers are in bytes; nil uses the kernel's default. `expect` is told the socket's own
    /// address before its peer can see the connection.
    package static func connecting(
        to address: SocketAddress,
        receiveBuffer: Int32? = nil,
        sendBuffer: Int32? = nil,
        expect: ((SocketAddress) -> Void)? = nil
    ) throws(SystemCallError) -> StreamSocket {
        let socket = StreamSocket(owning: try made(address.family).release(), peer: address)
        let raw = socket.raw
        try SocketOption.set("TCP_NODELAY", of: raw, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        if let sendBuffer {
            try SocketOption.set("SO_SNDBUF", of: raw, SOL_SOCKET, SO_SNDBUF, to: sendBuffer)
        }
        if let receiveBuffer {
            try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: receiveBuffer)
        }
        if let expect {
            let own = SocketAddress(host: address.host.isV4 ? .loopback4 : .loopback6, port: 0)
            try systemCall("bind", on: "\(own)") { own.withRaw { bind(raw, $0, $1) } }
            expect(try socket.local())
        }
        try socket.begin()
        return socket
    }

    /// A new socket of the calling thread's host, to hand over to a program elsewhere.
    package static func unconnected() throws(SystemCallError) -> OwnedDescriptor { try made(AF_INET) }

    /// Starts a connection on a socket that was handed over.
    package static func connecting(
        _ descriptor: consuming OwnedDescriptor,
        to address: SocketAddress
    ) throws(SystemCallError) -> StreamSocket {
        let socket = StreamSocket(owning: descriptor.release(), peer: address)
        try SocketOption.set("TCP_NODELAY", of: socket.raw, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        try socket.begin()
        return socket
    }

    private static func made(_ family: Int32) throws(SystemCallError) -> OwnedDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return OwnedDescriptor(owning: try systemCall("socket") { Glibc.socket(family, kind, 0) })
    }

    /// Begins to connect to its peer.
    private func begin() throws(SystemCallError) {
        do {
            try systemCall("connect", on: "\(peer)") { peer.withRaw { connect(raw, $0, $1) } }
        } catch  where error.errno == EINPROGRESS {
            // Under way.
        }
    }

    /// True once the connection is made; false while the attempt lasts, or if it failed.
    package var isConnected: Bool {
        var raw = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &raw) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(self.raw, $0, &length) }
        } == 0
    }

    /// Address of the local end.
    package func local() throws(SystemCallError) -> SocketAddress {
        try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
    }

    /// What broke the connection or prevented it; nil if nothing did. Reading clears it.
    package func takeError() -> SystemCallError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(raw, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code != 0 else { return nil }
        let error = SystemCallError("connection", on: "\(peer)", errno: code)
        tap?.failed(error)
        return error
    }

    /// Makes closing the socket a reset, so that its peer learns at once that the connection is over.
    package func resetWhenClosed() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        // Fails only if the connection is already gone.
        _ = setsockopt(raw, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }

    /// What the kernel does if the socket is closed now. It takes what has broken the connection from the
    /// socket.
    private func closing() -> StreamClosing {
        var byte: UInt8 = 0
        let unread = recv(raw, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        if unread < 0, netlab_errno() == ECONNRESET { return .wasReset }
        var kept = linger()
        var length = socklen_t(MemoryLayout<linger>.size)
        let hasLinger = getsockopt(raw, SOL_SOCKET, SO_LINGER, &kept, &length) == 0
        let isAbort = hasLinger && kept.l_onoff != 0 && kept.l_linger == 0
        return unread > 0 || isAbort ? .reset : .inOrder
    }
}
