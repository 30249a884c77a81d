package import Experiments
package import ScenarioFormat
package import Scenarios

/// Loads validated scenarios for the arguments on the command line.
package struct ScenarioLoading {
    package static let options = [
        CommandOption("--profile", value: "PROFILE", about: "another line: one of `netlab profiles`"),
        CommandOption(
            "--set",
            value: "KEY=VALUE",
            about: "change one value, such as link.down.loss=1%; repeatable"
        ),
        CommandOption("--seed", value: "N", about: "another seed for fixtures and for the fates of packets"),
    ]

    /// For commands whose programs or phones are on the client's side.
    package static let ip6Only = CommandOption(
        "--ipv6-only",
        about:
            "no IPv4 on the line: DNS64 and NAT64 lead to it, as mobile networks do (same as --set link.ip=nat64)"
    )

    private let overrides: [ScenarioOverride]

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        var overrides: [ScenarioOverride] = []
        if let profile = arguments.value("--profile") { overrides.append(.profile(profile)) }
        for pair in arguments.values("--set") {
            guard pair.contains("=") else {
                throw CommandFailure(
                    .wrongUsage,
                    "--set takes KEY=VALUE: not `\(pair)`",
                    advice: "for example --set link.down.loss=1%"
                )
            }
            overrides.append(.set(pair))
        }
        if arguments.has("--ipv6-only") { overrides.append(.set("link.ip=nat64")) }
        if let seed = arguments.value("--seed") { overrides.append(.seed(seed)) }
        self.overrides = overrides
    }

    private init() {
        overrides = []
    }

    /// The named scenarios; at least one.
    package static func names(_ arguments: ParsedArguments, command: String) throws(CommandFailure)
        -> [String]
    {
        guard !arguments.positionals.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab \(command) needs a scenario: a file, `-`, or the name of a bundled one",
                advice: "netlab \(command) dsl"
            )
        }
        return arguments.positionals
    }

    /// Loads a scenario without overrides.
    package static func load(_ name: String) throws(CommandFailure) -> ExperimentSource {
        try ScenarioLoading().load(name)
    }

    package func load(_ name: String, purpose: ScenarioPurpose = .run) throws(CommandFailure)
        -> ExperimentSource
    {
        let source = try ScenarioLibrary.read(name)
        return try load(text: source.text, file: source.file, purpose: purpose)
    }

    /// Loads a scenario that is not in a file. `file` names it in diagnostics.
    package func load(
        text: [UInt8],
        file: String,
        purpose: ScenarioPurpose = .run
    ) throws(CommandFailure) -> ExperimentSource {
        do throws(ScenarioError) {
            return try ExperimentSource(text: text, file: file, overrides: overrides, purpose: purpose)
        } catch {
            throw CommandFailure.invalidFile(error.description)
        }
    }
}

extension ExperimentSource {
    /// The file's only scenario. `need` explains why there must be just one.
    package func only(_ need: String) throws(CommandFailure) -> Scenario {
        guard set.variants.count == 1 else {
            let keys = set.variants[0].matrix.map(\.key).joined(separator: ", ")
            throw CommandFailure(
                .wrongUsage,
                "\(file) is \(set.variants.count) scenarios: \(need)",
                advice: "choose with --set: its matrix has \(keys)"
            )
        }
        return set.variants[0].scenario
    }
}
