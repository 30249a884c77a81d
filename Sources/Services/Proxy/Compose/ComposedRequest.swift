package import Forwarding
import HTTP
import LinuxIO
package import Programs
import TLS
import Wire

/// A request that goes through a running proxy as a client's does.
package struct ComposedRequest {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Methods whose requests state the length of an empty body.
    private static let bodied: Set = ["POST", "PUT", "PATCH"]

    let request: ForwardedRequest
    package var body: [UInt8]

    package init(_ text: MessageText) throws(MessageTextError) {
        request = try ForwardedRequest(composed: text)
        body = text.body
    }

    /// What such a client trusts: servers of tunnels show certificates of their own, those of `--intercept` the
    /// proxy's.
    package static func trust() throws(CommandFailure) -> String {
        TrustBundle.joined(try KeptAuthority.load().certificatePEM, (try? SystemTrust.bundle()) ?? "")
    }

    /// Sends it and waits for the whole response. `trust` are the certificates that its client trusts.
    package func send(to proxy: RunningProxy, trusting trust: String) throws(CommandFailure)
        -> ComposedExchange
    {
        do {
            return try exchange(proxy.front, trust)
        } catch {
            throw CommandFailure(.failed, "\(request.head.method) \(request.url): \(error)")
        }
    }

    private func exchange(_ proxy: SocketAddress, _ trust: String) throws -> ComposedExchange {
        let clock = RunClock()
        let began = clock.now()
        var client = try ProxyClient(to: proxy)
        let connected = clock.now()
        var (tunnelOpened, encrypted): (Instant?, Instant?) = (nil, nil)
        if request.destination.isEncrypted {
            try Self.openTunnel(to: request.destination, client)
            tunnelOpened = clock.now()
            let parameters = TLSParameters(applicationProtocols: ["http/1.1"])
            let context = try TLSClientContext(trust: trust, now: nil, parameters)
            try client.encrypt(TLSSession(client: context, host: request.destination.host))
            encrypted = clock.now()
        }
        var machine = HTTP1ClientConnection()
        try client.send(try output(&machine))
        let sent = clock.now()
        var exchange = ComposedExchange(
            method: request.head.method,
            url: request.url,
            client: try client.local(),
            head: HTTPResponseHead(status: 0),
            began: began,
            connected: connected,
            tunnelOpened: tunnelOpened,
            encrypted: encrypted,
            sent: sent,
            firstByte: sent,
            lastByte: sent
        )
        try Self.receive(&exchange, client, &machine, clock)
        return exchange
    }

    private static func openTunnel(to server: Destination, _ client: borrowing ProxyClient) throws {
        var machine = HTTP1ClientConnection()
        let fields: HTTPFields = ["Host": server.description]
        let head = HTTPRequestHead(method: "CONNECT", target: server.description, fields: fields)
        try client.send(try machine.begin(head, .none))
        while true {
            switch try machine.next() {
            case nil:
                let bytes = try client.receive()
                guard !bytes.isEmpty else { throw Failure(description: "the proxy ended the connection") }
                machine.receive(bytes)
            case .switched: return
            case .head(let head, _):
                throw Failure(description: "the proxy did not open a tunnel: \(head.status)")
            case .interim, .body, .end: break
            }
        }
    }

    private func output(_ machine: inout HTTP1ClientConnection) throws -> [UInt8] {
        var head = request.head
        if !request.destination.isEncrypted {
            let server = "\(request.destination.scheme)://\(request.destination.authority)"
            head.target = head.target == "*" ? server : server + head.target
        }
        let hasBody = !body.isEmpty || Self.bodied.contains(head.method)
        if hasBody { head.fields["Content-Length"] = String(body.count) }
        let start = try machine.begin(head, hasBody ? .length(body.count) : .none)
        return start + (try machine.frame(body.count)).front + body
    }

    private static func receive(
        _ exchange: inout ComposedExchange,
        _ client: borrowing ProxyClient,
        _ machine: inout HTTP1ClientConnection,
        _ clock: RunClock
    ) throws {
        var hasBegun = false
        while true {
            let bytes = try client.receive()
            exchange.lastByte = clock.now()
            if !hasBegun { exchange.firstByte = exchange.lastByte }
            hasBegun = true
            if bytes.isEmpty { machine.serverClosed() } else { machine.receive(bytes) }
            while let event = try machine.next() {
                switch event {
                case .head(let head, _): exchange.head = head
                case .body(let piece): exchange.add(piece)
                case .switched(let head):
                    exchange.head = head
                    return
                case .end: return
                case .interim: break
                }
            }
            if bytes.isEmpty { throw Failure(description: "the proxy ended the connection") }
        }
    }
}
