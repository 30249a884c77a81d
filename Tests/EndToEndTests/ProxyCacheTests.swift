import Foundation
import TestSupport
import Testing

/// `netlab proxy --cache` between programs that nobody here wrote and a server.
@Suite(.timeLimit(.minutes(2))) struct `netlab proxy with a cache` {
    @Test
    func `answers from its cache, even after a restart`() throws {
        let bench = try InterceptingProxy("--cache", "stored")
        let site = URL(filePath: bench.folder.file("site"))
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -1_000_000)]
        try FileManager.default.setAttributes(old, ofItemAtPath: site.appending(path: "a.bin").path)
        let url = "https://localhost:\(bench.server.port)/a.bin"
        func get(_ proxy: String, _ words: String...) throws {
            let output = try bench.run("curl", ["-sSo", "got", "-x", proxy, url] + words)
            #expect(output.status == 0, "\(output.errors)")
            #expect(try Data(contentsOf: URL(filePath: bench.folder.file("got"))).count == 300_000)
        }
        try get(bench.url)
        try get(bench.url)
        try get(bench.url, "-H", "Cache-Control: no-cache")
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        for words in ["(stored)", "(cache hit)", "(revalidated)"] {
            #expect(told.contains("  \(words)\n"), "\(told)")
        }
        let words = ["proxy", "--port", "0", "--intercept", "*", "--cache", "stored"]
        let environment = [
            "XDG_DATA_HOME": bench.folder.file("data"), "SSL_CERT_FILE": bench.folder.file("world.pem"),
        ]
        let again = try Program(Netlab.path, words, in: bench.folder.path, environment: environment).start()
        defer { if again.isRunning { again.signal(SIGKILL) } }
        _ = Waiting.until { again.output.contains("\n") || !again.isRunning }
        try get(String(again.output.split(separator: "\n").first ?? ""))
        again.signal(SIGINT)
        let errors = try again.finish().errors
        #expect(
            errors.contains("caches in stored: 1 response,") && errors.contains("(cache hit)"),
            "\(errors)"
        )
    }

    @Test
    func `a session saved behind a cache answers all of its requests on replay`() throws {
        let first = try InterceptingProxy("--cache", "stored", "--save", "session.har")
        let site = URL(filePath: first.folder.file("site"))
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -1_000_000)]
        try FileManager.default.setAttributes(old, ofItemAtPath: site.appending(path: "a.bin").path)
        let url = "https://localhost:\(first.server.port)/a.bin"
        for _ in 0..<2 { #expect(try first.run("curl", ["-sSo", "got", url]).status == 0) }
        first.proxy.signal(SIGINT)
        #expect(try first.proxy.finish().errors.contains("(cache hit)"))
        let second = try InterceptingProxy("--replay", first.folder.file("session.har"))
        for _ in 0..<3 {
            let output = try second.run("curl", ["-sSo", "got", url, "-w", "%{http_code} %{size_download}"])
            #expect(output.output == "200 300000", "\(output.errors)")
        }
    }
}
