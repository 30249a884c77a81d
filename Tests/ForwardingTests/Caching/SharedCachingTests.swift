import HTTP
import Testing
import Wire

@testable import Forwarding

/// The responses of these tests arrived at this moment, by a correct clock of the origin.
private let start: Int64 = 1_790_000_000
private let date = HTTPDate(secondsSince1970: start).description

private let earlier = HTTPDate(secondsSince1970: start - 9).description

private func at(_ seconds: Int64) -> Int64 { (start + seconds) * 1_000_000_000 }

private func request(_ fields: HTTPFields = [:], method: String = "GET") throws -> ForwardedRequest {
    try ForwardedRequest(
        HTTPRequestHead(method: method, target: "http://a.test/x", fields: fields),
        within: nil
    )
}

private func stored(_ fields: HTTPFields, for request: HTTPFields = [:], at moment: Int64 = 0)
    -> StoredResponse
{
    var fields = fields
    fields["Date"] = HTTPDate(secondsSince1970: start + moment).description
    return StoredResponse(request: request, fields: fields, requestedAt: at(moment), respondedAt: at(moment))
}

@Suite struct SharedCachingTests {
    private let caching = SharedCaching()

    @Test(
        arguments: [
            ("GET", [:], false, nil), ("HEAD", [:], false, nil), ("POST", [:], false, .method),
            ("OPTIONS", [:], false, .method), ("GET", [:], true, .bypass),
            ("GET", ["Range": "bytes=0-1"], false, nil), ("GET", ["If-Match": "\"a\""], false, .bypass),
            ("HEAD", ["Range": "bytes=0-1"], false, .bypass), ("GET", ["If-Range": "\"a\""], false, nil),
            ("GET", ["If-Unmodified-Since": date], false, .bypass),
            ("GET", ["If-None-Match": "\"a\""], false, nil),
            ("GET", ["Connection": "Upgrade", "Upgrade": "websocket"], false, .bypass),
        ] as [(String, HTTPFields, Bool, CacheStatus.Reason?)]
    )
    func `some requests bypass the cache`(
        _ method: String,
        _ fields: HTTPFields,
        _ hasBody: Bool,
        _ reason: CacheStatus.Reason?
    ) throws {
        #expect(try caching.bypass(request(fields, method: method), nil, hasBody: hasBody) == reason)
    }

    @Test func `a client-chosen Host or address never affects another client's stored response`() throws {
        let tunnel = Destination(host: "a.test", port: 443, isEncrypted: true)
        func reason(_ host: String) throws -> CacheStatus.Reason? {
            let head = HTTPRequestHead(method: "GET", target: "/x", fields: ["Host": host])
            return try caching.bypass(ForwardedRequest(head, within: tunnel), nil, hasBody: false)
        }
        #expect(try reason("A.test") == nil && reason("a.test:8443") == .bypass)
        let head = HTTPRequestHead(method: "GET", target: "/x", fields: ["Host": "a.test"])
        let address = try #require(IPAddress("192.0.2.1"))
        let end = Destination(host: "192.0.2.1", port: 80, isEncrypted: false)
        let looked = try ForwardedRequest(head, within: end, at: address)
        #expect(looked.storedURL == "http://a.test/x at 192.0.2.1")
        #expect(try request().storedURL == "http://a.test/x")
    }

    @Test func `rules that edit the body or forbid caching bypass the cache, other rules do not`() throws {
        func reason(_ action: any RuleAction) throws -> CacheStatus.Reason? {
            let rules = ProxyRules([ProxyRule(RuleMatch(), [action])])
            return try caching.bypass(request(), rules.plan(for: request()), hasBody: false)
        }
        var rewrite = RewriteAction()
        #expect(try reason(rewrite) == nil)
        rewrite.responseBody.content = .text("b")
        #expect(try reason(rewrite) == .bypass)
        #expect(try reason(NoCachingAction()) == .bypass)
    }

    /// What is stored, the request's fields, the age, and the decision in short.
    @Test(
        arguments: [
            ([:], [:], 0, "uri-miss"),
            (["Cache-Control": "max-age=9"], [:], 5, "hit 4"),
            (["Cache-Control": "max-age=9"], ["Cache-Control": "no-cache"], 5, "request"),
            (["Cache-Control": "max-age=9"], ["Cache-Control": "max-age=2"], 5, "request"),
            (["Cache-Control": "max-age=9"], [:], 10, "stale"),
            (["Cache-Control": "max-age=9"], ["Cache-Control": "max-stale"], 10, "hit -1"),
            (["Cache-Control": "max-age=9"], ["Cache-Control": "only-if-cached"], 10, "unavailable"),
            (["Cache-Control": "max-age=9, s-maxage=3"], [:], 5, "stale"),
            (["Cache-Control": "max-age=3, s-maxage=9"], [:], 5, "hit 4"),
            (["Cache-Control": "max-age=9, proxy-revalidate"], ["Cache-Control": "max-stale"], 10, "stale"),
            (["Cache-Control": "max-age=9, must-revalidate"], ["Cache-Control": "max-stale"], 10, "stale"),
            (["Cache-Control": "max-age=9", "ETag": "\"a\""], [:], 10, "stale if \"a\""),
            (["Cache-Control": "no-cache", "ETag": "\"a\""], [:], 1, "stale if \"a\""),
            (["Cache-Control": "max-age=9, stale-if-error=9"], [:], 10, "stale or stored"),
            (["Cache-Control": "max-age=9, stale-while-revalidate=9"], [:], 10, "hit -1, then stale"),
            (
                ["Cache-Control": "max-age=9, stale-while-revalidate=9", "ETag": "\"a\""], [:], 17,
                "hit -8, then stale if \"a\""
            ),
            (["Cache-Control": "max-age=9, stale-while-revalidate=9"], [:], 18, "stale"),
            (["Cache-Control": "max-age=9", "Vary": "Accept"], ["Accept": "b"], 5, "vary-miss"),
            (["Cache-Control": "max-age=9", "Vary": "Accept"], ["Accept": "a"], 5, "hit 4"),
            (["Cache-Control": "max-age=9"], ["Range": "bytes=0-1"], 5, "hit 4"),
            // The server's answer may be a part, which confirms nothing.
            (["Cache-Control": "max-age=9", "ETag": "\"a\""], ["Range": "bytes=0-1"], 10, "stale"),
            (["CDN-Cache-Control": "max-age=9", "Cache-Control": "no-store"], [:], 5, "hit 4"),
            (["CDN-Cache-Control": "max-age=3", "Cache-Control": "max-age=99"], [:], 5, "stale"),
            (["CDN-Cache-Control": "no-cache", "Cache-Control": "max-age=99"], [:], 5, "stale"),
            (["CDN-Cache-Control": "max-age=?", "Cache-Control": "max-age=9"], [:], 5, "hit 4"),
            (["CDN-Cache-Control": "public", "Expires": "Thu, 01 Jan 2099 00:00:00 GMT"], [:], 5, "stale"),
            (["Expires": "Thu Jan  1 00:00:00 1970"], [:], 5, "stale"),
            (["Expires": "Thu Aug  8 02:01:18 2050"], [:], 5, "hit 753536873"),
        ] as [(HTTPFields, HTTPFields, Int64, String)]
    )
    func `a stored response is served, revalidated or bypassed`(
        _ response: HTTPFields,
        _ wishes: HTTPFields,
        _ age: Int64,
        _ expected: String
    ) throws {
        let held = response.isEmpty ? [] : [stored(response, for: ["Accept": "a"])]
        let verdict = try caching.decide(on: request(wishes), held, now: at(age))
        let told: String
        switch verdict {
        case .unavailable: told = "unavailable"
        case .answer(_, let status):
            guard case .hit(let remaining) = status else { return #expect(Bool(false)) }
            told = "hit \(remaining)"
        case .answerAndConfirm(_, let status, let forwarding):
            guard case .hit(let remaining) = status else { return #expect(Bool(false)) }
            let condition = forwarding.request.head.fields["If-None-Match"].map { " if \($0)" } ?? ""
            told = "hit \(remaining), then \(forwarding.reason.rawValue)\(condition)"
        case .forward(let forwarding):
            let condition = forwarding.request.head.fields["If-None-Match"].map { " if \($0)" } ?? ""
            told = forwarding.reason.rawValue + condition + (forwarding.substitute == nil ? "" : " or stored")
            #expect(forwarding.mayStore)
            #expect((forwarding.confirmed == nil) == condition.isEmpty)
        }
        #expect(told == expected)
    }

    @Test func `the latest matching response is chosen`() throws {
        let held = [
            stored(["Cache-Control": "max-age=99"], at: 5), stored(["Cache-Control": "max-age=99"], at: 9),
            stored(["Cache-Control": "max-age=99", "Vary": "Accept"], for: ["Accept": "a"], at: 10),
        ]
        #expect(try caching.decide(on: request(), held, now: at(10)) == .answer(1, .hit(remaining: 98)))
    }

    @Test func `the cache's validator replaces the client's, except in a HEAD request`() throws {
        let held = [stored(["ETag": "\"a\"", "Cache-Control": "no-cache"])]
        let fields: HTTPFields = ["If-None-Match": "\"b\"", "If-Modified-Since": date]
        guard case .forward(let got) = try caching.decide(on: request(fields), held, now: at(1)),
            case .forward(let headed) = try caching.decide(
                on: request(fields, method: "HEAD"),
                held,
                now: at(1)
            )
        else { return #expect(Bool(false)) }
        #expect(got.request.head.fields.values("If-None-Match") == ["\"a\""])
        #expect(!got.request.head.fields.has("If-Modified-Since"))
        #expect(headed.confirmed == nil && !headed.mayStore)
        #expect(headed.request.head.fields["If-None-Match"] == "\"b\"")
    }

    @Test(
        arguments: [
            (["Cache-Control": "max-age=9"], true), ([:], false), (["ETag": "\"a\""], true),
            (["Last-Modified": date], true), (["Cache-Control": "max-age=0"], false),
            (["Cache-Control": "max-age=0, stale-if-error=9"], true),
            (["Cache-Control": "private, max-age=9"], false), (["ETag": "\"a\"", "Vary": "*"], false),
        ] as [(HTTPFields, Bool)]
    )
    func `only responses that can be reused are stored`(_ fields: HTTPFields, _ isStored: Bool) throws {
        let head = HTTPResponseHead(status: 200, fields: fields)
        let stored = try caching.storable(head, to: request().head, requestedAt: at(0), respondedAt: at(0))
        #expect((stored != nil) == isStored)
    }

    @Test func `stores only the request fields named by Vary`() throws {
        let asked = try request(["Cookie": "secret", "Accept": "a"]).head
        let head = HTTPResponseHead(
            status: 200,
            fields: ["Cache-Control": "max-age=9", "Vary": "accept", "Connection": "close, X", "X": "y"]
        )
        let stored = caching.storable(head, to: asked, requestedAt: at(0), respondedAt: at(0))
        #expect(stored?.request == ["Accept": "a"])
        #expect(stored?.fields == ["Cache-Control": "max-age=9", "Vary": "accept"])
    }

    /// The client's condition and the status that it gets.
    @Test(
        arguments: [
            ([:], 200), (["If-None-Match": "\"b\", W/\"a\""], 304), (["If-None-Match": "\"b\""], 200),
            (["If-Modified-Since": date], 304),
        ] as [(HTTPFields, Int)]
    )
    func `a client with a current copy gets 304`(_ fields: HTTPFields, _ status: Int) throws {
        let response = stored(["ETag": "\"a\"", "Last-Modified": date, "Content-Type": "a/b", "Age": "3"])
        let asked = try request(fields).head
        let (head, content) = caching.answer(
            with: response,
            bodyBytes: 5,
            to: asked,
            .hit(remaining: 1),
            now: at(7)
        )
        #expect(content == (status == 200 ? 0..<5 : 0..<0))
        #expect(head.status == status && head.fields.values("Age") == ["10"])
        #expect(head.fields["Cache-Status"] == "netlab; hit; ttl=1" && head.fields["ETag"] == "\"a\"")
        #expect(head.fields.has("Content-Type") == (status == 200))
    }

    /// The stored response's fields, the client's condition and the status that it gets.
    @Test(
        arguments: [
            ([:], ["If-Modified-Since": date], 304), ([:], ["If-Modified-Since": earlier], 200),
            (["Last-Modified": earlier], ["If-Modified-Since": earlier], 304),
            (["ETag": "a"], ["If-None-Match": "a"], 304),
            (["ETag": "w/\"a\""], ["If-None-Match": "w/\"a\""], 304),
            (["ETag": "a"], ["If-None-Match": "\"a\""], 200), (["ETag": "a"], ["If-None-Match": "b"], 200),
        ] as [(HTTPFields, HTTPFields, Int)]
    )
    func `a client's copy is validated by date or by a tag of any form`(
        _ response: HTTPFields,
        _ fields: HTTPFields,
        _ status: Int
    ) throws {
        let asked = try request(fields).head
        let head = caching.answer(
            with: stored(response),
            bodyBytes: 5,
            to: asked,
            .hit(remaining: 1),
            now: at(7)
        ).head
        #expect(head.status == status)
    }

    @Test func `fields that need revalidation are omitted until revalidated`() throws {
        let held = stored([
            "Cache-Control": "max-age=9, no-cache=\"Set-Cookie, X\"", "Set-Cookie": "a=b", "X": "y",
        ])
        #expect(try caching.decide(on: request(), [held], now: at(1)) == .answer(0, .hit(remaining: 8)))
        for (status, isLeftOut) in [(CacheStatus.hit(remaining: 8), true), (.revalidated(.stale), false)] {
            let head = try caching.answer(with: held, bodyBytes: 5, to: request().head, status, now: at(1))
                .head
            #expect(head.fields.has("Set-Cookie") != isLeftOut && head.fields.has("X") != isLeftOut)
        }
    }

    /// What is stored, the request's fields, and what the client gets: status, `Content-Range`, bytes.
    @Test(
        arguments: [
            (nil, ["Range": "bytes=2-4"], "206 bytes 2-4/10 2..<5"),
            (nil, ["Range": "bytes=-3"], "206 bytes 7-9/10 7..<10"),
            (nil, ["Range": "bytes=10-"], "416 bytes */10 0..<0"),
            (nil, ["Range": "bytes=0-1, 5-6"], "200  0..<10"), (nil, ["Range": "lines=1-2"], "200  0..<10"),
            (nil, ["Range": "bytes=2-4", "If-Range": "\"a\""], "206 bytes 2-4/10 2..<5"),
            (nil, ["Range": "bytes=2-4", "If-Range": "\"b\""], "200  0..<10"),
            (nil, ["Range": "bytes=2-4", "If-None-Match": "\"a\""], "304  0..<0"),
            ("bytes 10-19/50", ["Range": "bytes=10-19"], "206 bytes 10-19/50 0..<10"),
            ("bytes 10-19/50", ["Range": "bytes=12-13"], "206 bytes 12-13/50 2..<4"),
            ("bytes 10-19/*", ["Range": "bytes=12-13"], "206 bytes 12-13/* 2..<4"),
            ("bytes 40-49/50", ["Range": "bytes=-2"], "206 bytes 48-49/50 8..<10"),
            ("bytes 40-49/50", ["Range": "bytes=45-99"], "206 bytes 45-49/50 5..<10"),
            ("bytes 10-19/50", ["Range": "bytes=12-20"], "partial"),
            ("bytes 10-19/50", ["Range": "bytes=9-12"], "partial"),
            ("bytes 10-19/*", ["Range": "bytes=-2"], "partial"),
            ("bytes 10-19/*", ["Range": "bytes=12-"], "partial"),
            ("bytes 10-19/50", ["Range": "bytes=11-12, 14-15"], "partial"),
            ("bytes 10-19/50", ["Range": "bytes=12-13", "If-Range": "\"b\""], "partial"),
            ("bytes 10-19/50", [:], "partial"), ("bytes 0-9/10", [:], "200  0..<10"),
            ("bytes 0-9/10", ["Range": "bytes=2-4"], "206 bytes 2-4/10 2..<5"),
            ("bytes 0-9/10", ["Range": "bytes=10-"], "416 bytes */10 0..<0"),
            ("bytes 0-9/10", ["Range": "bytes=0-1, 5-6"], "200  0..<10"),
            ("bytes 0-9/*", [:], "partial"), ("bytes 0-9/11", [:], "partial"),
        ] as [(String?, HTTPFields, String)]
    )
    func `ranges are served from stored whole or partial responses`(
        _ part: String?,
        _ fields: HTTPFields,
        _ expected: String
    ) throws {
        var held = stored(["Cache-Control": "max-age=99", "ETag": "\"a\"", "Content-Length": "10"])
        if let part { (held.status, held.fields["Content-Range"]) = (206, part) }
        let asked = try request(fields)
        switch caching.decide(on: asked, [held], now: at(1)) {
        case .answer(let place, let status):
            #expect(place == 0)
            let (head, content) = caching.answer(
                with: held,
                bodyBytes: 10,
                to: asked.head,
                status,
                now: at(1)
            )
            #expect("\(head.status) \(head.fields["Content-Range"] ?? "") \(content)" == expected)
            if head.status != 304 { #expect(head.fields["Content-Length"] == "\(content.count)") }
        case .forward(let forwarding): #expect(forwarding.reason.rawValue == expected && forwarding.mayStore)
        default: Issue.record("neither")
        }
    }

    @Test(
        arguments: [
            (["Cache-Control": "max-age=9", "Content-Range": "bytes 0-1/9"], true),
            (["Cache-Control": "max-age=9", "Content-Type": "multipart/byteranges; boundary=a"], false),
            (["ETag": "\"a\"", "Content-Range": "bytes 0-1/9"], false),
        ] as [(HTTPFields, Bool)]
    )
    func `a partial response is stored if it can be reused`(_ fields: HTTPFields, _ isStored: Bool) throws {
        let head = HTTPResponseHead(status: 206, fields: fields)
        let asked = try request(["Range": "bytes=0-1"]).head
        let stored = caching.storable(head, to: asked, requestedAt: at(0), respondedAt: at(0))
        #expect((stored != nil) == isStored)
    }

    @Test(
        arguments: [
            ("/b", "http://a.test/b"), ("c?d#e", "http://a.test/x/c?d"), ("", "http://a.test/x/y"),
            ("?z", "http://a.test/x/y?z"), ("../b", "http://a.test/b"), ("./", "http://a.test/x/"),
            ("/a/./b/../c", "http://a.test/a/c"), ("../../..", "http://a.test/"),
            ("http://a.test/b", "http://a.test/b"), ("HTTP://A.test:80", "http://a.test/"),
            ("//a.test/b", "http://a.test/b"), ("https://a.test/b", nil), ("http://b.test/x", nil),
            ("http://a.test:81/b", nil), ("//b.test/", nil), ("mailto:a@b", nil), ("http:", nil),
        ] as [(String, String?)]
    )
    func `a reference resolves to a stored URL of the same server, or to nil`(
        _ reference: String,
        _ url: String?
    ) throws {
        let head = HTTPRequestHead(method: "POST", target: "http://a.test/x/y?q=/a")
        #expect(try ForwardedRequest(head, within: nil).storedURL(of: reference) == url)
    }

    @Test(
        arguments: [
            (.hit(remaining: -2), "netlab; hit; ttl=-2", "hit"),
            (.passed(.varyMiss, isStored: true), "netlab; fwd=vary-miss; stored", "stored"),
            (.passed(.bypass, isStored: false), "netlab; fwd=bypass", nil),
            (.revalidated(.stale), "netlab; fwd=stale; fwd-status=304", "revalidated"),
            (
                .staleIfError(.stale, status: 503),
                "netlab; fwd=stale; fwd-status=503; detail=stale-if-error",
                "stale"
            ),
            (.staleIfError(.request, status: nil), "netlab; fwd=request; detail=stale-if-error", "stale"),
            (.unavailable, "netlab; detail=only-if-cached", nil),
        ] as [(CacheStatus, String, String?)]
    )
    func `each outcome has its Cache-Status field and its word`(
        _ status: CacheStatus,
        _ field: String,
        _ word: String?
    ) {
        #expect(status.description == field && status.word == word)
    }
}
