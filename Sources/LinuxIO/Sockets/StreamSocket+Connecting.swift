internal import CLinux
import Glibc

extension StreamSocket {
    /// A connection that is being made: it is writable once that is over, and `takeError` then says how it went.
    /// `receiveBuffer` is how much it takes in before it is read from, in bytes; nil leaves it to the kernel.
    package static func connecting(
        to address: SocketAddress,
        receiveBuffer: Int32? = nil
    ) throws(SystemCallError) -> StreamSocket {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = try systemCall("socket") { Glibc.socket(address.family, kind, 0) }
        let socket = StreamSocket(owning: raw, peer: address)
        try SocketOption.set("TCP_NODELAY", of: raw, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        if let receiveBuffer {
            try SocketOption.set("SO_RCVBUF", of: raw, SOL_SOCKET, SO_RCVBUF, to: receiveBuffer)
        }
        do {
            try systemCall("connect", on: "\(address)") { address.withRaw { connect(raw, $0, $1) } }
        } catch  where error.errno == EINPROGRESS {
            return socket
        }
        return socket
    }

    /// Its own end's address.
    package func local() throws(SystemCallError) -> SocketAddress {
        try SocketAddress.filled { (pointer, length) throws(SystemCallError) in
            try systemCall("getsockname") { getsockname(raw, pointer, length) }
        }.address
    }

    /// What broke the connection, or kept it from being made; nil where nothing did. Asking forgets it.
    package func takeError() -> SystemCallError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(raw, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code != 0 else { return nil }
        return SystemCallError("connection", on: "\(peer)", errno: code)
    }

    /// Makes closing the socket a reset: its peer learns at once that nothing more comes or is wanted.
    package func resetWhenClosed() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        // It fails only where the connection is gone already.
        _ = setsockopt(raw, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    }
}
