internal import HTTP

/// A configuration and what is made of it once, so that loads hand on a reference.
final class PreparedConfiguration: Sendable {
    let configuration: Configuration
    /// What of it transfers go by.
    let transfers: TransferSettings
    /// What is sent for an image whose request says nothing of its own.
    private let fields: HTTPFields

    /// Transfers of equal settings stay those that others may share.
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

    /// What is sent for an image, conditions left out, in an order of its own: by this its variant is chosen.
    func fields(for request: ImageRequest) -> HTTPFields {
        if request.headers.isEmpty { return fields }
        var fields = fields
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { fields[name] = value }
        return fields
    }
}
