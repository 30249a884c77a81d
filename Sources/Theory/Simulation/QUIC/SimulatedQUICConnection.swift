import HTTP
import HTTP2
import HTTP3
import LinkModel
import Scenarios
import Wire

/// Both ends of a connection by HTTP/3: those that really speak it, with a time that is simulated.
final class SimulatedQUICConnection: HTTP2BodySource {
    enum News {
        case ready
        /// The request has left the client, as far as its pace allows.
        case requested(Int)
        /// The request has arrived at the origin.
        case asked(Int)
        case began(Int)
        case ended(Int)
    }

    let flow: UInt32
    /// Fetches that wait for the connection.
    private(set) var waiting: [Int] = []
    private(set) var isReady = false
    private(set) var asked = 0
    private var answered = 0
    /// It closes with the last fetch.
    private(set) var isLeaving = false
    private let client: HTTP3ClientSession
    private let endpoint: HTTP3ServerEndpoint
    private var server: HTTP3ServerSession?
    private var fetches: [HTTP3StreamID: Int] = [:]
    private var streams: [Int: HTTP3StreamID] = [:]
    /// Content that the origin still has to send.
    private var supplies: [HTTP3StreamID: Int] = [:]
    private var news: [News] = []
    /// What the origin says before it keeps anything of the connection.
    private var answers: [[UInt8]] = []
    private let near: QUICAddress
    private static let far = QUICAddress(.v4(0x0A4D_0002), port: 443)
    /// Content is all the same.
    private static let content = [UInt8](repeating: 0, count: 16_384)

    init(flow: UInt32, _ plan: SimulationPlan, at now: Instant) throws(HTTP3Error) {
        guard let identity = SimulatedIdentity.made else {
            throw .cannotMake(what: "a simulated connection", reason: QUICLibrary.missing)
        }
        self.flow = flow
        near = QUICAddress(.v4(0x0A4D_0001), port: SimulationOutcome.port(of: flow))
        let congestion = HTTP3Limits.Congestion(rawValue: plan.congestion.rawValue) ?? .cubic
        client = try HTTP3ClientSession(
            to: SimulatedIdentity.host,
            identity.client,
            HTTP3Limits(idle: Self.idleTime, congestion: .cubic),
            on: QUICPath(local: near, remote: Self.far),
            at: now
        )
        endpoint = try HTTP3ServerEndpoint(
            identity.server,
            HTTP3Limits(idle: Self.serverIdleTime, handshake: Self.serverIdleTime, congestion: congestion),
            retries: plan.retries
        )
    }

    /// The client's and the origin's limits, as the bench's.
    private static let idleTime: Nanoseconds = 30_000_000_000
    private static let serverIdleTime: Nanoseconds = 3_600_000_000_000

    var isOver: Bool { client.isOver }

    func queue(_ fetch: Int) { waiting.append(fetch) }

    func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    // MARK: Requests and answers

    /// The next waiting fetch, if it can be asked for now.
    func takeWaiting() -> Int? {
        guard isReady, client.acceptsRequests, !waiting.isEmpty else { return nil }
        return waiting.removeFirst()
    }

    func ask(_ fetch: Int, _ wanted: SimulatedFetch) {
        let fields: HTTPFields = [
            "Host": SimulatedIdentity.host, "User-Agent": "netlab/\(NetlabVersion.text)", "Accept": "*/*",
        ]
        let head = HTTPRequestHead(
            method: "GET",
            target: wanted.path,
            version: .http3,
            fields: fields
        )
        // It fails only on a connection that is over: the transfer then never ends.
        guard let stream = try? client.request(head) else { return }
        fetches[stream] = fetch
        streams[fetch] = stream
        asked += 1
    }

    func answer(_ fetch: Int, _ wanted: SimulatedFetch) {
        guard let server, let stream = streams[fetch] else { return }
        let fields: HTTPFields = [
            "content-type": wanted.mediaType ?? "image/jpeg", "content-length": "\(wanted.bodyBytes)",
            "etag": "\"0123456789abcdef\"", "accept-ranges": "bytes", "alt-svc": "h3=\":443\"; ma=86400",
            "date": "Thu, 01 Jan 2026 00:00:00 GMT",
        ]
        supplies[stream] = wanted.bodyBytes
        try? server.respond(
            HTTPResponseHead(status: 200, fields: fields),
            on: stream,
            hasBody: wanted.bodyBytes > 0
        )
    }

    func piece(of stream: HTTP3StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard let left = supplies[stream] else { return .later }
        let piece = min(left, count, Self.content.count)
        supplies[stream] = left - piece
        return .bytes(Self.content[..<piece], isLast: piece == left)
    }

    /// Takes no more fetches, and closes when those under way are done.
    func leave() {
        isLeaving = true
        if waiting.isEmpty, answered == asked { client.close(.noError) }
    }

    // MARK: Datagrams

    func receive(_ datagram: [UInt8], isAtClient: Bool, at now: Instant) {
        datagram.withUnsafeBufferPointer { bytes in
            if isAtClient {
                client.receive(bytes, on: QUICPath(local: near, remote: Self.far), at: now)
                heedClient()
            } else {
                switch endpoint.receive(bytes, on: QUICPath(local: Self.far, remote: near), at: now) {
                case .began(let session): server = session
                case .answered(let answer): answers.append(answer.bytes)
                case .of, .dropped: break
                }
            }
            heedServer()
        }
    }

    func expire(isAtClient: Bool, at now: Instant) {
        if isAtClient { client.expire(at: now) } else { server?.expire(at: now) }
        heedClient()
    }

    func deadline(isAtClient: Bool) -> Instant? { isAtClient ? client.deadline : server?.deadline }

    /// The datagrams that an end sends now.
    func send(isAtClient: Bool, at now: Instant) -> [[UInt8]] {
        var sent: [[UInt8]] = []
        if !isAtClient { swap(&sent, &answers) }
        while true {
            let output =
                isAtClient
                ? client.send(from: self, at: now) : server?.send(from: self, at: now) ?? HTTP3Output()
            guard !output.datagrams.isEmpty else { break }
            if isAtClient {
                for mark in output.marks where mark.isLast {
                    if let fetch = fetches[mark.stream] { news.append(.requested(fetch)) }
                }
            }
            for group in output.datagrams {
                for start in stride(from: 0, to: group.bytes.count, by: group.each) {
                    sent.append(Array(group.bytes[start..<min(start + group.each, group.bytes.count)]))
                }
            }
        }
        if let server { endpoint.follow(server) }
        return sent
    }

    // MARK: Events

    private func heedServer() {
        for event in server?.takeEvents() ?? [] {
            if case .request(let stream, _, _) = event, let fetch = fetches[stream] {
                news.append(.asked(fetch))
            }
        }
    }

    private func heedClient() {
        for event in client.takeEvents() {
            switch event {
            case .ready:
                isReady = true
                news.append(.ready)
            case .response(let stream, _, _): if let fetch = fetches[stream] { news.append(.began(fetch)) }
            case .content(let stream, let bytes): client.consumed(bytes.count, of: stream)
            case .end(let stream, _):
                answered += 1
                if let fetch = fetches[stream] { news.append(.ended(fetch)) }
            case .interim, .oversized, .closed, .roomForStreams, .earlyDataDeclined, .ended: break
            }
        }
    }
}
