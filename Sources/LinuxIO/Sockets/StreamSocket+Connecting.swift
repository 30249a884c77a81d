internal import CLinux
import Glibc
import Wire

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
    func closing() -> StreamClosing {
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
