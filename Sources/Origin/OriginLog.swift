import HTTP
import LinuxIO
package import Logs
package import Serving
import Synchronization

/// The origin's exchanges, in the order in which they ended.
final class OriginLog: Sendable {
    private let capacity: Int
    private let entries = Mutex<(kept: [OriginLogEntry], left: Int)>(([], 0))

    /// More than any run requests; a server that runs for days must not grow without end.
    static let usualCapacity = 1_000_000

    init(capacity: Int = usualCapacity) {
        self.capacity = capacity
    }

    /// Every entry so far, and the number of entries that did not fit.
    var contents: (entries: [OriginLogEntry], left: Int) {
        entries.withLock { ($0.kept, $0.left) }
    }

    func add(_ exchange: ServedExchange) {
        entries.withLock { entries in
            if entries.kept.count < capacity {
                entries.kept.append(OriginLogEntry(exchange))
            } else {
                entries.left += 1
            }
        }
    }
}

extension OriginLogEntry {
    package init(_ exchange: ServedExchange) {
        self.init(
            clientPort: exchange.client.port,
            order: exchange.order,
            stream: exchange.stream,
            httpVersion: exchange.stream == nil
                ? exchange.request?.version.description : Self.version(exchange),
            method: exchange.request?.method ?? "",
            target: exchange.request?.target ?? "",
            status: exchange.status,
            ifNoneMatch: exchange.request?.fields.combined("If-None-Match"),
            headerBytes: exchange.headerBytes,
            bodyBytes: exchange.bodyBytes,
            accepted: exchange.accepted,
            requestFirstByte: exchange.requestFirstByte,
            requestLastByte: exchange.requestLastByte,
            responseFirstByte: exchange.responseFirstByte,
            responseLastByte: exchange.responseLastByte
        )
        responseReady = exchange.responseReady
        places = exchange.places.ranges.map { Int64($0.lowerBound)..<Int64($0.upperBound) }
        holds = exchange.holds.map {
            OriginHold(start: $0.start, end: $0.end, isOfConnection: $0.isOfConnection, window: $0.window)
        }
        readableAt = places.isEmpty ? nil : Int64(exchange.places.readableAt)
    }
}

extension OriginLogEntry {
    /// The version of an exchange on a stream, whose request may have been unreadable.
    private static func version(_ exchange: ServedExchange) -> String {
        exchange.request?.version == .http3 ? "HTTP/3" : "HTTP/2"
    }
}
