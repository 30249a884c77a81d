import ScenarioFormat

extension ReferenceSection {
    static let origin = [
        ReferenceSection(.origin, "`origin`", "origin: {@}", said: behaviour),
        ReferenceSection(
            .namedOrigin,
            "an entry of `origins`",
            "origins: { a.example: {@} }",
            said: behaviour
        ),
        ReferenceSection(
            .behaviour,
            "an entry of `paths`",
            "origin: { paths: { x: {@} } }",
            said: behaviour
        ),
        ReferenceSection(
            .file,
            "an entry of `files`",
            "origin: { files: { a.jpg: {@} } }",
            with: ["image": "jpeg", "size": "10 kB"],
            special: ["from": [:], "json": [:], "text": [:]],
            said: behaviour.merging(["from": "a file's name", "json": "any value", "text": "text"]) { $1 }
        ),
        ReferenceSection(.encryption, "`tls`", "origin: { tls: {@} }"),
        ReferenceSection(.quic, "`quic`", "origin: { quic: {@} }"),
        ReferenceSection(
            .time,
            "`delay`, `pieces.pause`",
            "origin: { delay: {@} }",
            with: ["from": "1 ms", "to": "2 ms"],
            special: ["median": ["sigma": "1"], "sigma": ["median": "1 ms"]]
        ),
        ReferenceSection(
            .pieces,
            "`pieces`",
            "origin: { pieces: {@} }",
            with: ["size": "1 kB", "pause": "1 ms"]
        ),
        ReferenceSection(
            .lastModified,
            "`lastModified`",
            "origin: { lastModified: {@} }",
            with: ["at": "2024-05-01"]
        ),
        ReferenceSection(
            .cookie,
            "an entry of `cookies`",
            "origin: { cookies: { c: {@} } }",
            with: ["value": "v"],
            said: ["value": "text", "path": "text", "domain": "text"]
        ),
        ReferenceSection(.credentials, "`auth`", "origin: { auth: {@} }", said: ["bearer": "text"]),
        ReferenceSection(
            .basicCredentials,
            "`auth.basic`",
            "origin: { auth: { basic: {@} } }",
            said: ["user": "text", "password": "text"]
        ),
        ReferenceSection(
            .signing,
            "`signed`",
            "origin: { signed: {@} }",
            with: ["key": "k", "lifetime": "1 s"],
            said: ["key": "text"]
        ),
        ReferenceSection(
            .fault,
            "`fault`",
            "origin: { fault: {@} }",
            with: ["kind": "truncate"],
            special: [
                "for": ["kind": "slowClose"], "chunks": ["kind": "chunkedDribbleDelay"],
                "excess": ["kind": "wrongContentLength"],
            ]
        ),
    ]

    private static let behaviour = [
        "cacheControl": "text, or `none`", "vary": "text, or a list, or `none`",
        "earlyHints": "text, or a list, or `none`",
    ]

    static let client = [
        ReferenceSection(.client, "`client`", "client: {@}"),
        ReferenceSection(.clientStep, "`client` in a step", "steps: [ { client: {@} } ]"),
        ReferenceSection(.cacheLimits, "`client.memory`, `client.disk`", "client: { memory: {@} }"),
        ReferenceSection(.retry, "`client.retry`", "client: { retry: {@} }"),
    ]

    static let steps = [
        ReferenceSection(
            .step,
            "an entry of `steps`",
            "origin: { files: { a.jpg: { text: a } } }\nsteps: [ {@} ]",
            with: ["fetch": "a.jpg", "name": "cold"],
            special: [
                "forget": [:], "change": [:], "link": [:], "client": [:], "wait": [:], "advance": [:],
                "think": ["fetch": "a.jpg", "name": "cold", "start": "in-turn"],
            ],
            said: [
                "name": "a name", "fetch": "files' names, a mapping, or a list of both; or `all`",
                "change": "files' names", "expect": "[expectations](expectations.md), one or a list",
            ]
        ),
        ReferenceSection(
            .fetchEntry,
            "an entry of `fetch`",
            "origin: { files: { a.jpg: { text: a } } }\nsteps: [ { name: cold, fetch: [ {@} ] } ]",
            with: ["file": "a.jpg"],
            said: ["file": "a file's name"]
        ),
        ReferenceSection(
            .fetchPattern,
            "`fetch` with a pattern",
            "origin: { files: { a.jpg: { text: a } } }\nsteps: [ { name: cold, fetch: {@} } ]",
            with: ["pattern": "zipf", "count": "1"],
            said: ["files": "files' names"]
        ),
    ]
}
