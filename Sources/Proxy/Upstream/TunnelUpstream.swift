import Forwarding
import HTTP
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
        request.begins(on: connection)
        request.tunnel = self
        listen(pool.wakeUp(connection))
        let head = HTTPResponseHead(status: 200, reason: "Connection established")
        let takeover = ConnectionTakeover.tunnel(
            fromClient: fromClient,
            toClient: toClient,
            isWatched: isWatched
        )
        request.responds(ServedResponse(head: head, takeover: takeover), head: head)
    }

    /// A connection whose server has switched to another protocol; `first` are that protocol's bytes.
    init(_ request: UpstreamRequest, switchedBy head: HTTPResponseHead, first: ArraySlice<UInt8>) {
        self.request = request
        (fromClient, toClient) = (BodyStream(), BodyStream())
        toClient.write(Array(first))
        let takeover = ConnectionTakeover.tunnel(fromClient: fromClient, toClient: toClient)
        request.responds(ServedResponse(head: head.forwarded(), takeover: takeover), head: head)
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

    var takesInput: Bool { toClient.hasRoom && !hasEnded }

    /// Its ends decide how long it lasts.
    var deadline: Instant? { nil }

    func takeOutput(at now: Instant) throws(UpstreamFailure) -> ArraySlice<UInt8> {
        switch fromClient.take(atMost: Self.piece) {
        case .bytes(let bytes, _):
            request.sent(body: bytes.count, now, isLast: false)
            if let hello = reading.receive(fromClient: bytes) { request.tells(hello) }
            return bytes
        case .end: hasFinishedSending = true
        case .brokenOff: throw .unwanted
        case .nothing: break
        }
        return []
    }

    func receive(_ bytes: [UInt8], at now: Instant) {
        if bytes.isEmpty {
            hasEnded = true
            request.ends(now)
            toClient.end()
        } else {
            request.received(now)
            received += bytes.count
            if let hello = reading.receive(fromServer: bytes[...]) { request.tells(hello) }
            request.counts(tunnel: received)
            toClient.write(bytes)
        }
    }

    var standing: UpstreamStanding {
        hasEnded && hasFinishedSending || toClient.isAbandoned ? .over : .busy
    }

    func lost(_ failure: UpstreamFailure) {
        fromClient.abandon()
        toClient.breakOff()
        // After the server's end nothing is missing.
        if !hasEnded { request.fails(failure) }
    }
}
