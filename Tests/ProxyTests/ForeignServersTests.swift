import Proxy
import Serving
import TestSupport
import Testing

/// Bodies from servers that nobody here wrote. Go's is compiled first, which takes a while on a machine that has never
/// done so.
@Suite(.timeLimit(.minutes(3)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ForeignServersTests {
    private static let versions = ["--http1.1", "--http2"]

    @Test(.enabled(if: ForeignServer.Kind.node.isInstalled, "needs node and openssl"), arguments: versions)
    func `1,000 bodies from Node's server arrive complete`(_ version: String) throws {
        try check(.node, version)
    }

    @Test(.enabled(if: ForeignServer.Kind.go.isInstalled, "needs go and openssl"), arguments: versions)
    func `1,000 bodies from Go's server arrive complete`(_ version: String) throws {
        try check(.go, version)
    }

    @Test(.enabled(if: ForeignServer.Kind.nginx.isInstalled, "needs nginx and openssl"), arguments: versions)
    func `1,000 bodies from nginx arrive complete`(_ version: String) throws {
        try check(.nginx, version)
    }

    /// Each is passed on, kept, and stored: it answers again.
    private func check(_ kind: ForeignServer.Kind, _ version: String) throws {
        let server = try ForeignServer(kind)
        let world = try CachingBench()
        let bench = try world.proxy { settings in
            FrameServer.trusting(&settings)
            settings.keptBodyBytes = 1 << 20
        }
        let words = [version, "-m", "50", "-o", "/dev/null", "-w", "%{size_download} "]
        let output = try bench.curl(words + ["\(server.url)/[1-1000]"])
        #expect(output.status == 0, "\(output.errors)")
        let lengths = (1...1000).map { 101 + "\($0)".count }
        #expect(output.output.split(separator: " ").map { Int($0) } == lengths)
        _ = Waiting.until { bench.observer.ended.count { $0.kind == .intercepted } >= 1000 }
        let facts = bench.observer.ended.filter { $0.kind == .intercepted }.compactMap(\.server)
        #expect(facts.count { $0.receivedLast != nil && $0.failure == nil } == 1000)
        #expect(facts.count { $0.responseContent?.isWhole == true } == 1000)
        #expect(facts.map { $0.responseContent?.bytes.count } == facts.map { $0.responseBodyBytes })
        // The server is spoken to over HTTP/2 whatever its client speaks.
        #expect(facts.count { $0.stream != nil } == 1000)
        let again = try bench.curl([
            version, "-o", "/dev/null", "-w", "%header{cache-status}\n", "\(server.url)/[1-1000]",
        ])
        #expect(again.output.split(separator: "\n").count { $0.hasPrefix("netlab; hit") } == 1000)
    }
}
