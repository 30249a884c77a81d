import Runs
import Wire

/// What the caches spared the line and the callers.
enum CacheAnalysis {
    static func result(_ counters: CacheCounters, _ transfers: [TransferResult]) -> CacheResult {
        var result = CacheResult(counters: counters)
        var network: [String: Nanoseconds] = [:]
        for transfer in transfers where transfer.source == .network && network[transfer.file] == nil {
            network[transfer.file] = transfer.duration
        }
        for transfer in transfers where transfer.source.isCached {
            let onTheWire = transfer.clientLog?.exchange.sizeBytes ?? 0
            result.bytesSaved += max(0, transfer.bodyBytes - onTheWire)
            if let cost = network[transfer.file] { result.saved += max(0, cost - transfer.duration) }
        }
        return result
    }
}
