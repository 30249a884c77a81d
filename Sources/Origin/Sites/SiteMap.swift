import Fixtures
import HTTP
import Scenarios

/// The sites of one origin, by the names of their hosts.
struct SiteMap: Sendable {
    /// For clients that name no other host.
    private let own: OriginSite
    private let named: [String: OriginSite]

    /// Makes every file of every site.
    init(
        _ configuration: OriginConfiguration,
        drawing: (any FixtureDrawing)?,
        _ fixtures: FixtureCache?
    ) throws(OriginError) {
        let seed = configuration.seed
        own = try OriginSite(configuration.settings, seed: seed, drawing: drawing, fixtures: fixtures)
        var named: [String: OriginSite] = [:]
        for (host, settings) in configuration.hosts {
            named[host] = try OriginSite(
                settings,
                host: host,
                seed: seed,
                drawing: drawing,
                fixtures: fixtures
            )
        }
        self.named = named
    }

    /// The site that a request is for: a target that names its host outweighs the field.
    func site(of request: HTTPRequestHead) -> OriginSite {
        if named.isEmpty { return own }
        let authority = RequestTarget.authority(request.target) ?? request.fields["Host"] ?? ""
        return named[authority.prefix { $0 != ":" }.lowercased()] ?? own
    }

    /// Gives files new bytes and validators; names of other hosts' files are prefixed by host and slash. If
    /// one file is unknown, none changes.
    func change(_ files: [String]) throws(OriginError) {
        var changes: [(site: OriginSite, path: String)] = []
        for file in files {
            let parts = file.split(separator: "/", maxSplits: 1)
            if parts.count == 2, let site = named[String(parts[0])], site.files[String(parts[1])] != nil {
                changes.append((site, String(parts[1])))
            } else if own.files[file] != nil {
                changes.append((own, file))
            } else {
                throw .unknownFile(file, known: names)
            }
        }
        for change in changes { try change.site.files.change([change.path]) }
    }

    private var names: [String] {
        own.files.names
            + named.sorted { $0.key < $1.key }.flatMap { host, site in
                site.files.names.map { "\(host)/\($0)" }
            }
    }
}
