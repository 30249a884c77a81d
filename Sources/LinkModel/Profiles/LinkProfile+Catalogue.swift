extension LinkProfile {
    /// Every family, in the order in which they are listed.
    package static let families: [ProfileFamily] = [
        networkLinkConditioner, webPageTest, chrome, lighthouse, firefox, augmentedTrafficControl, sitespeed,
        comcast,
        httpStubs, proxyman,
    ]

    /// Every preset, in the order in which they are listed.
    package static let catalogue: [LinkProfile] = families.flatMap(\.profiles)

    /// The family whose presets go by their bare name, whatever other families have.
    private static let plainFamily = "nlc/"

    /// The presets that may go by their bare name, by it: those of one family, and those that only one family has.
    package static let bareNames: [String: LinkProfile] = {
        let named = Dictionary(grouping: catalogue) { profile in
            String(profile.name.drop { $0 != "/" }.dropFirst())
        }
        return named.compactMapValues { same in
            same.first { $0.name.hasPrefix(plainFamily) } ?? (same.count == 1 ? same[0] : nil)
        }
    }()

    /// Every spelling that is shown as one; `named(_:)` also takes them with other letter case, hyphens and underscores.
    package static var spellings: [String] {
        catalogue.map(\.name) + bareNames.keys.sorted()
    }

    /// The family that the preset is of.
    package var family: ProfileFamily? {
        Self.families.first { name.hasPrefix($0.name + "/") }
    }

    /// The full names of presets that share a bare name, which therefore none of them may go by.
    package static func sharing(_ bareName: String) -> [String] {
        let key = key(bareName)
        return key.isEmpty ? [] : catalogue.map(\.name).filter { Self.key($0).hasSuffix("/\(key)") }
    }

    /// Finds a preset by `family/preset`, or by its bare name where that is an accepted one.
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

    /// What a name is compared by: other tools spell theirs `3GFast` and `3G_EM`.
    private static func key(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
