extension LinkProfile {
    /// Every preset, in the order in which they are listed.
    package static let catalogue: [LinkProfile] = networkLinkConditioner

    /// The presets that may go by their bare name.
    package static let bareNames = ["dsl", "3g", "edge", "lte", "wifi"]

    /// Every spelling that `named(_:)` accepts.
    package static var spellings: [String] {
        catalogue.map(\.name) + bareNames
    }

    /// The full name of a preset whose family was left out, for those that have no bare name.
    package static func withFamily(_ preset: String) -> String? {
        catalogue.map(\.name).first { $0.hasSuffix("/\(preset)") }
    }

    /// Finds a preset by `family/preset`, or by its bare name where that is an accepted one.
    package static func named(_ name: String) -> LinkProfile? {
        let full = bareNames.contains(name) ? "nlc/\(name)" : name
        return catalogue.first { $0.name == full }
    }
}
