import Analysis
import Experiments
import Inspecting
import Inspection
import JSON
import LinkModel
import LinuxIO
import Programs
import Reports

/// `netlab inspect FILE...`.
struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "Show every HTTP response in a capture: size, speed, duration"
    static let usage =
        "FILE... [--json|--csv|--har] [--handshakes|--fit] [--keylog FILE] [--stream N] [FILTERS] [--top N] | --rows DIR FILE... [--jobs N]"
    static let discussion = """
        FILE is a pcapng or pcap capture, plain or compressed with gzip or zstd, `-` for standard input, or a run (its
        folder, or `last` for the newest), whose client capture is read. An HTTP archive (HAR) of a browser or a proxy
        is read as well, also compressed and from standard input; it has times and sizes, but no packets. Several
        captures are read as one, in the order of their packets' times. What cannot be decoded is reported with its
        packet number; everything else is kept. Ctrl-C ends standard input: everything received so far is shown.

        With keys (--keylog, or secrets in the capture) TLS and QUIC v1 and v2 are decrypted, so that HTTP/1.1, HTTP/2 and
        HTTP/3 are read. Without them a QUIC connection only has its hellos, sizes and times.

        --rows makes no report: each capture's exchanges, causes and packets become rows in a file of its own in DIR. A
        separate process reads each capture, so a broken capture loses only its own rows. A capture that already has its
        rows is not read again. netlab sweep merge DIR makes tables of them.

        Filters do not change the numbers of connections. Tables are as wide as the terminal, or as COLUMNS if the output
        goes elsewhere; in narrow tables URLs are shortened first.
        """
    static let options = InspectOptions.all
    static let operands: KnownOperands = .each(.runs)
    static let examples = [
        (line: "netlab inspect last", about: "what the client's host saw in the newest run"),
        (line: "netlab inspect web.pcapng --top 5", about: "the five responses that took longest"),
        (
            line: "netlab inspect web.pcapng --sort speed --csv > slow.csv",
            about: "all responses for a spreadsheet, the slowest transfer first"
        ),
        (
            line: "netlab inspect client.pcapng --json | jq '.exchanges[].durationNs'",
            about: "for a program to read"
        ),
        (line: "netlab inspect web.pcapng --keylog keys.txt", about: "HTTPS like plain HTTP"),
        (line: "netlab inspect web.pcapng --stream 3 --follow", about: "what both ends of a connection sent"),
        (
            line: "netlab inspect web.pcapng --stream 3 --raw server | xxd | less",
            about: "the bytes that its server sent"
        ),
        (line: "netlab inspect web.pcapng --har > web.har", about: "for a browser's network panel"),
        (
            line: "netlab inspect shop.har --top 5",
            about: "the five slowest exchanges that a browser recorded"
        ),
        (line: "netlab inspect - --csv < shop.har > shop.csv", about: "an archive from standard input"),
        (
            line: "netlab inspect phone.pcapng --profile nlc/dsl",
            about: "theory for that line, the measurements, and where the time went"
        ),
        (
            line: "netlab inspect phone.pcapng --fit -o phone.yaml",
            about: "the line that it was recorded on, and a scenario that fetches the same over it"
        ),
        (
            line: "netlab inspect --rows archive captures/*.pcapng",
            about: "rows of many captures, for netlab sweep merge archive"
        ),
        (
            line: "tcpdump -w - port 80 | netlab inspect - --type image --slower-than 500ms",
            about: "slow images among live traffic, until Ctrl-C"
        ),
    ]

    private let files: [String]
    /// nil if no argument is standard input.
    private let input: PipedInput?
    private let options: InspectOptions
    /// Options that only captures allow, as given.
    private let captureOptions: [String]

    /// nil if reports are wanted.
    private let rows: RowsInspection?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        files = arguments.positionals
        options = try InspectOptions(arguments)
        let order = try RowsOrder(arguments, keys: options.keys)
        input = files.contains("-") ? try PipedInput() : nil
        captureOptions = InspectOptions.ofCapturesOnly.filter(arguments.has)
        guard !files.isEmpty else {
            throw CommandFailure(.wrongUsage, "netlab inspect needs a capture", advice: Self.examples[0].line)
        }
        guard let order else {
            rows = nil
            return
        }
        var paths: [String] = []
        for file in files { paths += try CapturePaths.of(file) }
        rows = try RowsInspection(order, options, paths)
    }

    /// Many captures are read by a process each, which keeps the rights to files alone.
    var rights: ProcessRights? { rows?.startsPrograms == true ? nil : .files }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if let rows { return try rows.run(on: console) }
        var archives: [String] = []
        for file in files where try ArchiveFile.isArchive(file, input) { archives.append(file) }
        guard archives.isEmpty else {
            try ArchiveInspection(
                files,
                options,
                archives: archives,
                from: input,
                refusing: captureOptions
            ).show(on: console)
            return .done
        }
        let bodies = try options.extractFolder.map { path throws(CommandFailure) in
            try BodyFolder(path, filter: options.filter, stream: options.stream)
        }
        var paths: [String] = []
        for file in files { paths += try CapturePaths.of(file) }
        if let follow = options.follow {
            try follow.show(paths.joined(separator: ", "), on: console) { follower throws(CommandFailure) in
                try inspected(paths, nil, follower)
            }
            return .done
        }
        var reports: [InspectionReport] = []
        if options.fitsLine {
            let whole = try inspected(paths, bodies)
            try FitSession(options).show(whole, file: paths.joined(separator: ", "), on: console)
            return .done
        }
        for paths in options.isEach ? paths.map({ [$0] }) : [paths] {
            reports.append(try report(try inspected(paths, bodies), paths.joined(separator: ", ")))
            if options.form != .json { show(reports.removeLast(), on: console) }
        }
        if options.form == .json { InspectionJSON.document(reports).write { console.write($0) } }
        if let bodies { try tell(of: bodies, on: console) }
        return .done
    }

    private func inspected(
        _ paths: [String],
        _ bodies: BodyFolder?,
        _ follower: FollowedStream? = nil
    ) throws(CommandFailure) -> CaptureInspection {
        defer { if paths.contains("-") { input?.finish() } }
        do {
            return try CaptureReading.inspect(
                paths,
                from: input?.capture,
                keys: options.keys,
                limits: options.limits,
                options: options.reading,
                bodies: bodies,
                follower: follower,
                filter: options.packets
            ) { follower?.flush() }
        } catch {
            throw CommandFailure.invalidFile(paths.count == 1 ? "\(paths[0]): error: \(error)" : "\(error)")
        }
    }

    private func report(
        _ inspection: CaptureInspection,
        _ name: String
    ) throws(CommandFailure) -> InspectionReport {
        if let stream = options.stream, !options.isEach,
            !inspection.flows.contains(where: { $0.stream == stream })
        {
            throw CommandFailure.noConnection(stream, in: name, of: inspection)
        }
        return InspectionReport(
            inspection,
            file: name,
            stream: options.stream,
            filter: options.filter,
            ranking: options.ranking,
            isSummarised: options.isSummarised,
            drawsGraphs: options.drawsGraphs,
            comparison: options.profile.map {
                CaptureComparison(inspection, profile: $0.name, link: $0.link)
            }
        )
    }

    private func show(_ report: InspectionReport, on console: Console) {
        if options.showsHandshakes {
            return console.print(report.handshakes.document)
        }
        switch options.form {
        case .csv: InspectionCSV(report).write { console.write($0) }
        case .har: InspectionArchive(report).draft.write { console.write($0) }
        case .text, .json: console.print(report.document)
        }
    }

    private func tell(of bodies: BodyFolder, on console: Console) throws(CommandFailure) {
        if let failure = bodies.failure {
            throw CommandFailure(.failed, "bodies could not be written to \(bodies.path): \(failure)")
        }
        console.note("bodies:  \(bodies.written) in \(bodies.path)")
    }
}
