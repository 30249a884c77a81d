internal import HTTP

/// What makes two requests the same, so that one transfer answers both.
struct TransferKey: Hashable, Sendable {
    private let url: HashedKey
    private let fields: HTTPFields
    /// Callers of one client that was changed meanwhile may trust others, or find another host under a name.
    private let settings: TransferSettings

    init(_ request: TransferRequest) {
        url = HashedKey(request.url)
        fields = request.fields
        settings = request.settings
    }

    /// The rest only tells requests for one address apart, which few do.
    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }
}
