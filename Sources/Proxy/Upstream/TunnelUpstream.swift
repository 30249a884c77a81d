import Forwarding
import HTTP
import LinuxIO
import Serving
import Wire

/// Bytes that cross unchanged between a client and a server: a tunnel after CONNECT, or the protocol after an
/// upgrade. It belongs to the loop's thread.
final class TunnelUpstream: UpstreamConversation {
    private static let piece = 65_536

    private let request: UpstreamRequest
    private let fromClient: BodyStream
    private let toClient: BodyStream
    private(set) var hasFinishedSending = false
    private var hasEnded = false
    /// Bytes from the server.
    private var received = 0
    private var reading = TunnelReading()
    /// nil unless this is a WebSocket.
    private var webSocket: WebSocketReading?
    private let limits: UpstreamLimits
    /// When bytes last crossed, or one end ended its side.
    private var latest: Instant
    /// nil after an upgrade.
    private weak var connection: UpstreamConnection?

    /// A tunnel whose connection has just been made. If it `isWatched`, it may turn out to carry requests.
    init(
        _ request: UpstreamRequest,
        on connection: UpstreamConnection,
        in pool: UpstreamPool,
        _ isWatched: Bool,
        _ fromClient: BodyStream,
        _ toClient: BodyStream
    ) {
        self.request = request
        (self.fromClient, self.toClient) = (fromClient, toClient)
        self.connection = connection
        limits = pool.limits
        latest = pool.clock.now()
        request.begin(on: connection)
        request.tunnel = self
        listen(pool.wakeUp(connection))
        let head = HTTPResponseHead(status: 200, reason: "Connection established")
        let takeover = ConnectionTakeover.tunnel(
            fromClient: fromClient,
            toClient: toClient,
            isWatched: isWatched
        )
        request.respond(ServedResponse(head: head, takeover: takeover), head: head)
    }

    /// A connection whose server has switched to another protocol; `first` are that protocol's bytes.
    init(
        _ request: UpstreamRequest,
        switchedBy head: HTTPResponseHead,
        first: ArraySlice<UInt8>,
        _ limits: UpstreamLimits,
        at now: Instant
    ) {
        self.request = request
        self.limits = limits
        latest = now
        (fromClient, toClient) = (BodyStream(), BodyStream())
        toClient.write(Array(first))
        let takeover = ConnectionTakeover.tunnel(fromClient: fromClient, toClient: toClient)
        request.respond(ServedResponse(head: head.forwarded(), takeover: takeover), head: head)
        webSocket = WebSocketReading(switchedBy: head)
        note(fromServer: first)
    }

    /// `wakeUp` asks for a turn of the connection.
    func listen(_ wakeUp: @escaping @Sendable () -> Void) {
        fromClient.onContent(wakeUp)
        toClient.onRoom(wakeUp)
    }

    /// Leaves the connection, on which nothing has been said, to requests.
    func giveUpConnection() {
        connection?.prepare()
    }

    var acceptsInput: Bool { toClient.hasRoom && !hasEnded }

    /// Its ends decide how long it lasts, while it is in use. What one end still has to say after the other's end comes
    /// soon, and an end that has left without a word looks like one that has ended its side.
    var deadline: Instant? {
        latest + (hasEnded || hasFinishedSending ? limits.halfClosed : limits.tunnel)
    }

    var pendingWait: UpstreamFailure.Wait { .tunnel }

    /// What its client said last may have no way to a server that takes nothing.
    var isUnwanted: Bool { fromClient.isBrokenOff }

    func takeOutput(at now: Instant) throws(UpstreamFailure) -> ArraySlice<UInt8> {
        switch fromClient.take(atMost: Self.piece) {
        case .bytes(let bytes, _):
            latest = now
            request.sent(body: bytes.count, now, isLast: false)
            if let hello = reading.receive(fromClient: bytes) { request.note(hello) }
            webSocket?.receive(fromClient: bytes)
            request.count(messages: webSocket?.traffic)
            return bytes
        case .end:
            if !hasFinishedSending { latest = now }
            hasFinishedSending = true
        case .brokenOff: throw .unwanted
        case .nothing: break
        }
        return []
    }

    func receive(_ bytes: [UInt8], at now: Instant) {
        latest = now
        if bytes.isEmpty {
            hasEnded = true
            request.end(now)
            toClient.end()
        } else {
            request.received(now)
            if let hello = reading.receive(fromServer: bytes[...]) { request.note(hello) }
            note(fromServer: bytes[...])
            toClient.write(bytes)
        }
    }

    private func note(fromServer bytes: ArraySlice<UInt8>) {
        received += bytes.count
        request.count(tunnel: received)
        webSocket?.receive(fromServer: bytes)
        request.count(messages: webSocket?.traffic)
    }

    var standing: UpstreamStanding {
        hasEnded && hasFinishedSending || toClient.isAbandoned ? .over : .busy
    }

    func lost(_ failure: UpstreamFailure) {
        fromClient.abandon()
        toClient.breakOff()
        // After the server's end nothing is missing.
        if !hasEnded { request.fail(failure) }
    }
}
