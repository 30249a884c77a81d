/// The presets of other tools, with their numbers.
package enum LinkCatalogue {
    /// All families, in listing order.
    package static let families: [ProfileFamily] = [
        NetworkLinkConditionerPresets.family,
        WebPageTestPresets.family,
        ChromePresets.family,
        LighthousePresets.family,
        FirefoxPresets.family,
        AugmentedTrafficControlPresets.family,
        SitespeedPresets.family,
        ComcastPresets.family,
        HTTPStubsPresets.family,
        ProxymanPresets.family,
    ]

    /// All presets, in listing order.
    package static let profiles: [LinkProfile] = families.flatMap(\.profiles)

    /// The family whose presets keep their bare names even if other families share them.
    private static let plainFamily = "nlc/"

    /// Presets by accepted bare name: all of one family, and those whose name only one family has.
    package static let bareNames: [String: LinkProfile] = {
        let named = Dictionary(grouping: profiles) { profile in
            String(profile.name.drop { $0 != "/" }.dropFirst())
        }
        return named.compactMapValues { same in
            same.first { $0.name.hasPrefix(plainFamily) } ?? (same.count == 1 ? same[0] : nil)
        }
    }()

    /// All spellings shown to users; `profile(named:)` also ignores letter case, hyphens and underscores.
    package static var spellings: [String] {
        profiles.map(\.name) + bareNames.keys.sorted()
    }

    /// Full names of the presets that share a bare name. None of them accepts it.
    package static func names(sharing bareName: String) -> [String] {
        let key = key(bareName)
        return key.isEmpty ? [] : profiles.map(\.name).filter { Self.key($0).hasSuffix("/\(key)") }
    }

    /// Finds a preset by `family/preset`, or by an accepted bare name.
    package static func profile(named name: String) -> LinkProfile? {
        let key = key(name)
        return profiles.first { Self.key($0.name) == key }
            ?? bareNames.first { Self.key($0.key) == key }?.value
    }

    /// Finds a family by its name.
    package static func family(named name: String) -> ProfileFamily? {
        let name = name.lowercased()
        return families.first { $0.name == name || $0.name + "/" == name }
    }

    /// The form in which names are compared: other tools spell theirs `3GFast` and `3G_EM`.
    private static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
