import CacheClient
import Scenarios

extension ImageRequest {
    /// The request of an entry in a scenario's `fetch`.
    init(url: String, _ entry: FetchStep.Entry, retry: ClientSettings.Retry) {
        self.init(url: url, options: LoadOptions(entry.options))
        priority = TransferPriority(entry.priority)
        if retry.times > 0 {
            self.retry = .delay(times: retry.times, .fixed(.nanoseconds(retry.delay)))
        }
    }
}

extension TransferPriority {
    fileprivate init(_ priority: FetchPriority) {
        switch priority {
        case .veryLow: self = .veryLow
        case .low: self = .low
        case .normal: self = .normal
        case .high: self = .high
        case .veryHigh: self = .veryHigh
        }
    }
}

extension LoadOptions {
    fileprivate init(_ options: [FetchOption]) {
        self.init()
        for option in options {
            switch option {
            case .forceRefresh: insert(.forceRefresh)
            case .fromMemoryCacheOrRefresh: insert(.fromMemoryCacheOrRefresh)
            case .onlyFromCache: insert(.onlyFromCache)
            case .memoryOnly: insert(.memoryOnly)
            case .waitForCache: insert(.waitForCache)
            }
        }
    }
}
