extension LinkProfile {
    /// Every family, in the order in which they are listed.
    package static let families: [ProfileFamily] = [
        networkLinkConditioner, webPageTest, chrome, lighthouse, firefox, augmentedTrafficControl, sitespeed,
        comcast,
        httpStubs, proxyman,
    ]

    /// Every preset, in the order in which they are listed.
    package static let catalogue: [LinkProfile] = families.flatMap(\.profiles)

    /// The presets that may go by their bare name.
    package static let bareNames = ["dsl", "3g", "edge", "lte", "wifi"]

    /// Every spelling that is shown as one; `named(_:)` also takes them with other letter case, hyphens and underscores.
    package static var spellings: [String] {
        catalogue.map(\.name) + bareNames
    }

    /// The family that the preset is of.
    package var family: ProfileFamily? {
        Self.families.first { name.hasPrefix($0.name + "/") }
    }

    /// The full name of a preset whose family was left out, for those that have no bare name.
    package static func withFamily(_ preset: String) -> String? {
        let key = key(preset)
        return key.isEmpty ? nil : catalogue.map(\.name).first { Self.key($0).hasSuffix("/\(key)") }
    }

    /// Finds a preset by `family/preset`, or by its bare name where that is an accepted one.
    package static func named(_ name: String) -> LinkProfile? {
        let key = key(name)
        let full = bareNames.contains(key) ? "nlc/\(key)" : key
        return catalogue.first { Self.key($0.name) == full }
    }

    /// Finds a family by its name.
    package static func family(named name: String) -> ProfileFamily? {
        let name = name.lowercased()
        return families.first { $0.name == name || $0.name + "/" == name }
    }

    /// What a name is compared by: other tools spell theirs `3GFast` and `3G_EM`.
    private static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
