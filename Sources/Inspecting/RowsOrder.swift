import LinuxIO
package import Programs
import Sweeps
import TLS

/// What `netlab inspect --rows` is asked for.
package struct RowsOrder {
    static let options = [
        CommandOption(
            "--rows",
            value: "DIR",
            about:
                "no report: write rows of each capture into a folder, for netlab sweep merge to make tables of"
        ),
        CommandOption(
            "--jobs",
            value: "N",
            about: "with --rows: captures read in parallel (default: one for each processor)"
        ),
    ]

    /// Options that rows may differ by, with their values.
    private static let decisive = ["--keylog", "--memory", "--filter"]
    private static let mostJobs: UInt64 = 1024

    let folder: RowsFolder
    let jobs: Int
    /// The decisive options as given, for a process that reads one capture.
    let words: [String]
    /// What decides rows beside captures and the program.
    let identity: [String]

    /// nil if no rows are asked for. `keys` is the text of the key log.
    package init?(_ arguments: ParsedArguments, keys: [UInt8]) throws(CommandFailure) {
        guard let path = arguments.value("--rows") else {
            if arguments.has("--jobs") {
                throw CommandFailure(
                    .wrongUsage,
                    "--jobs needs --rows: a report covers all captures together",
                    advice: "netlab inspect --rows DIR captures/*.pcapng --jobs 4"
                )
            }
            return nil
        }
        let allowed = Set(Self.options.map { $0.names[0] } + Self.decisive)
        let others = InspectOptions.all.map { $0.names[0] }.filter { !allowed.contains($0) }
        if let other = others.first(where: arguments.has) {
            throw CommandFailure(
                .wrongUsage,
                "--rows writes everything in a capture, and tables are queried later: leave \(other) out"
            )
        }
        if arguments.positionals.contains("-") {
            throw CommandFailure(
                .wrongUsage,
                "--rows recognises a capture by its file, so it cannot read standard input",
                advice: "netlab inspect --rows DIR FILE..."
            )
        }
        guard !path.isEmpty else { throw CommandFailure(.wrongUsage, "--rows needs the name of a folder") }
        folder = RowsFolder(path)
        jobs = try arguments.number("--jobs", in: 1...Self.mostJobs).map { Int($0) } ?? Machine.processors
        let given = Self.decisive.compactMap { name in arguments.value(name).map { (name, $0) } }
        words = given.map { "\($0)=\($1)" }
        let keyed = keys.isEmpty ? [] : ["keys \(Digest.sha256.text(of: keys))"]
        identity = given.filter { $0.0 != "--keylog" }.map { "\($0) \($1)" } + keyed
    }
}
