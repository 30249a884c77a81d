import Scenarios
import Wire

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
        var client = base
        guard
            let section = Section(
                node,
                "client",
                isStep ? .clientStep : .client,
                elsewhere: isStep ? Self.elsewhere : [:],
                meant: Self.otherWords,
                values: values
            )
        else { return client }
        if let policy: ClientSettings.Policy = section.choice("policy") { client.policy = policy }
        if let revalidate: ClientSettings.Revalidation = section.choice("revalidate") {
            client.revalidate = revalidate
        }
        client.memory = limits(section, "memory", over: base.memory)
        client.disk = limits(section, "disk", over: base.disk)
        if let connections = section.integer("connections", in: ScenarioLimits.connections) {
            client.connections = Int(connections)
        }
        if let buffer = section.amount("receiveBuffer", .bytes, in: ScenarioLimits.receiveBuffer) {
            client.receiveBuffer = Int(buffer)
        }
        let timeout: ClosedRange<Nanoseconds> = 1...ScenarioLimits.waiting.upperBound
        if let timeout = section.amount("timeout", .duration, in: timeout) { client.timeout = timeout }
        if let retry = section["retry"] { client.retry = self.retry(retry, over: base.retry) }
        return client
    }

    private func retry(_ node: YAMLNode, over base: ClientSettings.Retry) -> ClientSettings.Retry {
        var retry = base
        guard let section = Section(node, "client.retry", .retry, values: values) else {
            return retry
        }
        if let times = section.integer("times", in: ScenarioLimits.retries) { retry.times = Int(times) }
        if let delay = section.amount("delay", .duration, in: ScenarioLimits.waiting) { retry.delay = delay }
        return retry
    }

    private func limits(
        _ client: Section,
        _ key: String,
        over base: ClientSettings.CacheLimits
    ) -> ClientSettings.CacheLimits {
        var limits = base
        guard let node = client[key],
            let section = Section(node, "client.\(key)", .cacheLimits, values: values)
        else { return limits }
        if let size = section.limit("size", .bytes, in: ScenarioLimits.cacheBytes) {
            limits.size = size.map { Int($0) }
        }
        if let count = section.limit("count", nil, in: ScenarioLimits.count) {
            limits.count = count.map { Int($0) }
        }
        if let ttl = section.limit("ttl", .duration, in: ScenarioLimits.keeping) { limits.timeToLive = ttl }
        return limits
    }
}
