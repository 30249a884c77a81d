import CacheClient
import LinuxIO
package import Logs
package import Runs
package import Scenarios
import Wire

/// The bench's own client: netlab's image cache over libcurl.
package final class CachingBenchClient {
    private let client: CachingClient
    private let site: BenchClientSite

    package init(_ settings: ClientSettings, _ site: BenchClientSite) throws {
        self.site = site
        client = try CachingClient(
            configuration: Configuration(settings, diskFolder: site.folder, route: site.route),
            clock: site.clock,
            calendar: site.calendar,
            events: { site.note($0) }
        )
    }
}

extension CachingBenchClient: BenchClient {
    package func update(_ settings: ClientSettings) throws {
        try client.update(Configuration(settings, diskFolder: site.folder, route: site.route))
    }

    package func forget(_ what: Step.Forgetting) {
        switch what {
        case .memory: client.forget(.memory)
        case .disk: client.forget(.disk)
        case .all: client.forget(.all)
        case .connections: client.forget(.connections)
        }
    }

    package func begin(
        _ transfer: BenchTransfer,
        _ hand: @escaping @Sendable (TransferRecord) -> Void
    ) -> (@Sendable () -> Void)? {
        let clock = site.clock
        let request = ImageRequest(url: transfer.url, transfer.entry, retry: transfer.retry)
        let called = clock.now()
        let load = client.load(request, transfer: transfer.id) { response in
            var record = TransferRecord(response, of: transfer)
            record.outside = clock.now() - called
            hand(record)
        }
        guard let load else { return nil }
        return { load.cancel() }
    }

    package var counters: CacheCounters { client.counters }

    package func flush() {
        client.flush()
    }

    package func shutdown() {
        client.shutdown()
    }

    package var quicLog: [QUICLogEntry] { client.quicLog }

    package var failure: String? {
        client.diskFailure.map { "the client's disk cache failed: \($0)" }
    }
}
