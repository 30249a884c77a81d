import LinkEngine
import LinkModel
import Origin
import Runs
import Scenarios

/// What to serve, and the line in front of it.
struct ServePlan {
    let subject: ServeSubject
    /// The scenario; without files and line if none is named.
    let scenario: Scenario
    /// nil if nothing is shaped; connections then go directly to the server.
    let line: LinkSettings?
    /// nil without encryption.
    let encryption: OriginEncryption?
    /// Offered versions, preferred first.
    let http: [OfferedHTTP]

    init(_ arguments: ParsedArguments, _ options: ServeOptions) throws(CommandFailure) {
        let loading = try ScenarioLoading(arguments)
        subject = try ServeSubject(arguments.positionals)
        if case .scenario(let name) = subject {
            scenario = try loading.load(name).only("a server has one")
        } else {
            scenario = try BareScenario.load(loading, command: ServeCommand.name)
        }
        encryption = scenario.origin.encryption ?? (options.hasTLS ? OriginEncryption() : nil)
        http = if case .scenario = subject { scenario.origin.http } else { [.http2, .http11] }
        line = scenario.link.parameters.shapesNothing ? nil : scenario.link
        try check(options)
    }

    /// The line as reports show it.
    func record(_ options: ServeOptions) -> LinkRecord? {
        line.map { line in
            LinkRecord(
                mode: .stream,
                carrier: nil,
                profile: line.profile,
                congestion: nil,
                parameters: line.parameters,
                streams: LinkRecord.Streams(lossAsDelay: options.lossAsDelay)
            )
        }
    }

    /// Host names that clients use for the server, beyond the usual ones.
    var names: [String] {
        if case .scenario = subject { scenario.hosts.map(\.host) } else { [] }
    }

    private func check(_ options: ServeOptions) throws(CommandFailure) {
        if case .folder = subject {
        } else if options.folder.isForFoldersOnly {
            throw CommandFailure(
                .wrongUsage,
                "--list, --hidden and --precompressed need a folder, and none is served",
                advice: "netlab serve . serves this one"
            )
        }
        if options.authorityFile != nil, encryption == nil {
            throw CommandFailure(.wrongUsage, "--ca writes the certificate that --tls needs: give both")
        }
        guard let line, let refusal = StreamRefusal(line.parameters, lossAsDelay: options.lossAsDelay) else {
            return
        }
        throw CommandFailure(
            .failed,
            refusal.description,
            advice: refusal.isOfLossAlone
                ? "--loss-as-delay turns each loss into the delay of sending it again"
                : "netlab exec has lines of packets: netlab help exec"
        )
    }
}
