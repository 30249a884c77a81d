internal import HTTP

/// A configuration with values derived from it once, so that loads pass on one reference.
final class PreparedConfiguration: Sendable {
    let configuration: Configuration
    /// The settings that transfers use.
    let transfers: TransferSettings
    /// Fields sent for an image whose request adds none.
    private let fields: HTTPFields

    /// Equal transfer settings are reused, so that other loads may still share those transfers.
    init(_ configuration: Configuration, after before: PreparedConfiguration? = nil) {
        self.configuration = configuration
        let transfers = TransferSettings(configuration)
        self.transfers = before.flatMap { $0.transfers == transfers ? $0.transfers : nil } ?? transfers
        fields = ["User-Agent": configuration.userAgent, "Accept": "*/*"]
    }

    var policy: Configuration.Policy { configuration.policy }

    var judge: HitJudge {
        HitJudge(revalidate: configuration.revalidate, usesStaleOnError: configuration.usesStaleOnError)
    }

    /// Fields sent for an image, without conditions, in a fixed order: they select its variant.
    func fields(for request: ImageRequest) -> HTTPFields {
        if request.headers.isEmpty { return fields }
        var fields = fields
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { fields[name] = value }
        return fields
    }
}
