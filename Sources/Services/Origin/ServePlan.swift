import Origin
package import Programs
import ScenarioFormat
package import Scenarios

/// What to serve, and the line in front of it.
package struct ServePlan {
    let subject: ServeSubject
    /// The scenario; without files and line if none is named.
    package let scenario: Scenario
    let line: FrontLine
    /// nil without encryption.
    let encryption: OriginEncryption?
    /// Offered versions, preferred first.
    let http: [OfferedHTTP]

    package init(_ arguments: ParsedArguments, _ options: ServeOptions) throws(CommandFailure) {
        let loading = try ScenarioLoading(arguments)
        subject = try ServeSubject(arguments.positionals)
        if case .scenario(let name) = subject {
            scenario = try loading.load(name, purpose: .bench).only("a server has one scenario")
        } else {
            scenario = try BareScenario.load(loading, command: ServeOptions.command)
        }
        encryption = scenario.origin.encryption ?? (options.hasTLS ? OriginEncryption() : nil)
        let offered =
            if case .scenario = subject { scenario.origin.http } else { [OfferedHTTP.http2, .http11] }
        http = options.hasHTTP3 && !offered.contains(.http3) ? [.http3] + offered : offered
        try Self.check(options, subject, isEncrypted: encryption != nil)
        line = try FrontLine(scenario, lossAsDelay: options.lossAsDelay)
        if http.contains(.http3), line.settings != nil {
            throw CommandFailure(
                .failed,
                "HTTP/3 cannot be served behind this line: it carries byte streams, and HTTP/3 is packets",
                advice: "netlab exec and netlab phone have lines of packets: netlab help exec"
            )
        }
    }

    /// Host names that clients use for the server, beyond the usual ones.
    var names: [String] {
        if case .scenario = subject { scenario.hosts.map(\.host) } else { [] }
    }

    private static func check(
        _ options: ServeOptions,
        _ subject: ServeSubject,
        isEncrypted: Bool
    ) throws(CommandFailure) {
        if case .folder = subject {
        } else if options.folder.isForFoldersOnly {
            throw CommandFailure(
                .wrongUsage,
                "--list, --hidden and --precompressed need a folder to serve",
                advice: "netlab serve . serves this one"
            )
        }
        if options.authorityFile != nil, !isEncrypted {
            throw CommandFailure(.wrongUsage, "--ca writes the certificate that --tls needs: give both")
        }
    }
}
