import CacheClient
import Logs
import Runs
import Scenarios

extension TransferRecord {
    /// The record of a transfer that has ended.
    init(_ response: ImageResponse, of transfer: BenchTransfer) {
        self.init(
            id: transfer.id,
            step: transfer.step,
            file: transfer.entry.file,
            url: transfer.url,
            source: ImageSource(response.source),
            tier: response.tier.map { CacheTier($0) },
            status: response.status,
            error: response.error.map { "\($0)" },
            start: response.start,
            end: response.end,
            bodyBytes: response.bytes.count,
            phases: response.phases,
            exchange: response.exchange,
            sharedWith: response.measurement.sharedWith
        )
        redirects = response.measurement.redirects
    }
}
