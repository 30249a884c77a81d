import Scenarios

/// `client:` -> the previous settings with these applied.
struct ClientDecoder {
    /// Settings of the host, which cannot change between two steps.
    static let hostKeys = ["receiveBuffer"]
    private static let elsewhere = Dictionary(
        uniqueKeysWithValues: hostKeys.map { ($0, "the scenario's own `client`") }
    )

    /// Names that people try, and what to write instead.
    private static let otherWords = [
        "cache":
            "`policy` (none, memory, disk, both), and `memory: { ... }` or `disk: { ... }` for its limits",
        "ttl":
            "`cacheControl: \"max-age=300\"` at the origin's files: a response states how long it is fresh",
        "caching": "`policy`", "retries": "`retry: { times: 2, delay: 1 s }`",
        "maxConnections": "`connections`", "concurrency": "`connections`", "timeouts": "`timeout`",
    ]

    let values: ValueReader

    /// `isStep` if it is among the steps: the host's TCP is set for the whole run.
    func decode(_ node: YAMLNode, over base: ClientSettings, isStep: Bool = false) -> ClientSettings {
        let section = Section(
            node,
            "client",
            isStep ? .clientStep : .client,
            elsewhere: isStep ? Self.elsewhere : [:],
            meant: Self.otherWords,
            values: values
        )
        var client = base
        if let section { client.read(section) }
        return client
    }
}
