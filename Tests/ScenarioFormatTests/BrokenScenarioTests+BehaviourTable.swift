import Scenarios

extension BrokenScenarioTests {
    static let behaviours: [Broken] = times + heads + answers + faults + contents + hosts

    private static let times: [Broken] = [
        origin("half a range", "delay: { from: 5 ms }", at: "4:10", "`delay` needs a `to`"),
        origin("half a distribution", "delay: { median: 5 ms }", at: "4:10", "`delay` needs a `sigma`"),
        origin("a range the wrong way", "delay: { from: 5 ms, to: 1 ms }", at: "4:28", "must not be before"),
        origin(
            "two kinds of delay",
            "delay: { from: 5 ms, median: 1 ms, sigma: 1 }",
            at: "4:24",
            "`from` and `median` together"
        ),
        origin(
            "a stray part",
            "delay: { from: 1 ms, to: 2 ms, sigma: 1 }",
            at: "4:34",
            "`sigma` cannot be used with `from`"
        ),
        origin(
            "a sigma with a unit",
            "delay: { median: 5 ms, sigma: 1 ms }",
            at: "4:33",
            "takes a number such as 0.5"
        ),
        origin("a huge sigma", "delay: { median: 5 ms, sigma: 9 }", at: "4:33", "is from 0.0 to 5.0"),
        origin("pieces without a pause", "pieces: { size: 1 kB }", at: "4:11", "`pieces` needs a `pause`"),
        origin(
            "pieces of nothing",
            "pieces: { size: 0 B, pause: 1 ms }",
            at: "4:19",
            "`size` is at least 1 B"
        ),
        origin("a rate in bytes", "rate: 500 kB", at: "4:13", "is a size, but a rate is wanted"),
        origin("a rate that is not built", "rate: unlimited", at: "4:9", "is not a number with a unit"),
    ]

    private static let heads: [Broken] = [
        origin("no date", "lastModified: yesterday", at: "4:17", "takes a date such as 2024-05-01"),
        origin("no day of the calendar", "lastModified: 2023-02-29", at: "4:17", "takes a date such as"),
        origin("a date without a zone", "lastModified: 2023-02-28T10:00:00", at: "4:17", "takes a date"),
        origin("a skew alone", "lastModified: { skew: 1 h }", at: "4:17", "`lastModified` needs a `at`"),
        origin(
            "half a second",
            "lastModified: { at: 2024-01-01, skew: 500 ms }",
            at: "4:41",
            "counts whole seconds"
        ),
        origin("an age in half seconds", "age: 1500 ms", at: "4:8", "`age` counts whole seconds"),
        origin("a value of two lines", "cacheControl: \"a\\nb\"", at: "4:17", "cannot be a header's value"),
        origin("a name of two words", "headers: { \"X Y\": a }", at: "4:14", "cannot name a header"),
        origin("headers in a list", "headers: [a]", at: "4:12", "`headers` takes a mapping"),
        origin(
            "the server's own header",
            "headers: { content-length: 5 }",
            at: "4:14",
            "`content-length` is set by the server"
        ),
        origin("a cookie of two", "cookies: { a: \"b; c\" }", at: "4:17", "cannot be in a cookie"),
        origin(
            "a cookie's key",
            "cookies: { a: { value: b, pth: / } }",
            at: "4:29",
            "unknown key `pth`",
            meant: "path"
        ),
        origin("another coding", "compress: [gzp]", at: "4:14", "cannot be `gzp`", meant: "gzip"),
        origin("no coding", "compress: []", at: "4:13", "`compress` is empty: name at least one coding"),
    ]

    private static let answers: [Broken] = [
        file("no status", "c.jpg: { status: 99 }", at: "5:22", "`status` is from 200 to 599, not 99"),
        file("a status in words", "c.jpg: { status: found }", at: "5:22", "takes a whole number"),
        file("no statuses", "c.jpg: { status: [] }", at: "5:22", "`status` is empty"),
        file("a way to nowhere", "c.jpg: { redirect: b.jpg }", at: "5:24", "`redirect` takes a path"),
        file(
            "a redirect that is none",
            "c.jpg: { redirect: /b.jpg, status: 200 }",
            at: "5:40",
            "a `status` that redirects: one of 301"
        ),
        file(
            "two kinds of auth",
            "c.jpg: { status: 200, auth: {} }",
            at: "5:33",
            "needs one of `basic`, `bearer`"
        ),
        file(
            "a user with a colon",
            "c.jpg: { status: 200, auth: { basic: { user: \"a:b\", password: c } } }",
            at: "5:50",
            "`user` cannot have a colon"
        ),
        file("no key", "c.jpg: { status: 200, signed: {} }", at: "5:35", "`signed` needs a `key`"),
        file(
            "trailers of a known length",
            "c.jpg: { status: 200, length: known, trailers: { a: b } }",
            at: "5:42",
            "they need `length: chunked`"
        ),
        file(
            "another length",
            "c.jpg: { status: 200, length: chunkd }",
            at: "5:35",
            "cannot be `chunkd`",
            meant: "chunked"
        ),
    ]

    private static let faults: [Broken] = [
        origin("another fault", "fault: conectionReset", at: "4:10", "cannot be", meant: "connectionReset"),
        origin(
            "a fault by another's name",
            "fault: EMPTY_RESPONSE",
            at: "4:10",
            "cannot be `EMPTY_RESPONSE`",
            meant: "emptyResponse"
        ),
        origin("a fault of no kind", "fault: { after: 1 kB }", at: "4:10", "`fault` needs a `kind`"),
        origin(
            "a place that means nothing",
            "fault: { kind: slowClose, after: 1 kB }",
            at: "4:29",
            "`after` has no meaning for `slowClose`"
        ),
        origin(
            "a chance above all",
            "fault: { kind: stall, probability: 101 % }",
            at: "4:38",
            "`probability` is at most 100 %"
        ),
        origin("none of the first", "fault: { kind: stall, first: 0 }", at: "4:32", "`first` is from 1"),
        file(
            "a file that accepts nobody",
            "c.jpg: { status: 200, fault: neverAccept }",
            at: "5:34",
            "`neverAccept` belongs to the whole origin"
        ),
    ]

    private static let contents: [Broken] = [
        file("two contents", "c.txt: { text: a, json: {} }", at: "5:23", "`text` and `json` together"),
        file("nothing beside it", "c.jpg: { from: ./c.jpg }", at: "5:20", "cannot use companion files"),
        file("a path of nothing", "c.jpg: { from: \"\" }", at: "5:20", "`from` takes the path of a file"),
        file(
            "a size for a text",
            "c.txt: { text: a, size: 5 B }",
            at: "5:23",
            "`size` belongs to an `image`"
        ),
    ]

    private static func hosts(_ title: String, _ text: String, at place: String, _ message: String) -> Broken
    {
        let origin = "origins:\n  \(text)"
        let steps = "steps:\n  - { name: cold, fetch: all }"
        return Broken(title, Broken.scenario(origin: origin, steps: steps), at: place, message)
    }

    private static let hosts: [Broken] = [
        hosts(
            "a host of one word",
            "images: { files: { a: { text: b } } }",
            at: "4:3",
            "labels of lower-case letters"
        ),
        hosts("an address", "10.0.0.1: { files: { a: { text: b } } }", at: "4:3", "begins with a digit"),
        hosts("capitals", "A.test: { files: { a: { text: b } } }", at: "4:3", "labels of lower-case letters"),
        hosts(
            "the origin's own name",
            "origin.netlab.test: { files: { a: { text: b } } }",
            at: "4:3",
            "that is the name of `origin`"
        ),
        hosts(
            "a key of the machine",
            "a.test: { tls: true, files: { a: { text: b } } }",
            at: "4:13",
            "it belongs in `origin`"
        ),
        Broken(
            "one name for two files",
            Broken.scenario(
                origin:
                    "origins: { a.test: { files: { b: { text: c } } } }\norigin: { files: { a.test/b: { text: c } } }",
                steps: "steps:\n  - { name: cold, fetch: all }"
            ),
            at: "3:1",
            "`a.test/b` is a file of `origin` and of `a.test`"
        ),
        Broken(
            "a URL of the wrong kind",
            Broken.scenario(
                origin: "origins: { a.test: { files: { b: { text: c } } } }",
                steps: "steps:\n  - { name: cold, fetch: \"https://a.test/b\" }"
            ),
            at: "6:26",
            "no file `https://a.test/b`"
        ),
    ]
}
