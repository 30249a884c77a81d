extension Scenario {
    /// All hosts of the scenario, its own origin first.
    package var hosts: [NamedOrigin] {
        [NamedOrigin(host: OriginSettings.hostName, settings: origin)] + namedOrigins
    }

    /// All files, in the order of the scenario.
    package var hostedFiles: [HostedFile] { Self.files(of: origin, namedOrigins) }

    package static func files(of origin: OriginSettings, _ named: [NamedOrigin]) -> [HostedFile] {
        let own = origin.files.map {
            HostedFile(name: $0.name, host: OriginSettings.hostName, path: $0.name, size: $0.size)
        }
        return own
            + named.flatMap { origin in
                origin.settings.files.map {
                    HostedFile(
                        name: "\(origin.host)/\($0.name)",
                        host: origin.host,
                        path: $0.name,
                        size: $0.size
                    )
                }
            }
    }
}
