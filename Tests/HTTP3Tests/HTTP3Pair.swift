import Glibc
import HTTP
import HTTP2
import HTTP3
import TLS
import Testing
import Wire

/// A client, a server and a line between them, in a time of their own.
final class HTTP3Pair: HTTP2BodySource {
    private struct Flight: Comparable {
        var due: Instant
        var number: Int
        var bytes: [UInt8]
        var toServer: Bool

        static func < (lhs: Flight, rhs: Flight) -> Bool { (lhs.due, lhs.number) < (rhs.due, rhs.number) }
    }

    static let host = "origin.test"
    let delay: Nanoseconds
    var now = Instant.zero
    private(set) var client: HTTP3ClientSession
    private(set) var endpoint: HTTP3ServerEndpoint
    private let clientCredentials: QUICCredentials
    private let identity: ServerIdentity
    var hasDeclined = false
    let keyLog = KeyLog()
    private(set) var server: HTTP3ServerSession?
    private var path = QUICPath(local: HTTP3Pair.near, remote: HTTP3Pair.far)
    private var flights: [Flight] = []
    private var sent = 0
    /// Which datagrams are lost, by their number.
    var loses: (Int) -> Bool = { _ in false }
    /// Content by stream, as the server still has to send it.
    var supplies: [HTTP3StreamID: [UInt8]] = [:]
    var heads: [HTTP3StreamID: HTTPResponseHead] = [:]
    var contents: [HTTP3StreamID: [UInt8]] = [:]
    var ended: Set<HTTP3StreamID> = []
    var closed: [HTTP3StreamID: HTTP3ErrorCode] = [:]
    var requests: [HTTP3StreamID: HTTPRequestHead] = [:]
    var marks: [HTTP3Output.Mark] = []
    var isReady = false
    var answer: (HTTP3Pair, HTTP3ServerSession, HTTP3StreamID, HTTPRequestHead) throws -> Void = {
        _,
        _,
        _,
        _ in
    }

    private static let near = QUICAddress(.v4(0x0A00_0001), port: 40_000)
    private static let far = QUICAddress(.v4(0x0A00_0002), port: 443)

    init(delay: Nanoseconds = 10_000_000, retries: Bool = false, trusts: Bool = true) throws {
        self.delay = delay
        let validity = CertificateValidity.days(2, from: Int64(time(nil)))
        let authority = try CertificateAuthority(validity: validity)
        let other = try CertificateAuthority(validity: validity)
        identity = try authority.issue(
            to: CertificateSubject(names: [Self.host], addresses: []),
            validity: validity
        )
        endpoint = try HTTP3ServerEndpoint(
            QUICCredentials(identity, takesEarlyData: true, keyLog: keyLog),
            retries: retries
        )
        clientCredentials = try QUICCredentials(trust: (trusts ? authority : other).certificatePEM)
        client = try HTTP3ClientSession(
            to: Self.host,
            clientCredentials,
            on: QUICPath(local: Self.near, remote: Self.far),
            at: .zero
        )
    }

    /// Has the client connect anew, with what the connection before has left.
    func reconnect(sendsEarlyData: Bool, toNewServer: Bool = false) throws {
        if toNewServer {
            endpoint = try HTTP3ServerEndpoint(QUICCredentials(identity, takesEarlyData: true))
        }
        (server, isReady) = (nil, false)
        path.local.port += 1
        flights = []
        (heads, contents, ended, closed, requests) = ([:], [:], [], [:], [:])
        client = try HTTP3ClientSession(
            to: Self.host,
            clientCredentials,
            resuming: client.resumption,
            sendsEarlyData: sendsEarlyData,
            on: path,
            at: now
        )
    }

    func piece(of stream: HTTP3StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard let left = supplies[stream] else { return .later }
        let piece = left.prefix(count)
        supplies[stream] = Array(left.dropFirst(count))
        return .bytes(piece, isLast: piece.count == left.count)
    }

    /// Runs until `isDone`, or for that long.
    func run(for longest: Nanoseconds = 60_000_000_000, until isDone: () -> Bool) throws {
        let end = now + longest
        try pump()
        while !isDone(), now < end {
            let next = [flights.min()?.due, client.deadline, server?.deadline].compactMap(\.self).min()
            guard let next, next < end else { break }
            now = max(now, next)
            while let flight = flights.filter({ $0.due <= now }).min() {
                flights.removeAll { $0 == flight }
                deliver(flight)
                try pump()
            }
            client.expire(at: now)
            server?.expire(at: now)
            try pump()
        }
    }

    private func deliver(_ flight: Flight) {
        flight.bytes.withUnsafeBufferPointer { bytes in
            guard flight.toServer else {
                return client.receive(bytes, on: path, at: now)
            }
            switch endpoint.receive(bytes, on: QUICPath(local: path.remote, remote: path.local), at: now) {
            case .began(let session): server = session
            case .of, .dropped: break
            case .answered(let datagrams): fly([datagrams], toServer: false)
            }
        }
    }

    private func pump() throws {
        for event in client.takeEvents() { take(event) }
        for event in server?.takeEvents() ?? [] {
            guard case .request(let stream, let head, _) = event, let server else { continue }
            requests[stream] = head
            try answer(self, server, stream, head)
        }
        for _ in 0..<100 {
            let up = client.send(from: self, at: now)
            let down = server?.send(from: self, at: now) ?? HTTP3Output()
            marks += down.marks
            fly(up.datagrams, toServer: true)
            fly(down.datagrams, toServer: false)
            if up.datagrams.isEmpty, down.datagrams.isEmpty { break }
        }
        for event in client.takeEvents() { take(event) }
        if let server { endpoint.follow(server) }
    }

    private func take(_ event: HTTP3ClientEvent) {
        switch event {
        case .ready: isReady = true
        case .earlyDataDeclined: hasDeclined = true
        case .response(let stream, let head, _): heads[stream] = head
        case .content(let stream, let bytes):
            contents[stream, default: []] += bytes
            client.consumed(bytes.count, of: stream)
        case .end(let stream, _): ended.insert(stream)
        case .closed(let stream, let code): closed[stream] = code
        case .interim, .oversized, .roomForStreams, .ended: break
        }
    }

    private func fly(_ output: [QUICDatagrams], toServer: Bool) {
        for group in output {
            for start in stride(from: 0, to: group.bytes.count, by: group.each) {
                sent += 1
                if loses(sent) { continue }
                let bytes = Array(group.bytes[start..<min(start + group.each, group.bytes.count)])
                flights.append(Flight(due: now + delay, number: sent, bytes: bytes, toServer: toServer))
            }
        }
    }
}
