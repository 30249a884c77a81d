import Fixtures
import Glibc
import HTTP
import Images
import LinuxIO
import Scenarios
import Serving
import TestSupport
import Testing

@testable import Origin

/// A folder with all kinds of entries and a secret beside it, served over loopback and requested byte by
/// byte, without a client that would normalise paths.
struct FolderBench {
    let scratch: ScratchFolder
    static let text = "0123456789"

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("secret", "secret")
        for folder in ["in", "in/sub", "in/page", "in/.git", "in/.well-known", "in/a b"] {
            mkdir(scratch.file(folder), 0o755)
        }
        for (name, text) in [
            ("a.txt", Self.text), ("page/index.html", "<p>page"), (".env", "KEY=1"),
            (".git/config", "[core]"),
            (".well-known/x.json", "{}"), ("a b/ä%.txt", "umlaut"), ("c.css", "plain"),
            ("c.css.gz", "gzipped"),
            ("c.css.br", "brotli"), ("empty", ""),
        ] {
            try scratch.write("in/\(name)", text)
        }
        for name in ["a.txt", "c.css", "c.css.gz", "c.css.br"] {
            #expect(
                FileStatus.stamp(scratch.file("in/\(name)"), used: 0, modified: 1_500_000_000_000_000_000)
            )
        }
        symlink("../secret", scratch.file("in/out"))
        symlink("..", scratch.file("in/up"))
        symlink("a.txt", scratch.file("in/within"))
        mkfifo(scratch.file("in/pipe"), 0o644)
    }

    func serving(
        _ settings: FolderSettings = FolderSettings(),
        _ body: (LoopbackClient, OriginServer) throws -> Void
    ) throws {
        let server = try OriginServer(
            configuration: OriginConfiguration(
                seed: 47,
                settings: OriginSettings(files: [OriginFile(name: "made.jpg", image: .jpeg, size: 5000)])
            ),
            drawing: LibraryDrawing(),
            folder: FolderSite(FolderTree(scratch.file("in")), settings),
            listeners: ListenerSet(Listener(address: "127.0.0.1")),
            clock: RunClock()
        )
        try server.start()
        defer { server.stop() }
        try body(LoopbackClient(port: server.port), server)
    }

    func fetch(
        _ client: LoopbackClient,
        _ target: String,
        method: String = "GET",
        _ fields: [String: String] = [:]
    ) throws -> LoopbackClient.Response {
        var head = HTTPRequestHead(method: method, target: target, fields: ["Host": "o"])
        for (name, value) in fields { head.fields.append(name, value) }
        try client.send(head.serialised())
        return try #require(try client.response(to: method))
    }
}
