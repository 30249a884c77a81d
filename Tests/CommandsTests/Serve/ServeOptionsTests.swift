import LinkModel
import LinuxIO
import Origin
import Programs
import Scenarios
import TestSupport
import Testing
import Wire

@testable import Commands
@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct ServeOptionsTests {
    private func arguments(_ words: [String]) throws(CommandFailure) -> ParsedArguments {
        try ParsedArguments(words[...], taking: ServeCommand.options, command: "serve")
    }

    private func options(_ words: String...) throws(CommandFailure) -> ServeOptions {
        try options(words)
    }

    private func options(_ words: [String]) throws(CommandFailure) -> ServeOptions {
        try ServeOptions(arguments(words))
    }

    @Test func `defaults to a free loopback port`() throws {
        let plain = try options()
        #expect(plain.address == SocketAddress("127.0.0.1", port: 0))
        #expect(!plain.hasTLS && !plain.asJSON && plain.log == .text)
        #expect(plain.folder == FolderSettings())
        #expect(plain.delay == nil && plain.validators == nil)
    }

    @Test func `parses all options`() throws {
        let all = try options(
            "--port",
            "8080",
            "--bind",
            "0.0.0.0",
            "--tls",
            "--ca",
            "ca.pem",
            "--list",
            "--hidden",
            "--precompressed",
            "--delay",
            "200ms",
            "--etag",
            "weak",
            "--loss-as-delay"
        )
        #expect(all.address == SocketAddress(address: 0, port: 8080))
        #expect(all.hasTLS && all.authorityFile == "ca.pem" && all.lossAsDelay)
        #expect(
            all.folder
                == FolderSettings(validators: .weak, lists: true, showsHidden: true, prefersCompressed: true)
        )
        #expect(all.delay == 200_000_000)
        #expect(try options("--bind", "localhost").address.host == .loopback4)
        for spelt in ["::1", "[::1]", "0:0:0:0:0:0:0:1"] {
            #expect(try options("--bind", spelt, "--port", "80").address.description == "[::1]:80")
        }
        #expect(try options("--bind", "::").address.host == .any6)
        #expect(try options("--quiet").log == .none)
        #expect(try options("--quiet", "--log", "json").log == .json)
        #expect(try options("--log", "json").asJSON)
    }

    @Test(arguments: [
        ["--port", "65536"], ["--port", "http"], ["--bind", "::g"], ["--bind", "fe80::1"],
        ["--bind", "[::1]:80"], ["--bind", "example.com"],
        ["--etag", "both"], ["--log", "xml"], ["--log", "json", "--json"], ["--delay", "5"],
        ["--ui-port", "x"],
        ["--prot", "1"],
    ])
    func `rejects invalid options`(_ words: [String]) {
        let failure = #expect(throws: CommandFailure.self) { try ServeOptions(arguments(words)) }
        #expect(failure?.status == .wrongUsage)
    }

    private func plan(_ words: String...) throws(CommandFailure) -> ServePlan {
        let arguments = try arguments(words)
        return try ServePlan(arguments, ServeOptions(arguments))
    }

    @Test func `uses a line if one is requested or in the scenario`() throws {
        #expect(try plan().line.settings == nil)
        #expect(try plan("--profile", "dsl").line.settings?.profile == "nlc/dsl")
        let set = try plan("--set", "link.down.rate=1Mbit/s").line.settings
        #expect(set?.parameters.down.rateBps == 1_000_000)
        #expect(try plan("dsl").line.settings?.profile == "nlc/dsl")
        #expect(try plan("dsl", "--profile", "3g").line.settings?.profile == "nlc/3g")
    }

    @Test func `a scenario determines TLS and HTTP versions; everything else offers both versions`()
        throws
    {
        #expect(try plan().encryption == nil && plan().http == [.http2, .http11])
        #expect(try plan("--tls").encryption == OriginEncryption())
        let scratch = try ScratchFolder()
        let text = """
            netlab: 1
            link: { profile: dsl }
            origin: { tls: { certificate: expired }, http: [http/1.1], files: { a: { text: own } } }
            origins: { images.example.com: { files: { a: { text: image } } } }
            steps: [ { name: all, fetch: all } ]
            """
        try scratch.write("a.yaml", text)
        for words in [[], ["--tls", "--ca", "ca.pem"]] {
            let plan = try ServePlan(arguments([scratch.file("a.yaml")] + words), options(words))
            #expect(plan.encryption == OriginEncryption(certificate: .expired))
            #expect(plan.http == [.http11])
            #expect(plan.names.contains("images.example.com"))
        }
        #expect(try plan(scratch.path).names.isEmpty)
    }

    private static let unservable: [([String], Int32, String)] = [
        (["--list"], 1, "need a folder to serve"), (["--ca", "ca.pem"], 1, "--tls"),
        (["a", "b"], 1, "one folder or scenario"), ([""], 1, "netlab serve ."),
        (["dsk"], 2, "`dsl`"), (["/nowhere/at/all"], 2, "no such folder"),
        (["policies"], 1, "client.policy"),
        (["--set", "link.down.loss=1%"], 3, "--loss-as-delay"),
        (["--set", "link.down.duplicate=1%"], 3, "netlab exec"),
    ]

    @Test(arguments: unservable)
    func `rejects what cannot be served, with advice`(words: [String], status: Int32, advice: String)
        throws
    {
        let arguments = try arguments(words)
        let options = try ServeOptions(arguments)
        let failure = #expect(throws: CommandFailure.self) { _ = try ServePlan(arguments, options) }
        #expect(failure?.status.rawValue == status)
        #expect(
            failure.map { ($0.message + ($0.advice ?? "")).contains(advice) } == true,
            "\(String(describing: failure))"
        )
    }

    @Test func `a name is first a folder, then a scenario, and a file must be YAML`() throws {
        let scratch = try ScratchFolder()
        try scratch.write("a.txt", "a")
        try scratch.write("mine.yaml", "netlab: 1")
        #expect(try ServeSubject([]) == .fixtures)
        #expect(try ServeSubject([scratch.path]) == .folder(scratch.path))
        #expect(try ServeSubject(["dsl"]) == .scenario("dsl"))
        #expect(try ServeSubject([scratch.file("mine.yaml")]) == .scenario(scratch.file("mine.yaml")))
        let failure = #expect(throws: CommandFailure.self) { try ServeSubject([scratch.file("a.txt")]) }
        #expect(failure?.status == .invalidFile)
        #expect(failure?.advice?.hasSuffix("netlab serve \(scratch.path)") == true)
    }
}
