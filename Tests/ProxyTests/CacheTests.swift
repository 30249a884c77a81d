import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing

/// What clients get through a proxy with a cache.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct CacheTests {
    private let world: CachingBench
    private var origin: CachedOrigin { world.origin }

    init() throws {
        world = try CachingBench()
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `a fresh response is served without its server`(_ protocols: [String]) throws {
        let bench = try world.proxy(protocols)
        for base in [bench.plain, bench.secure] {
            let first = try world.get(bench, "\(base)/fresh")
            #expect(first.hasSuffix("|200|netlab; fwd=uri-miss; stored"))
            let second = try world.get(bench, "\(base)/fresh", fields: "%header{age}|%header{cache-status}")
            #expect(second.hasPrefix(first.prefix { $0 != "|" }))
            #expect(
                second.contains("|200|0|netlab; hit; ttl=") || second.contains("|200|1|netlab; hit; ttl=")
            )
            #expect(try world.get(bench, "\(base)/fresh", "-I").contains("|200|netlab; hit"))
        }
        #expect(origin.asked.count == 2)
        let exchanges = bench.exchanges(9).filter { $0.kind != .interception }
        #expect(exchanges.map { $0.cache?.isAnsweredFromStore } == [false, true, true, false, true, true])
        #expect(exchanges.map { $0.server == nil } == [false, true, true, false, true, true])
    }

    @Test(
        arguments: [
            ("/private", [], "netlab; fwd=uri-miss"), ("/never", [], "netlab; fwd=uri-miss"),
            ("/plain", [], "netlab; fwd=uri-miss"), ("/fresh", ["-I", "-r", "0-1"], "netlab; fwd=bypass"),
            ("/fresh", ["-u", "me:x"], "netlab; fwd=uri-miss"),
            ("/fresh", ["-d", "x"], "netlab; fwd=method"),
            ("/fresh", ["-H", "Cache-Control: no-store"], "netlab; fwd=uri-miss"),
        ] as [(String, [String], String)]
    )
    func `responses that must not be shared are not stored`(
        _ path: String,
        _ words: [String],
        _ status: String
    ) throws {
        let bench = try world.proxy()
        for _ in 0..<2 {
            let output = try bench.curl(
                ["\(bench.plain)\(path)", "-o", "/dev/null", "-w", "%header{cache-status}"] + words
            )
            #expect(output.output == status, "\(output.errors)")
        }
        #expect(origin.asked.count == 2)
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `the server revalidates the stored response, and the cache the client's copy`(
        _ protocols: [String]
    ) throws {
        let bench = try world.proxy(protocols)
        #expect(try world.get(bench, "\(bench.secure)/tag") == "/tag 1|200|netlab; fwd=uri-miss; stored")
        let fields = "%header{x-count}|%header{cache-status}"
        let again = try world.get(bench, "\(bench.secure)/tag", fields: fields)
        #expect(again == "/tag 1|200|2|netlab; fwd=stale; fwd-status=304")
        let held = try world.get(bench, "\(bench.secure)/tag", "-H", "If-None-Match: \"a\"", fields: fields)
        #expect(held == "|304||netlab; fwd=stale; fwd-status=304")
        let other = try world.get(bench, "\(bench.secure)/tag", "-H", "If-None-Match: \"b\"")
        #expect(other == "/tag 1|200|netlab; fwd=stale; fwd-status=304")
        #expect(origin.asked.map { $0.fields["If-None-Match"] } == [nil, "\"a\"", "\"a\"", "\"a\""])
    }

    @Test func `each variant answers its own requests`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/vary"
        #expect(try world.get(bench, url, "-H", "X-Kind: a") == "/vary 1|200|netlab; fwd=uri-miss; stored")
        #expect(try world.get(bench, url, "-H", "X-Kind: b") == "/vary 2|200|netlab; fwd=vary-miss; stored")
        for (kind, count) in [("a", 1), ("b", 2)] {
            let output = try world.get(bench, url, "-H", "X-Kind: \(kind)")
            #expect(output.hasPrefix("/vary \(count)|200|netlab; hit"))
        }
    }

    @Test func `a successful unsafe request invalidates the stored response`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/fresh"
        _ = try world.get(bench, url)
        origin.isDown.withLock { $0 = true }
        #expect(try world.get(bench, url, "-X", "DELETE").hasPrefix("down|503"))
        #expect(try world.get(bench, url).contains("hit"))
        origin.isDown.withLock { $0 = false }
        #expect(try world.get(bench, url, "-X", "DELETE").hasPrefix("/fresh 3|200"))
        #expect(try world.get(bench, url) == "/fresh 4|200|netlab; fwd=uri-miss; stored")
    }

    @Test(arguments: ["/made", "made", "//HOST/made", "http://HOST/made"])
    func `a successful unsafe request also invalidates the URL that its response refers to`(_ place: String)
        throws
    {
        let bench = try world.proxy()
        let made = "\(bench.plain)/fresh"
        let host = made.dropFirst(7).prefix { $0 != "/" }
        let told = place.replacingOccurrences(of: "HOST", with: host).replacingOccurrences(
            of: "made",
            with: "fresh"
        )
        for name in ["Location", "Content-Location"] {
            _ = try world.get(bench, made)
            #expect(try world.get(bench, made).contains("hit"))
            _ = try world.get(bench, "\(bench.plain)/tells", "-d", "\(name): \(told)")
            #expect(try world.get(bench, made).contains("fwd=uri-miss"))
        }
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `ranges are served from the stored whole or from a stored part`(_ protocols: [String])
        throws
    {
        let bench = try world.proxy(protocols)
        let fields = "%header{content-range}|%header{cache-status}"
        func part(_ path: String, _ range: String) throws -> String {
            try world.get(bench, "\(bench.secure)\(path)", "-r", range, fields: fields)
        }
        #expect(try world.get(bench, "\(bench.secure)/parts").hasSuffix("fwd=uri-miss; stored"))
        #expect(try part("/parts", "3-5").hasPrefix("345|206|bytes 3-5/10|netlab; hit"))
        #expect(try part("/parts", "12-").hasPrefix("|416|bytes */10|netlab; hit"))
        #expect(try part("/parts?2", "2-6") == "23456|206|bytes 2-6/10|netlab; fwd=uri-miss; stored")
        #expect(try part("/parts?2", "4-6").hasPrefix("456|206|bytes 4-6/10|netlab; hit"))
        #expect(try part("/parts?2", "5-7") == "567|206|bytes 5-7/10|netlab; fwd=partial; stored")
        // The whole takes the place of its parts, and no part takes its.
        #expect(
            try world.get(bench, "\(bench.secure)/parts?2") == "0123456789|200|netlab; fwd=partial; stored"
        )
        #expect(try part("/parts?2", "0-1").hasPrefix("01|206|bytes 0-1/10|netlab; hit"))
        #expect(origin.asked.count == 4)
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `parts of the same state combine to the whole`(_ protocols: [String]) throws {
        let bench = try world.proxy(protocols)
        let url = "\(bench.secure)/tagged-parts"
        func part(_ range: String) throws -> String {
            try world.get(bench, url, "-r", range, fields: "%header{content-range}|%header{cache-status}")
        }
        #expect(try part("0-3") == "0123|206|bytes 0-3/10|netlab; fwd=uri-miss; stored")
        #expect(try part("6-9") == "6789|206|bytes 6-9/10|netlab; fwd=partial; stored")
        #expect(try part("2-7") == "234567|206|bytes 2-7/10|netlab; fwd=partial; stored")
        #expect(try part("1-8").hasPrefix("12345678|206|bytes 1-8/10|netlab; hit"))
        #expect(try part("-9").hasPrefix("123456789|206|bytes 1-9/10|netlab; hit"))
        #expect(try world.get(bench, url).hasPrefix("0123456789|200|netlab; hit"))
        #expect(try world.get(bench, url, "-I").contains("|200|netlab; hit"))
        let reload = try world.get(bench, url, "-H", "Cache-Control: no-cache")
        #expect(reload == "0123456789|200|netlab; fwd=request; stored")
        #expect(origin.asked.count == 4)
    }

    @Test func `a HEAD response refreshes or invalidates the stored response`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/changes"
        #expect(try world.get(bench, url).hasSuffix("|200|netlab; fwd=uri-miss; stored"))
        // The same state is fresh again, for as long as the origin says now.
        #expect(
            try world.get(bench, url, "-I", "-H", "Cache-Control: max-age=0").contains("|200|netlab; fwd=")
        )
        #expect(try world.get(bench, url).contains("|200|netlab; hit"))
        // Another state ends it.
        #expect(
            try world.get(bench, url, "-I", "-H", "Cache-Control: max-age=0").contains("|200|netlab; fwd=")
        )
        #expect(try world.get(bench, url).hasSuffix("|200|netlab; fwd=uri-miss; stored"))
    }

    @Test func `the client can require the server or only the cache`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/fresh"
        let alone = ["-H", "Cache-Control: only-if-cached"]
        #expect(try world.get(bench, url, alone[0], alone[1]).hasSuffix("|504|netlab; detail=only-if-cached"))
        _ = try world.get(bench, url)
        #expect(try world.get(bench, url, alone[0], alone[1]).hasPrefix("/fresh 1|200|netlab; hit"))
        let reload = try world.get(bench, url, "-H", "Cache-Control: no-cache")
        #expect(reload == "/fresh 2|200|netlab; fwd=request; stored")
        #expect(try world.get(bench, url).hasPrefix("/fresh 2|200|netlab; hit"))
    }

    @Test func `an unstorable response removes the stored response that it replaces`() throws {
        let bench = try world.proxy()
        let url = "\(bench.plain)/turns"
        #expect(try world.get(bench, url) == "/turns 1|200|netlab; fwd=uri-miss; stored")
        let reload = try world.get(bench, url, "-H", "Cache-Control: no-cache")
        #expect(reload == "/turns 2|200|netlab; fwd=request")
        #expect(try world.get(bench, url) == "/turns 3|200|netlab; fwd=uri-miss")
    }

    @Test func `a reverse proxy's stored redirect leads back to the proxy`() throws {
        let server = try world.proxy()
        let proxy = try ProxyBench { settings in
            settings.reverse = Destination(url: server.plain)
            settings.cache = try? CacheFolder(world.folder.file("other"), limit: 1 << 20)
        }
        let url = "http://\(proxy.proxy.address)/moved"
        for end in ["netlab; fwd=uri-miss; stored", "netlab; hit; ttl="] {
            let output = try proxy.curl(["-x", "", url, "-w", "%header{location}|%header{cache-status}"])
                .output
            #expect(output.contains("http://\(proxy.proxy.address)/x|\(end)"), "\(output)")
        }
    }

    @Test func `a stale response replaces a failed one if stale-if-error allows it`() throws {
        let bench = try world.proxy()
        for path in ["/error", "/tag"] {
            #expect(
                try world.get(bench, "\(bench.plain)\(path)").hasSuffix("|200|netlab; fwd=uri-miss; stored")
            )
        }
        origin.isDown.withLock { $0 = true }
        let stale = try world.get(bench, "\(bench.plain)/error")
        #expect(stale == "/error 1|200|netlab; fwd=stale; fwd-status=503; detail=stale-if-error")
        #expect(try world.get(bench, "\(bench.plain)/tag") == "down|503|netlab; fwd=stale")
        bench.origin.stop()
        let lost = try world.get(bench, "\(bench.plain)/error")
        #expect(lost == "/error 1|200|netlab; fwd=stale; detail=stale-if-error")
        #expect(try world.get(bench, "\(bench.plain)/tag").contains("|502|"))
    }

    @Test func `the cache survives a restart`() throws {
        var first: ProxyBench? = try world.proxy()
        let url = try #require(first).plain
        _ = try world.get(#require(first), "\(url)/long")
        first = nil
        // Programs that other tests have just started hold the cache's lock until they have begun.
        var again: ProxyBench?
        _ = Waiting.until {
            again = try? world.proxy()
            return again != nil
        }
        let second = try #require(again)
        let output = try second.curl(
            "\(url)/long",
            "-o",
            "/dev/null",
            "-w",
            "%{size_download}|%header{cache-status}"
        )
        #expect(output.output.hasPrefix("3000000|netlab; hit"), "\(output.output) \(output.errors)")
    }

    @Test(arguments: [["http/1.1"], ["h2"]], ["", "?chunked"])
    func `long responses are stored while they are forwarded`(_ protocols: [String], _ query: String) throws {
        let bench = try world.proxy(protocols)
        let words = ["\(bench.secure)/long\(query)", "-w", "|%header{cache-status}"]
        let first = try bench.curl(words).output
        let second = try bench.curl(words).output
        #expect(first.utf8.prefix(3_000_000).elementsEqual(second.utf8.prefix(3_000_000)))
        #expect(first.hasSuffix("x|netlab; fwd=uri-miss; stored") && second.contains("x|netlab; hit"))
        #expect(origin.asked.count == 1)
    }

    @Test func `a truncated response is not stored`() throws {
        let bench = try world.proxy()
        for _ in 0..<2 { #expect(try bench.curl("\(bench.plain)/cut", "-o", "/dev/null").status != 0) }
        #expect(origin.asked.count == 2)
        #expect(
            bench.exchanges(2).map(\.cache) == [
                .passed(.uriMiss, isStored: false), .passed(.uriMiss, isStored: false),
            ]
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path).isEmpty)
    }

    @Test func `rules apply to cached responses, and body rules bypass the cache`() throws {
        var rewrite = RewriteAction()
        rewrite.responseFields.set = [HTTPField(name: "X-Rule", value: "y")]
        var (one, other) = (RuleMatch(), RuleMatch())
        one.path = StarPattern("/fresh")
        other.path = StarPattern("/long")
        let rules = ProxyRules([ProxyRule(one, [rewrite]), ProxyRule(other, [NoCachingAction()])])
        let bench = try world.proxy { $0.rules = CurrentRules(rules) }
        for start in ["|y|netlab; fwd=uri-miss", "|y|netlab; hit"] {
            let output = try world.get(
                bench,
                "\(bench.plain)/fresh",
                fields: "%header{x-rule}|%header{cache-status}"
            )
            #expect(output.contains(start))
        }
        for _ in 0..<2 {
            #expect(try world.get(bench, "\(bench.plain)/long").hasSuffix("|netlab; fwd=bypass"))
        }
    }
}
