package import JSON
package import Logs
import Scenarios
package import Wire

/// The exchange according to the run's proxy only: its own exchange with the origin, and when the client's request
/// came and the answer had been handed on.
package struct ProxyWitness: Hashable, Sendable {
    /// The exchange with the origin; nil if it did not finish.
    package var exchange: ExchangeWitness?
    /// When the request's first byte had come from the client.
    package var arrived: Instant
    /// When the answer's last byte had been handed to the kernel for the client; nil if it never was.
    package var passedOn: Instant?
    /// Where the time with the origin went.
    package var phases: TransferPhases
    /// Whether the connection with the origin had served another request before; nil if there was none.
    package var isKeptAlive: Bool?
    /// Number of the connection with the origin, in the order in which the proxy opened them, from 1.
    package var connection: Int?
    /// The proxy's TCP port on it, which identifies it in logs and captures.
    package var originPort: UInt16?
    /// Stream number on it; HTTP/2 only.
    package var httpStream: Int?
    package var httpVersion: String?
    /// The origin's status.
    package var status: Int?
    /// Size of the response's head as the origin sent it; nil with HTTP/2, whose compressed size the proxy does not
    /// learn.
    package var headerBytes: Int?
    package var failure: String?

    package init(
        exchange: ExchangeWitness? = nil,
        arrived: Instant,
        passedOn: Instant? = nil,
        phases: TransferPhases = TransferPhases(),
        isKeptAlive: Bool? = nil,
        originPort: UInt16? = nil
    ) {
        self.exchange = exchange
        self.arrived = arrived
        self.passedOn = passedOn
        self.phases = phases
        self.isKeptAlive = isKeptAlive
        self.originPort = originPort
    }

    package init(_ entry: ProxyLogEntry) {
        let upstream = entry.upstream
        self.init(
            exchange: upstream?.record.map {
                ExchangeWitness(
                    sizeBytes: $0.bodyBytes,
                    request: $0.requestFirstByte,
                    firstByte: $0.responseFirstByte,
                    lastByte: $0.responseLastByte
                )
            },
            arrived: entry.arrived,
            passedOn: entry.passedOn,
            phases: upstream?.phases ?? TransferPhases(),
            isKeptAlive: upstream?.isKeptAlive,
            originPort: upstream?.localPort
        )
        httpStream = upstream?.stream
        httpVersion = upstream?.httpVersion
        status = upstream?.status
        headerBytes = upstream.flatMap { $0.stream == nil ? $0.headerBytes : nil }
        failure = entry.failure
    }
}

extension ProxyWitness: JSONReadable {
    /// Beside those of its exchange, in the order of `result.json`.
    package static let figures: [ResultFigure<ProxyWitness>] = [
        .stored(.time, "arrived", \.arrived, .untested),
        .stored(.time, "passedOn", \.passedOn, .untested),
        .derived(.word, "phases", \.phasesJSON, .untested),
        .stored(.word, "keptAlive", \.isKeptAlive, words: ["true", "false", "none"]),
        .member("connection", \.connection),
        .member("originPort", \.originPort),
        .member("httpStream", \.httpStream),
        .member("httpVersion", \.httpVersion),
        .member("status", \.status),
        .member("headerBytes", \.headerBytes),
        .member("failure", \.failure),
    ]

    /// A proxy does not wait for a connection, and has no caches or images of the client's.
    static let phaseFigures = TransferPhases.figures.filter {
        !["cache", "blocked", "decode"].contains($0.name)
    }

    /// Every key is written; unknown values are null.
    package var json: JSONValue {
        let seen = ExchangeWitness.figures.map { figure in
            JSONValue.Member(key: figure.key, value: exchange.map(figure.get) ?? .null)
        }
        return .object(seen + Self.figures.members(of: self))
    }

    private var phasesJSON: JSONValue { .object(Self.phaseFigures.members(of: phases)) }

    /// nil without the moment at which the request came.
    package init?(json: JSONValue) {
        guard let arrived = json["arrivedNs"]?.instant else { return nil }
        let phases = json["phases"].flatMap(TransferPhases.init(json:)) ?? TransferPhases()
        self.init(exchange: ExchangeWitness(json: json), arrived: arrived, phases: phases)
        Self.figures.read(json, into: &self)
    }
}
