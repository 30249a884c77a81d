import Forwarding
import HTTP
import LinuxIO
import Logs
import Proxy
import Serving
import TLS
import Wire

extension ProxyLogEntry {
    /// The log's entry of a request; nil for what only prepares one, such as a CONNECT.
    init?(_ exchange: ProxyExchange) {
        let seen = exchange.client
        switch exchange.kind {
        case .plain, .intercepted: break
        case .interception, .tunnel: return nil
        }
        guard let request = seen.request else { return nil }
        self.init(
            clientPort: seen.client.port,
            clientStream: seen.stream,
            method: request.method,
            url: exchange.url,
            status: seen.status,
            arrived: seen.requestFirstByte,
            answered: seen.responseFirstByte,
            passedOn: seen.responseLastByte,
            failure: exchange.server?.failure.map { "\($0)" },
            upstream: exchange.server.flatMap(UpstreamExchange.init)
        )
    }
}

extension UpstreamExchange {
    /// nil if no connection with the server was made.
    fileprivate init?(_ facts: UpstreamFacts) {
        guard let port = facts.localPort else { return nil }
        self.init(
            localPort: port,
            order: facts.order,
            stream: facts.stream,
            isKeptAlive: facts.isReused,
            encryption: facts.negotiation.map { EncryptionRecord($0) }
        )
        (requestBytes, headerBytes) = (facts.requestHeadBytes, facts.responseHeadBytes)
        bodyBytes = facts.responseBodyBytes
        if let head = facts.head {
            status = head.status
            httpVersion = facts.stream == nil ? "\(head.version)" : "HTTP/2"
        }
        (requestFirstByte, requestLastByte) = (facts.sentFirst, facts.sentLast)
        (responseFirstByte, responseLastByte) = (facts.receivedFirst, facts.receivedLast)
        guard !facts.isReused, let times = facts.connection else { return }
        (lookupStart, lookupEnd) = (times.lookupBegan, times.lookupEnded)
        (connectStart, connectEnd) = (times.connectBegan, times.connectEnded)
        (handshakeStart, handshakeEnd) = (times.handshakeBegan, times.handshakeEnded)
    }
}

extension EncryptionRecord {
    fileprivate init(_ negotiation: TLSNegotiation) {
        // The number on the wire: 3.4 is TLS 1.3.
        let minor = negotiation.version.rawValue & 0xFF
        self.init(version: "1.\(Int(minor) - 1)", isResumed: negotiation.isResumed)
    }
}
