import CacheClient
import Dispatch
import Synchronization

/// How a caller requests one download after another.
enum DownloadWay: CaseIterable {
    /// Each in the completion of the previous one: no thread waits for another, as with `curl_easy_perform`.
    case chained
    /// Six at once, with a new request in each completion, so that the transfers' thread stays busy as in an
    /// app.
    case together
    /// By a thread that sleeps until each arrives.
    case handed
    /// By a task that awaits each.
    case awaited

    var words: String {
        switch self {
        case .chained: "by callbacks"
        case .together: "six at a time"
        case .handed: "a thread waits"
        case .awaited: "a task awaits"
        }
    }

    /// True if the row has a goal. A task's cost is Swift's executor, and six at a time measures the system's
    /// allocator, so those figures are not the client's alone.
    var hasGoal: Bool { self == .chained || self == .handed }

    /// The corresponding way of libcurl.
    var peer: BareWay {
        switch self {
        case .chained: .plain
        case .together: .together
        case .handed, .awaited: .handed
        }
    }

    private static let atOnce = 6

    /// Total bytes received; failed downloads count as zero.
    func download(_ url: String, times: Int, by client: CachingClient) -> Int {
        let bytes = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        switch self {
        case .chained:
            Self.chain(url, times: times, by: client) { count in
                bytes.withLock { $0 = count }
                done.signal()
            }
            done.wait()
        case .together:
            let chains = (0..<Self.atOnce).map { (times + $0) / Self.atOnce }
            for (number, times) in chains.enumerated() {
                // Callers with the same address would share one transfer.
                Self.chain("\(url)?\(number)", times: times, by: client) { count in
                    bytes.withLock { $0 += count }
                    done.signal()
                }
            }
            for _ in chains { done.wait() }
        case .handed:
            for _ in 0..<times {
                client.load(ImageRequest(url: url)) { response in
                    bytes.withLock { $0 += response.bytes.count }
                    done.signal()
                }
                done.wait()
            }
        case .awaited:
            Task.detached {
                for _ in 0..<times {
                    let count = (try? await client.load(ImageRequest(url: url)))?.bytes.count ?? 0
                    bytes.withLock { $0 += count }
                }
                done.signal()
            }
            done.wait()
        }
        return bytes.withLock { $0 }
    }

    private static func chain(
        _ url: String,
        times: Int,
        _ soFar: Int = 0,
        by client: CachingClient,
        whenDone: @escaping @Sendable (Int) -> Void
    ) {
        guard times > 0 else { return whenDone(soFar) }
        client.load(ImageRequest(url: url)) { response in
            chain(url, times: times - 1, soFar + response.bytes.count, by: client, whenDone: whenDone)
        }
    }
}
