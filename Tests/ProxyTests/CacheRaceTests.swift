import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing

/// What a proxy's cache does while exchanges for the same URL are under way.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct CacheRaceTests {
    private let world: CachingBench
    private var origin: CachedOrigin { world.origin }

    init() throws {
        world = try CachingBench()
    }

    @Test func `a stale response is served at once and revalidated once in the background`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/later"
        #expect(try world.get(bench, url) == "/later 1|200|netlab; fwd=uri-miss; stored")
        origin.gate.withLock { $0 = [] }
        for _ in 0..<3 {
            let answer = try world.get(bench, url)
            #expect(
                answer.hasPrefix("/later 1|200|netlab; hit; ttl=") && !answer.contains("fwd"),
                "\(answer)"
            )
        }
        #expect(Waiting.until { origin.held == 1 } && origin.asked.count == 2)
        origin.open()
        // The newer response is stored.
        #expect(Waiting.until { (try? world.get(bench, url).hasPrefix("held 0|200|netlab; hit")) == true })
        #expect(origin.asked.count == 2)
        // The confirmation is nobody's exchange.
        #expect(bench.exchanges(5).filter { $0.server != nil }.count == 1)
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `a long response is refreshed in the background, with a retry after a lost connection`(
        _ protocols: [String]
    )
        throws
    {
        let bench = try world.proxy(protocols)
        let words = [
            "\(bench.secure)/long-later", "-o", "/dev/null", "-w", "%{size_download} %header{cache-status}",
        ]
        #expect(try bench.curl(words).output == "500000 netlab; fwd=uri-miss; stored")
        for asked in 2...4 {
            if asked == 3 { origin.isDown.withLock { $0 = true } }
            #expect(
                Waiting.until {
                    (try? bench.curl(words).output.hasPrefix("500000 netlab; hit")) == true
                        && origin.asked.count >= asked
                }
            )
        }
    }

    @Test func `a response under way during an unsafe request is not stored`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/slow"
        origin.gate.withLock { $0 = [] }
        let early = try bench.start([url])
        #expect(Waiting.until { origin.held == 1 })
        #expect(try bench.curl("-X", "DELETE", url).output == "/slow 2")
        origin.open()
        #expect(try early.finish().output == "held 0")
        #expect(try world.get(bench, url) == "/slow 3|200|netlab; fwd=uri-miss; stored")
        #expect(try world.get(bench, url).hasPrefix("/slow 3|200|netlab; hit"))
        // The response says early that it is stored; the log knows how it ended.
        #expect(bench.exchanges(4).first { $0.number == 1 }?.cache == .passed(.uriMiss, isStored: false))
    }

    @Test func `an exchange answered by the cache records the stored response`() throws {
        let bench = try world.proxy { $0.keptBodyBytes = 1000 }
        for path in ["/fresh", "/long"] {
            for _ in 0..<2 { _ = try bench.curl("\(bench.plain)\(path)", "-o", "/dev/null") }
        }
        let stored = bench.exchanges(4).sorted { $0.number < $1.number }.map(\.stored)
        #expect(stored.map { $0?.content?.bytes.count } == [nil, 8, nil, 0])
        #expect(stored.map { $0?.content?.isWhole } == [nil, true, nil, false])
        #expect(stored[1]?.head.fields["Content-Type"] == "text/plain; charset=utf-8")
    }
}
