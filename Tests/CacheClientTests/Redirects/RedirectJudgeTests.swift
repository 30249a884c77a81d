import HTTP
import Testing

@testable import CacheClient

struct RedirectJudgeTests {
    private static let secrets: HTTPFields = [
        "Authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "x", "Host": "h",
        "Accept": "*/*",
        "If-None-Match": "\"1\"",
    ]

    private func next(
        _ from: String,
        _ to: String,
        rules: RedirectRules = RedirectRules(),
        hasHandler: Bool = false,
        before: [Redirect] = []
    ) throws(FetchError) -> OutgoingRequest {
        let judge = RedirectJudge(rules: rules, hasHandler: hasHandler)
        let sent = OutgoingRequest(url: from, fields: Self.secrets)
        return try judge.next(after: Redirect(status: 302, from: from, to: to), sent, before: before)
    }

    private func refusal(_ next: () throws(FetchError) -> OutgoingRequest) -> String? {
        do throws(FetchError) {
            _ = try next()
            return nil
        } catch {
            return error.word == .redirect ? error.sentence : "\(error)"
        }
    }

    @Test(
        arguments: [
            ("http://a/1", "http://a/2", true), ("https://a:8443/1", "https://A:8443/2", true),
            ("http://a/1", "http://a:80/2", true), ("http://a/1", "http://b/1", false),
            ("http://a/1", "http://a:81/1", false), ("http://a/1", "https://a/1", false),
            ("https://a/1", "https://a.b/1", false),
        ]
    )
    func `credentials and cookies are sent only to the same scheme, host and port`(
        from: String,
        to: String,
        isSame: Bool
    ) throws {
        let next = try next(from, to)
        #expect(next.url == to)
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "Host"] {
            #expect(next.fields.has(name) == isSame, "\(name)")
        }
        #expect(next.fields["Accept"] == "*/*")
        #expect(next.fields["If-None-Match"] == "\"1\"")
    }

    @Test func `a redirect from https to http is refused unless allowed`() throws {
        let rules = RedirectRules(allowsLeavingEncryption: true)
        #expect(try next("https://a/1", "http://a/1", rules: rules).url == "http://a/1")
        #expect(
            refusal { () throws(FetchError) in try next("https://a/1", "http://a/1") }
                == "https://a/1 redirects to an unencrypted URL, http://a/1"
        )
    }

    @Test(arguments: ["ftp://a/1", "file:///etc/passwd", "javascript:alert(1)", "http:///x"])
    func `redirects to schemes other than http and https are refused`(to: String) {
        #expect(
            refusal { () throws(FetchError) in try next("http://a/1", to) }?
                .hasSuffix("not an http or https URL") == true
        )
    }

    @Test func `the redirect limit is an error that names the first URL`() throws {
        let before = (0..<3).map {
            Redirect(status: 301, from: "http://a/\($0)", to: "http://a/\($0 + 1)")
        }
        let enough = RedirectRules(most: 4)
        #expect(
            try next("http://a/3", "http://a/4", rules: enough, before: before).url == "http://a/4"
        )
        let few = RedirectRules(most: 3)
        #expect(
            refusal { () throws(FetchError) in
                try next("http://a/3", "http://a/4", rules: few, before: before)
            } == "http://a/0 redirects more than 3 times"
        )
    }

    @Test func `a loop is reported in full unless a handler decides`() throws {
        let before = [Redirect(status: 302, from: "http://a/1", to: "http://a/2")]
        #expect(
            refusal { () throws(FetchError) in try next("http://a/2", "http://a/1", before: before) }
                == "redirects form a loop: http://a/1 to http://a/2 to http://a/1"
        )
        #expect(
            refusal { () throws(FetchError) in try next("http://a/1", "http://a/1") }
                == "redirects form a loop: http://a/1 to http://a/1"
        )
        #expect(try next("http://a/2", "http://a/1", hasHandler: true, before: before).url == "http://a/1")
    }

    @Test(
        arguments: [
            ("/b", "http://h:81/b"), ("b?x=1", "http://h:81/d/b?x=1"), ("../b", "http://h:81/b"),
            ("//g/b", "http://g/b"), ("https://g/b#part", "https://g/b"), ("?q", "http://h:81/d/a?q"),
            ("/a b", "http://h:81/a%20b"), ("ftp://g/b", "ftp://g/b"), ("http://", nil),
        ] as [(String, String?)]
    )
    func `a Location is resolved against the redirecting URL`(location: String, target: String?) {
        #expect(RedirectTarget.resolve(location, from: "http://h:81/d/a") == target)
    }
}
