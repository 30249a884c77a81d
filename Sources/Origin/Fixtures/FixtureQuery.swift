/// The query of a fixture's target.
struct FixtureQuery: Hashable, Sendable {
    private(set) var seed: UInt64?
    private(set) var version: Int?
    private(set) var size: Int?
    private(set) var isProgressive = false

    init(_ query: Substring) throws(FixtureRefusal) {
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1] : ""
            let isRead = read(parts[0], value)
            guard let isRead else { throw .parameter(String(parts[0])) }
            guard isRead else { throw .value(String(parts[0]), String(value)) }
        }
    }

    /// False if the value is invalid, nil if there is no such parameter.
    private mutating func read(_ name: Substring, _ value: Substring) -> Bool? {
        switch name {
        case "seed":
            seed = UInt64(value)
            return seed != nil
        case "version":
            version = Int(value).flatMap { $0 < 1 ? nil : $0 }
            return version != nil
        case "size":
            size = FixturePlace.size(value)
            return size != nil
        case "progressive":
            isProgressive = value == "true"
            return ["true", "false"].contains(value)
        default: return nil
        }
    }
}
