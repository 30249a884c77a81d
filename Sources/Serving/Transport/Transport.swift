import Glibc
import LinuxIO
import TLS

/// How a connection's bytes cross the socket: as they are, or inside TLS.
enum Transport: ~Copyable {
    case plain(PlainStream)
    case encrypted(EncryptedStream)

    /// Inside TLS where there is a context for it.
    static func over(
        _ socket: consuming StreamSocket,
        _ context: TLSServerContext?
    ) throws(SystemCallError) -> Transport {
        guard let context else { return .plain(PlainStream(socket)) }
        do throws(TLSError) {
            return .encrypted(try EncryptedStream(PlainStream(socket), context))
        } catch {
            // A context that is sound makes sessions for as long as there is memory.
            throw SystemCallError("TLS session", errno: ENOMEM)
        }
    }

    /// Goes on inside TLS, of which the client's first bytes may be here already. Where that fails the connection is over.
    mutating func encrypt(by context: TLSServerContext, _ early: [UInt8]) throws(TransportError) {
        switch consume self {
        case .plain(let stream):
            let encrypted: EncryptedStream
            do throws(TLSError) {
                encrypted = try EncryptedStream(stream, context)
            } catch {
                self = .plain(stream)
                throw .session(error)
            }
            self = .encrypted(encrypted)
            try encrypted.begin(with: early)
        case .encrypted(let stream): self = .encrypted(stream)
        }
    }

    /// For a poller. Borrowed.
    var raw: Int32 {
        switch self {
        case .plain(let stream): stream.socket.raw
        case .encrypted(let stream): stream.plain.socket.raw
        }
    }

    var peer: SocketAddress {
        switch self {
        case .plain(let stream): stream.socket.peer
        case .encrypted(let stream): stream.plain.socket.peer
        }
    }

    var isEncrypted: Bool {
        switch self {
        case .plain: false
        case .encrypted: true
        }
    }

    /// What a handshake settled on; nil where there was none or it named none.
    var applicationProtocol: String? {
        switch self {
        case .plain: nil
        case .encrypted(let stream): stream.applicationProtocol
        }
    }

    /// Requests may come: a handshake, where there is one, is done.
    var isOpen: Bool {
        switch self {
        case .plain: true
        case .encrypted(let stream): stream.isOpen
        }
    }

    /// Bytes wait here for the kernel to take them.
    var hasPending: Bool {
        switch self {
        case .plain: false
        case .encrypted(let stream): stream.hasPending
        }
    }

    /// The client's next bytes, from at most as many of the socket's as the buffer holds: empty at the end of the stream,
    /// nil where nothing is here. Whoever keeps them past the next call copies them, or the buffer is.
    func receive(by buffer: ReceiveBuffer) throws(TransportError) -> ArraySlice<UInt8>? {
        switch self {
        case .plain(let stream):
            do throws(SystemCallError) {
                return try stream.socket.receive(into: &buffer.bytes).map { buffer.bytes[..<$0] }
            } catch {
                throw .socket(error)
            }
        case .encrypted(let stream): return try stream.receive(by: buffer)?[...]
        }
    }

    /// Hands over the front of text and content as if they were one, and says how much the kernel took of them: 0 where
    /// it takes none now. What it did not take must be offered again, as the beginning of what is. `isLast` false holds
    /// back a last short segment.
    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool,
        _ clock: RunClock
    ) throws(TransportError) -> Handover {
        switch self {
        case .plain(let stream):
            let began = clock.now()
            do throws(SystemCallError) {
                return Handover(count: try stream.send(text, content, isLast: isLast), began: began)
            } catch {
                throw .socket(error)
            }
        case .encrypted(let stream): return try stream.send(text, content, isLast: isLast, clock)
        }
    }

    /// Goes on with what waits here and is no part of a message: a handshake's answers, a farewell.
    func flush() throws(TransportError) {
        switch self {
        case .plain: break
        case .encrypted(let stream): try stream.flush()
        }
    }

    /// Says that nothing more will be sent; receiving goes on.
    func finishSending() throws(TransportError) {
        switch self {
        case .plain(let stream): stream.socket.finishSending()
        case .encrypted(let stream): try stream.finishSending()
        }
    }

    /// Says the same in the middle of a message: with TLS there is no farewell that would call it whole.
    func breakOff() {
        switch self {
        case .plain(let stream): stream.socket.finishSending()
        case .encrypted(let stream): stream.breakOff()
        }
    }

    /// Bytes of the connection that the kernel has taken so far, those of TLS among them.
    var sentBytes: Int {
        switch self {
        case .plain(let stream): stream.sentBytes
        case .encrypted(let stream): stream.plain.sentBytes
        }
    }

    /// Bytes handed over that the client's system has not acknowledged yet.
    var unacknowledged: Int {
        switch self {
        case .plain(let stream): stream.socket.unacknowledged
        case .encrypted(let stream): stream.plain.socket.unacknowledged
        }
    }

    /// Makes closing the connection a reset.
    func resetWhenClosed() {
        switch self {
        case .plain(let stream): stream.socket.resetWhenClosed()
        case .encrypted(let stream): stream.resetWhenClosed()
        }
    }

    /// For a connection that ends between messages: says so, where that can be told at once and means anything.
    func sayFarewell() {
        switch self {
        case .plain: break
        case .encrypted(let stream): stream.sayFarewell()
        }
    }
}
