internal import HTTP

/// What makes two requests the same, so that one transfer answers both: address, fields and settings. Callers of one client
/// that was changed meanwhile may trust others, or find another host under a name.
struct TransferKey: Hashable, Sendable {
    private let url: HashedKey
    /// Who has all of it, in one reference.
    private let caller: TransferCaller

    init(_ caller: TransferCaller) {
        url = HashedKey(caller.request.url)
        self.caller = caller
    }

    /// The rest only tells requests for one address apart, which few do.
    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }

    static func == (one: TransferKey, other: TransferKey) -> Bool {
        if one.caller === other.caller { return true }
        return one.url == other.url && one.caller.request.fields == other.caller.request.fields
            && one.caller.request.settings == other.caller.request.settings
    }
}
