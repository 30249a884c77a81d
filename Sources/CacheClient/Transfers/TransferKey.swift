internal import HTTP

/// Identifies requests that one transfer can answer: same address, fields and settings. Settings count
/// because callers of a client that was reconfigured meanwhile may trust other authorities, or resolve a name
/// differently.
struct TransferKey: Hashable, Sendable {
    private let url: HashedKey
    /// Holds the rest of the key by one reference.
    private let caller: TransferCaller

    init(_ caller: TransferCaller) {
        url = HashedKey(caller.request.url)
        self.caller = caller
    }

    /// Hashes only the address: few requests for one address differ in the rest.
    func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }

    static func == (one: TransferKey, other: TransferKey) -> Bool {
        if one.caller === other.caller { return true }
        return one.url == other.url && one.caller.request.fields == other.caller.request.fields
            && one.caller.request.settings == other.caller.request.settings
    }
}
