import CacheClient
import Runs

extension TransferRecord {
    init(_ response: ImageResponse, id: Int, step: String, file: String, url: String) {
        self.init(
            id: id,
            step: step,
            file: file,
            url: url,
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
