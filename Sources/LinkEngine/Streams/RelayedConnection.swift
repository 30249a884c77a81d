import LinkModel
import LinuxIO
import Wire

/// One connection of the relay: the client's socket, and the socket to the server made for it.
///
/// Used on the relay's thread alone.
final class RelayedConnection {
    /// One of its two sockets.
    final class End {
        let socket: StreamSocket
        /// False once the poller has nothing more to report: both directions have ended or are broken.
        var isWatched = false
        var hasBeenWatched = false
        var watched: PollInterest = []
        /// True once nothing can be written to it.
        var isBroken = false
        /// Bytes that the line has delivered and the socket has not taken yet.
        private(set) var pending: ArraySlice<UInt8> = []
        /// True if its end follows the pending bytes.
        private var isFinishing = false

        init(_ socket: consuming StreamSocket) {
            self.socket = socket
        }

        /// Adds bytes for the next `flush` to write.
        func append(_ bytes: [UInt8]) {
            if pending.isEmpty { pending = bytes[...] } else { pending += bytes }
        }

        /// Writes as much as the socket takes now, and returns the number of bytes dealt with.
        func flush() throws(SystemCallError) -> Int {
            guard !isBroken else { return abandon() }
            var taken = 0
            do {
                while !pending.isEmpty {
                    let count = try socket.send(pending, [], isLast: true)
                    guard count > 0 else { return taken }
                    pending = pending.dropFirst(count)
                    taken += count
                }
            } catch {
                isBroken = true
                throw error
            }
            pending = []
            if isFinishing { socket.finishSending() }
            return taken
        }

        /// Sends the end of the stream once all pending bytes are written.
        func finish() {
            isFinishing = true
            if pending.isEmpty, !isBroken { socket.finishSending() }
        }

        /// Drops the pending bytes and returns their number.
        func abandon() -> Int {
            defer { pending = [] }
            return pending.count
        }
    }

    let client: End
    /// nil until the client's SYN has crossed the line.
    var server: End?
    /// A connection with the server that was handed over; it becomes `server` then.
    private var handed: End?
    /// When its client was accepted.
    let accepted: Instant
    /// Local address of the connection to the server, as the server sees it.
    var local: SocketAddress?
    /// True while the connection to the server is being made.
    var isConnecting = false
    /// True once the line has delivered both its ends: it closes when its receivers have taken everything.
    var isClosing = false
    /// True once it was reset: nobody waits for the rest.
    var isReset = false

    /// True if closing it loses no data.
    var mayBeClosed: Bool {
        isReset || client.pending.isEmpty && (server?.pending.isEmpty ?? true)
    }

    init(_ client: consuming StreamSocket, handed: End? = nil, accepted: Instant) {
        self.client = End(client)
        self.accepted = accepted
        self.handed = handed
    }

    /// The line has carried the client's SYN to a server that is connected already; false if none is.
    func adoptHandedServer() -> Bool {
        server = handed.take()
        return server != nil
    }

    /// The socket from which this direction's bytes come.
    func source(_ direction: LinkDirection) -> End? {
        direction == .up ? client : server
    }

    /// The socket to which they go.
    func sink(_ direction: LinkDirection) -> End? {
        direction == .up ? server : client
    }
}
