extension LinkProfile {
    /// Every preset, in the order in which they are listed.
    package static let catalogue: [LinkProfile] = networkLinkConditioner

    /// The presets that may go by their bare name.
    package static let bareNames = ["dsl", "3g", "edge", "lte", "wifi"]

    /// Every spelling that `named(_:)` accepts.
    package static var spellings: [String] {
        catalogue.map(\.name) + bareNames
    }

    /// Finds a preset by `family/preset`, or by its bare name where that is an accepted one.
    package static func named(_ name: String) -> LinkProfile? {
        let full = bareNames.contains(name) ? "nlc/\(name)" : name
        return catalogue.first { $0.name == full }
    }
}
