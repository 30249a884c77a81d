import Foundation
import TestSupport

/// A machine with a network interface and a world beyond it, and with all files that the documented commands
/// use.
struct ReadersMachine {
    /// What every script begins with.
    private static let environment = """
        export ROOT='\(DocumentedCommands.rootPath)' NETLAB_KERNELS='\(InstalledKernels.folder)'
        export PATH="$PWD/bin:$PWD/../bin:$PATH" SSL_CERT_FILE="$PWD/cert.pem"

        """

    /// Makes files that the commands assume. A busy machine's run ends with 3, but leaves its captures.
    private static let preparation = """
        netlab run -q secure.yaml -o secure; cp secure/client.pcapng web.pcapng && cp secure/tls.keys keys.txt
        cp web.pcapng app.pcapng && cp keys.txt app.keys && cp web.pcapng client.pcapng && cp web.pcapng mine.pcapng
        netlab run -q mine.yaml -o plain; cp plain/client.pcapng phone.pcapng
        mkdir before-runs after-runs; cp -r plain before-runs/1; cp -r plain after-runs/1
        mkdir captures; cp web.pcapng phone.pcapng captures
        netlab inspect phone.pcapng --har >shop.har; cp shop.har before.har; cp shop.har after.har
        """

    /// The world's HTTPS certificate.
    private static let certificate = """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 \\
            -subj /CN=example.com -addext subjectAltName=DNS:example.com 2>/dev/null && cat key.pem cert.pem >world.pem
        """

    /// Stand-ins for programs without a screen, a build or a line emulator here; they check that their
    /// arguments exist.
    private static let standIns = [
        "wireshark": #"exec tshark -r "$1" -c 1"#,
        "make": #"exec /usr/bin/make -n -C "$ROOT" "$@""#,
        "tc": "echo 'qdisc netem 8001: root refcnt 2 limit 1000 delay 50ms loss 1% rate 1Mbit'",
    ]

    private static let secure = """
        netlab: 1
        link: { profile: wifi }
        origin: { tls: true, files: { "a{1..6}.jpg": { image: jpeg, size: 40 kB } } }
        client: { policy: none }
        steps: [ { name: cold, fetch: all } ]
        """

    private let world: World

    /// A machine with all files, which take two runs to make.
    init() throws {
        world = try World()
        let files = [
            "mine.yaml": DocumentedCommands.scenario, "secure.yaml": Self.secure,
            "lines.yaml": "sweep: 1\nscenario: mine.yaml\naxes: { link.down.loss: [0 %, 1 %] }",
            "site/index.html": "<p>hello</p>", "rules.yaml": "rules: [ { delay: 1ms } ]",
            "my-app": #"#!/bin/sh\#nexec curl -s -o got "$NETLAB_ORIGIN/small.jpg""#,
        ]
        for (name, text) in files { try write(name, text) }
        for (name, line) in Self.standIns { try write("bin/\(name)", "#!/bin/sh\n\(line)\n", mode: 0o755) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: world.file("my-app"))
        _ = try Program("/bin/sh", ["-c", Self.certificate], in: world.file("")).run()
        _ = try world.shell(Self.environment + Self.preparation)
    }

    /// A machine with the same files.
    init(like other: ReadersMachine) throws {
        world = try World()
        let copying = try Program("/bin/cp", ["-a", other.world.file("."), world.file("")]).run()
        guard copying.status == 0 else { throw CopyFailure(errors: copying.errors) }
    }

    /// Why the files of one machine are not on another.
    private struct CopyFailure: Error {
        var errors: String
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o644) throws {
        let path = world.file(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Runs the commands in order, as printed, and returns a text for each unexpected ending.
    func complaints(about commands: [String]) throws -> [String] {
        let trials = commands.map(CommandTrial.init)
        for (number, trial) in trials.enumerated() { try write("line-\(number)", trial.line + "\n") }
        let output = try world.shell(Self.script(trials), seconds: 280)
        let ended = output.output.split(separator: "\n").compactMap { line -> (Int, Int32)? in
            let words = line.split(separator: " ").compactMap { Int32($0) }
            return words.count == 2 ? (Int(words[0]), words[1]) : nil
        }
        let statuses = Dictionary(ended) { first, _ in first }
        return trials.enumerated().compactMap { number, trial in
            let status = statuses[number]
            if let status, trial.statuses.contains(status) { return nil }
            let errors = (try? String(contentsOfFile: world.file("err-\(number)"), encoding: .utf8)) ?? ""
            let ending = status.map { "\($0)" } ?? "nothing"
            return "`\(commands[number])` ended with \(ending): \(errors)\(output.errors)"
        }
    }

    private static func script(_ trials: [CommandTrial]) -> String {
        environment
            + trials.enumerated().map { number, trial in
                // One short run to explain or inspect.
                let isOfLast = ["netlab explain last -", "netlab inspect last "].contains {
                    trial.line.hasPrefix($0)
                }
                let run = isOfLast ? "netlab run -q mine.yaml\n" : ""
                return run + """
                    \(trial.clock)timeout --preserve-status -s INT -k 5 \(trial.seconds) sh line-\(number) </dev/null >out-\(number) 2>err-\(number)
                    echo \(number) $?

                    """
            }.joined()
    }
}
