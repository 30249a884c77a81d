extension LinkProfile {
    /// All families, in listing order.
    package static let families: [ProfileFamily] = [
        networkLinkConditioner, webPageTest, chrome, lighthouse, firefox, augmentedTrafficControl, sitespeed,
        comcast,
        httpStubs, proxyman,
    ]

    /// All presets, in listing order.
    package static let catalogue: [LinkProfile] = families.flatMap(\.profiles)

    /// The family whose presets keep their bare names even if other families share them.
    private static let plainFamily = "nlc/"

    /// Presets by accepted bare name: all of one family, and those whose name only one family has.
    package static let bareNames: [String: LinkProfile] = {
        let named = Dictionary(grouping: catalogue) { profile in
            String(profile.name.drop { $0 != "/" }.dropFirst())
        }
        return named.compactMapValues { same in
            same.first { $0.name.hasPrefix(plainFamily) } ?? (same.count == 1 ? same[0] : nil)
        }
    }()

    /// All spellings shown to users; `named(_:)` also ignores letter case, hyphens and underscores.
    package static var spellings: [String] {
        catalogue.map(\.name) + bareNames.keys.sorted()
    }

    /// The preset's family.
    package var family: ProfileFamily? {
        Self.families.first { name.hasPrefix($0.name + "/") }
    }

    /// Full names of the presets that share a bare name. None of them accepts it.
    package static func sharing(_ bareName: String) -> [String] {
        let key = key(bareName)
        return key.isEmpty ? [] : catalogue.map(\.name).filter { Self.key($0).hasSuffix("/\(key)") }
    }

    /// Finds a preset by `family/preset`, or by an accepted bare name.
    package static func named(_ name: String) -> LinkProfile? {
        let key = key(name)
        return catalogue.first { Self.key($0.name) == key }
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
