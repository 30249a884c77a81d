import Glibc
import LinuxIO
import TLS

/// How a connection's bytes cross the socket: plain, or inside TLS.
enum Transport: ~Copyable {
    case plain(PlainStream)
    case encrypted(EncryptedStream)

    /// Inside TLS if there is a context for it.
    static func over(
        _ socket: consuming StreamSocket,
        _ context: TLSServerContext?
    ) throws(SystemCallError) -> Transport {
        guard let context else { return .plain(PlainStream(socket)) }
        do throws(TLSError) {
            return .encrypted(try EncryptedStream(PlainStream(socket), context))
        } catch {
            // A valid context fails to make a session only for lack of memory.
            throw SystemCallError("TLS session", errno: ENOMEM)
        }
    }

    /// Continues inside TLS, whose first client bytes may have arrived already. If that fails, the connection
    /// is over.
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

    /// The protocol that a handshake settled on; nil if there was none or it named none.
    var applicationProtocol: String? {
        switch self {
        case .plain: nil
        case .encrypted(let stream): stream.applicationProtocol
        }
    }

    /// Requests may arrive: any handshake is done.
    var isOpen: Bool {
        switch self {
        case .plain: true
        case .encrypted(let stream): stream.isOpen
        }
    }

    /// Bytes wait here until the kernel takes them.
    var hasPending: Bool {
        switch self {
        case .plain: false
        case .encrypted(let stream): stream.hasPending
        }
    }

    /// The client's next bytes, at most one buffer of the socket's: empty at the end of the stream, nil if
    /// nothing is available. The memory is reused: copy the bytes to keep them past the next call.
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

    /// Hands the kernel the front of text and content as if they were one, and returns how much it took: 0 if
    /// it takes none now. The rest must be offered again, at the beginning of the next call. `isLast` false
    /// holds back a last short segment.
    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool,
        _ clock: RunClock
    ) throws(TransportError) -> Handover {
        switch self {
        case .plain(let stream):
            let (began, places) = (clock.now(), SentByteMap(start: stream.sentBytes))
            do throws(SystemCallError) {
                let count = try stream.send(text, content, isLast: isLast)
                return Handover(count: count, began: began, places: places)
            } catch {
                throw .socket(error)
            }
        case .encrypted(let stream): return try stream.send(text, content, isLast: isLast, clock)
        }
    }

    /// Sends pending bytes that are no part of a message: a handshake's answers, a close alert.
    func flush() throws(TransportError) {
        switch self {
        case .plain: break
        case .encrypted(let stream): try stream.flush()
        }
    }

    /// Announces that nothing more will be sent; receiving continues.
    func finishSending() throws(TransportError) {
        switch self {
        case .plain(let stream): stream.socket.finishSending()
        case .encrypted(let stream): try stream.finishSending()
        }
    }

    /// Does the same in the middle of a message, without a TLS close alert, which would mark it as complete.
    func breakOff() {
        switch self {
        case .plain(let stream): stream.socket.finishSending()
        case .encrypted(let stream): stream.breakOff()
        }
    }

    /// Bytes of the connection that the kernel has taken, TLS included.
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

    /// For a connection that ends between messages: sends a close alert if TLS is in use and the kernel takes
    /// it at once.
    func sayFarewell() {
        switch self {
        case .plain: break
        case .encrypted(let stream): stream.sayFarewell()
        }
    }
}
