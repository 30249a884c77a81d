import LinkModel
import LinuxIO

/// One connection of the relay: the socket that the client made, and the one made to the server for it.
///
/// Used on the relay's thread alone.
final class RelayedConnection {
    /// One of its two sockets.
    final class End {
        let socket: StreamSocket
        /// False once the poller has nothing more to tell: both directions are over or broken.
        var isWatched = false
        var hasBeenWatched = false
        var watched: PollInterest = []
        /// True once nothing can be written to it.
        var isBroken = false
        /// Delivered by the line and not taken by the socket yet.
        private(set) var pending: ArraySlice<UInt8> = []
        /// Its end follows what is pending.
        private var isFinishing = false

        init(_ socket: consuming StreamSocket) {
            self.socket = socket
        }

        /// Takes bytes to be written with the next `flush`.
        func append(_ bytes: [UInt8]) {
            if pending.isEmpty { pending = bytes[...] } else { pending += bytes }
        }

        /// Writes what the socket takes now; how many bytes were dealt with.
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

        /// Says that nothing more comes, once all of it is written.
        func finish() {
            isFinishing = true
            if pending.isEmpty, !isBroken { socket.finishSending() }
        }

        /// Drops what is pending; how many bytes that were.
        func abandon() -> Int {
            defer { pending = [] }
            return pending.count
        }
    }

    let client: End
    /// nil until the client's wish has crossed the line.
    var server: End?
    /// Where the connection to the server comes from, as that sees it.
    var local: SocketAddress?
    /// True while the connection to the server is being made.
    var isConnecting = false
    /// True once the line has delivered both its ends: it is closed when its receivers have taken all.
    var isClosing = false
    /// True once it was broken off: nobody waits for what was not taken.
    var isReset = false

    /// True where closing it takes nothing from anybody.
    var mayBeClosed: Bool {
        isReset || client.pending.isEmpty && (server?.pending.isEmpty ?? true)
    }

    init(_ client: consuming StreamSocket) {
        self.client = End(client)
    }

    /// Where the bytes of this direction come from.
    func source(_ direction: LinkDirection) -> End? {
        direction == .up ? client : server
    }

    /// Where they go.
    func sink(_ direction: LinkDirection) -> End? {
        direction == .up ? server : client
    }
}
