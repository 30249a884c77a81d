import Scenarios
import Wire

extension ClientSettings: Keyed {
    static var blank: ClientSettings { ClientSettings() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        let before = self
        keys.key("policy", &policy, .word)
        keys.key("revalidate", &revalidate, .word)
        keys.key("memory", &memory, .mapping(over: before.memory, titled: "client.memory"))
        keys.key("disk", &disk, .mapping(over: before.disk, titled: "client.disk"))
        keys.key("connections", &connections, .count(in: ScenarioLimits.connections))
        keys.key("http", &http, .optional(.word))
        keys.key("timeout", &timeout, .duration(in: 1...ScenarioLimits.waiting.upperBound))
        keys.key("retry", &retry, .mapping(over: before.retry, titled: "client.retry"))
        keys.key("receiveBuffer", &receiveBuffer, .optional(.bytes(in: ScenarioLimits.receiveBuffer)))
    }
}

extension ClientSettings {
    /// Settings of the host, which cannot change between two steps.
    static let hostKeys = ["http", "receiveBuffer"]

    /// The settings with `client:` of a scenario or of a step applied.
    func changed(by node: YAMLNode, _ kind: SectionKind, _ values: ValueReader) -> ClientSettings {
        Section(node, "client", kind, values: values).map(changed) ?? self
    }
}

extension ClientSettings.CacheLimits: Keyed {
    static var blank: ClientSettings.CacheLimits { ClientSettings.CacheLimits() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("size", &size, .unlimited(or: .bytes(in: ScenarioLimits.cacheBytes)))
        keys.key("count", &count, .unlimited(or: .count(in: ScenarioLimits.count)))
        keys.key("ttl", &timeToLive, .unlimited(or: .duration(in: ScenarioLimits.keeping)))
    }
}

extension ClientSettings.Retry: Keyed {
    static var blank: ClientSettings.Retry { ClientSettings.Retry(times: 0) }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("times", &times, .count(in: ScenarioLimits.retries))
        keys.key("delay", &delay, .duration(in: ScenarioLimits.waiting))
    }
}
