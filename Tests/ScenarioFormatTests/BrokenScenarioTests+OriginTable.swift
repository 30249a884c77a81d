import Scenarios

extension BrokenScenarioTests {
    static let origins: [Broken] = [
        file(
            "no unit",
            "c.jpg: { image: jpeg, size: 125724 }",
            at: "5:33",
            "`size`: `125724` has no unit: write B"
        ),
        file("a negative size", "c.jpg: { image: jpeg, size: -5 B }", at: "5:33", "is negative"),
        file(
            "a size of nothing",
            "c.jpg: { image: jpeg, size: 0 B }",
            at: "5:33",
            "`size` is at least 400 B"
        ),
        file(
            "an absurd size",
            "c.jpg: { image: jpeg, size: 5000 GB }",
            at: "5:33",
            "`size` is at most 64 MB"
        ),
        file(
            "a size that is a word",
            "c.jpg: { image: jpeg, size: big }",
            at: "5:33",
            "not a number with a unit"
        ),
        file("no size", "c.jpg: { image: jpeg }", at: "5:5", "has no `size` and no `pixels`"),
        file("no kind of image", "c.jpg: { size: 1 kB }", at: "5:5", "has no `image`"),
        file(
            "another kind of image",
            "c.jpg: { image: jpg, size: 1 kB }",
            at: "5:21",
            "`jpeg`, `png`, `webp`, `gif`",
            meant: "jpeg"
        ),
        file(
            "a misspelt key",
            "c.jpg: { image: jpeg, sise: 1 kB, size: 1 kB }",
            at: "5:27",
            "unknown key `sise`",
            meant: "size"
        ),
        file(
            "pixels of one side",
            "c.jpg: { image: jpeg, size: 1 kB, pixels: 10 px }",
            at: "5:47",
            "`pixels` takes a width and a height, as 4000x3000"
        ),
        file(
            "no pixels",
            "c.jpg: { image: jpeg, pixels: 10x0 }",
            at: "5:35",
            "each side is at least 1"
        ),
        file(
            "too long a side",
            "c.webp: { image: webp, pixels: 20000x10 }",
            at: "5:36",
            "a side of a webp is at most 16383"
        ),
        file(
            "too many pixels",
            "c.jpg: { image: jpeg, pixels: 10000x5000, progressive: true }",
            at: "5:35",
            "a progressive jpeg has at most 40000000 in all"
        ),
        file(
            "too few bytes for the pixels",
            "c.jpg: { image: jpeg, size: 100 kB, pixels: 4000x3000 }",
            at: "5:33",
            "`size` is at least 188700 B"
        ),
        file(
            "a progressive PNG",
            "c.png: { image: png, size: 1 kB, progressive: true }",
            at: "5:38",
            "only a jpeg can"
        ),
        file(
            "another progressive",
            "c.jpg: { image: jpeg, size: 1 kB, progressive: yes }",
            at: "5:52",
            "cannot be `yes`"
        ),
        file(
            "an odd WebP",
            "c.webp: { image: webp, size: 1001 B }",
            at: "5:34",
            "an even number of bytes"
        ),
        file("a file as a size", "c.jpg: 10 kB", at: "5:12", "`c.jpg` takes a mapping"),
        file(
            "a path out of the origin",
            "../c.jpg: { image: png, size: 1 kB }",
            at: "5:5",
            "no empty, `.` or `..` part"
        ),
        file("a name with a blank", "\"c d\": { image: png, size: 1 kB }", at: "5:5", "cannot name a file"),
        file("the name all", "all: { image: png, size: 1 kB }", at: "5:5", "`all` means every file"),
        file(
            "a file twice",
            "a.jpg: { image: png, size: 1 kB }",
            at: "6:5",
            "duplicate key `a.jpg`, first on line 5"
        ),
        origin(
            "early data over TCP",
            "tls: { earlyData: true }",
            at: "3:1",
            "`earlyData` is for HTTP/3 alone"
        ),
        origin(
            "early data without sessions",
            "tls: { earlyData: true, resumption: false }\n  http: [h3]",
            at: "3:1",
            "only a resumed session brings early data"
        ),
        origin("QUIC over TCP", "quic: { retry: true }", at: "3:1", "`quic` is for HTTP/3 alone"),
        origin("HTTP/3 in the clear", "http: [h3, http/1.1]", at: "3:1", "HTTP/3 is always encrypted"),
        origin("HTTP/2 twice", "http: [h2, h2]", at: "4:14", "`http` names `h2` twice"),
        origin("another HTTP", "http: [http/2]", at: "4:10", "cannot be `http/2`"),
        origin(
            "another congestion control",
            "congestion: cubik",
            at: "4:15",
            "cannot be `cubik`",
            meant: "cubic"
        ),
        origin("another entity tag", "etag: storng", at: "4:9", "cannot be `storng`", meant: "strong"),
        origin("a delay without a unit", "delay: 20", at: "4:10", "`delay`: `20` has no unit"),
        origin("another tls", "tls: maybe", at: "4:8", "`tls` cannot be `maybe`"),
        origin("an old tls", "tls: { version: 1.1 }", at: "4:19", "`version` cannot be `1.1`", meant: "1.2"),
        origin(
            "another certificate",
            "tls: { certificate: expried }",
            at: "4:23",
            "cannot be `expried`",
            meant: "expired"
        ),
        origin("a key of tls", "tls: { resume: true }", at: "4:10", "unknown key `resume`"),
        origin("files of no mapping", "paths: [a]", at: "4:10", "`paths` takes a mapping of patterns"),
        origin(
            "a pattern out of the origin",
            "paths: { \"../*\": { delay: 1 s } }",
            at: "4:12",
            "no empty, `.` or `..` part"
        ),
        origin(
            "contents for a pattern",
            "paths: { \"*\": { size: 1 kB } }",
            at: "4:19",
            "unknown key `size`"
        ),
    ]

    static let clients: [Broken] = [
        client("another policy", "policy: bth", at: "7:19", "`policy` cannot be `bth`", meant: "both"),
        client("another validation", "revalidate: htp", at: "7:23", "cannot be `htp`", meant: "http"),
        client("retries without end", "retry: { times: 1001 }", at: "7:27", "`times` is from 0 to 1000"),
        client("a delay without a unit", "retry: { delay: 1 }", at: "7:27", "`1` has no unit"),
        client("retries of a word", "retry: twice", at: "7:18", "`client.retry` takes a mapping"),
        client("no connections", "connections: 0", at: "7:24", "`connections` is from 1 to 256, not 0"),
        client("half a connection", "connections: 1.5", at: "7:24", "`connections` takes a whole number"),
        client("a timeout without a unit", "timeout: 15", at: "7:20", "`15` has no unit"),
        client("no time", "timeout: 0 s", at: "7:20", "`timeout` is at least 1 ns"),
        client("a cache in seconds", "memory: { size: 5 s }", at: "7:29", "is a time, but a size is wanted"),
        client("a cache that is a size", "memory: 50 MiB", at: "7:19", "`client.memory` takes a mapping"),
    ]
}
