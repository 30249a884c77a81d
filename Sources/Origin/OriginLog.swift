import HTTP
import LinuxIO
import Runs
import Serving
import Synchronization

/// What the origin did, in the order in which it was done with it.
final class OriginLog: Sendable {
    private let capacity: Int
    private let entries = Mutex<(kept: [OriginLogEntry], left: Int)>(([], 0))

    /// More than any run asks for; a server that runs for days must not grow without end.
    init(capacity: Int = 1_000_000) {
        self.capacity = capacity
    }

    /// Every entry so far, and how many found no room.
    var contents: (entries: [OriginLogEntry], left: Int) {
        entries.withLock { ($0.kept, $0.left) }
    }

    func add(_ exchange: ServedExchange) {
        let entry = OriginLogEntry(
            clientPort: exchange.client.port,
            order: exchange.order,
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
        entries.withLock { entries in
            if entries.kept.count < capacity { entries.kept.append(entry) } else { entries.left += 1 }
        }
    }
}
