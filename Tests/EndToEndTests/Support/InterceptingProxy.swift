import Foundation
import TestSupport
import Testing

/// A server with TLS, a proxy before it that looks into everything, and the folder of both.
final class InterceptingProxy {
    let folder: ScratchFolder
    let server: Server
    let proxy: RunningProgram
    let url: String

    /// `rules` is the text of `rules.yaml`, which the proxy follows.
    convenience init(_ options: String..., rules: String? = nil) throws {
        try self.init(options: options, rules: rules)
    }

    init(options: [String], rules: String? = nil) throws {
        folder = try ScratchFolder()
        if let rules { try Data(rules.utf8).write(to: URL(filePath: folder.file("rules.yaml"))) }
        let site = URL(filePath: folder.file("site"))
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        try Data(repeating: 120, count: 300_000).write(to: site.appending(path: "a.bin"))
        server = try Server("site", "--tls", "--ca", "world.pem", in: folder)
        let environment = [
            "XDG_DATA_HOME": folder.file("data"), "SSL_CERT_FILE": folder.file("world.pem"),
        ]
        let words =
            ["proxy", "--port", "0", "--intercept", "*"] + options
            + (rules == nil ? [] : ["--rules", "rules.yaml"])
        let proxy = try Program(Netlab.path, words, in: folder.path, environment: environment).start()
        _ = Waiting.until { proxy.output.contains("\n") || !proxy.isRunning }
        self.proxy = proxy
        url = String(proxy.output.split(separator: "\n").first ?? "")
        let exported = try Program(Netlab.path, ["ca", "export"], environment: environment).run()
        try Data(exported.output.utf8).write(to: URL(filePath: folder.file("ca.pem")))
    }

    deinit {
        if proxy.isRunning { proxy.signal(SIGKILL) }
    }

    var port: String { url.dropLast().split(separator: ":").last.map(String.init) ?? "" }

    /// Another command that tells the proxy something. `editor` is a shell's command line.
    func tell(_ words: String..., editor: String = "false") throws -> ProgramOutput {
        try tell(words, editor: editor)
    }

    func tell(_ words: [String], editor: String = "false") throws -> ProgramOutput {
        let environment = [
            "XDG_DATA_HOME": folder.file("data"), "VISUAL": editor, "SSL_CERT_FILE": folder.file("world.pem"),
            "TMPDIR": folder.path,
        ]
        let words = ["proxy"] + words + ["--port", port]
        return try Program(Netlab.path, words, environment: environment).run()
    }

    /// Ends the proxy, and returns what it printed with `--json`: the announcement, then the exchanges.
    func finishedLines() throws -> [[String: Any]] {
        proxy.signal(SIGINT)
        return try proxy.finish().output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// A new link to the proxy's page.
    func pageLink() throws -> String {
        let output = try tell("page")
        #expect(output.status == 0, "\(output.errors)")
        return String(output.output.prefix { $0 != "\n" })
    }

    func run(_ program: String, _ arguments: [String]) throws -> ProgramOutput {
        try start(program, arguments).finish()
    }

    func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
        let variables = [
            "http_proxy", "https_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "CURL_CA_BUNDLE",
            "GIT_SSL_CAINFO",
        ]
        var environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, folder.file("ca.pem")) })
        for name in variables.prefix(3) { environment[name] = url }
        environment["no_proxy"] = ""
        return try Program(
            try #require(Program.find(program)),
            arguments,
            in: folder.path,
            environment: environment
        ).start()
    }
}
