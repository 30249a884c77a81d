package import LinkModel
package import Reports

/// Which presets to show.
package enum ProfileChoice {
    case all
    case family(ProfileFamily)
    case one(LinkProfile)

    /// Takes the names on the command line: none, a family, or a preset.
    package init(_ names: [String]) throws(CommandFailure) {
        guard names.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab profiles takes at most one name")
        }
        guard let name = names.first else {
            self = .all
            return
        }
        if let family = LinkCatalogue.family(named: name) {
            self = .family(family)
        } else if let profile = LinkCatalogue.profile(named: name) {
            self = .one(profile)
        } else {
            throw Self.unknown(name)
        }
    }

    package var profiles: [LinkProfile] {
        switch self {
        case .all: LinkCatalogue.profiles
        case .family(let family): family.profiles
        case .one(let profile): [profile]
        }
    }

    /// The preset, if a single one is chosen.
    package var profile: LinkProfile? {
        if case .one(let profile) = self { profile } else { nil }
    }

    /// The preset that `--profile NAME` names.
    package static func preset(_ name: String) throws(CommandFailure) -> LinkProfile {
        guard let chosen = try ProfileChoice([name]).profile else {
            throw CommandFailure(.wrongUsage, "--profile takes one preset: `\(name)` is a family of them")
        }
        return chosen
    }

    package var report: ReportDocument {
        switch self {
        case .all: ProfileReport.list(LinkCatalogue.families)
        case .family(let family): ProfileReport.list(family)
        case .one(let profile): ProfileReport.detail(profile)
        }
    }

    private static func unknown(_ name: String) -> CommandFailure {
        let sharing = LinkCatalogue.names(sharing: name)
        guard sharing.isEmpty else {
            return CommandFailure(
                .wrongUsage,
                "`\(name)` is a profile of several families",
                advice: "write " + sharing.map { "`\($0)`" }.joined(separator: " or ")
            )
        }
        let nearest = name.nearest(among: LinkCatalogue.spellings + LinkCatalogue.families.map(\.name))
        return CommandFailure(
            .wrongUsage,
            "there is no profile `\(name)`",
            advice: nearest.map { "did you mean `\($0)`? netlab profiles lists them all" }
                ?? "netlab profiles lists them"
        )
    }
}
