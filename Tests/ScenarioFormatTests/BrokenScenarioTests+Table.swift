import Scenarios

extension BrokenScenarioTests {
    static let whole: [Broken] = [
        Broken(
            "no version",
            "link: { profile: dsl }\n" + Broken.scenario().dropFirst(33),
            at: "1:1",
            "`netlab: 1` is missing"
        ),
        Broken(
            "another version",
            "netlab: 2" + Broken.scenario().dropFirst(9),
            at: "1:9",
            "`netlab: 2` is not a version"
        ),
        Broken("no link", Broken.scenario(link: ""), at: "1:1", "`link` is missing: name a profile"),
        Broken(
            "no origin",
            Broken.scenario(origin: "", steps: "steps: [ wait: 1 s ]"),
            at: "1:1",
            "`origin` is missing"
        ),
        Broken("no steps", Broken.scenario(steps: ""), at: "1:1", "`steps` is missing"),
        Broken("empty steps", Broken.scenario(steps: "steps: []"), at: "8:8", "`steps` is empty"),
        Broken(
            "steps as a mapping",
            Broken.scenario(steps: "steps: { a: 1 }"),
            at: "8:8",
            "a list of steps, not a mapping"
        ),
        Broken(
            "an unknown key",
            Broken.scenario(rest: "linc: {}"),
            at: "13:1",
            "unknown key `linc` in `scenario`",
            meant: "link"
        ),
        Broken(
            "a proxy that is no switch",
            Broken.scenario(rest: "proxy: charles"),
            at: "13:8",
            "`proxy`"
        ),
        Broken(
            "a proxy before an origin of HTTP/2 in the clear",
            Broken.scenario(
                origin: "origin: { http: [h2], files: { a.jpg: { image: jpeg, size: 1 kB } } }",
                steps: "steps: [ { name: cold, fetch: all } ]\nproxy: true"
            ),
            at: "6:8",
            "`proxy: true` also needs `tls` in `origin`"
        ),
        Broken(
            "an unknown key like no other",
            Broken.scenario(rest: "zzzzzz: 1"),
            at: "13:1",
            "unknown key `zzzzzz`"
        ),
        Broken(
            "hosts in a list",
            Broken.scenario(rest: "origins: [a.test]"),
            at: "13:10",
            "`origins` takes a mapping of host names"
        ),
        Broken("a key without a value", Broken.scenario(rest: "about:"), at: "13:1", "`about` has no value"),
        Broken(
            "a name with a slash",
            Broken.scenario(rest: "name: a/b"),
            at: "13:7",
            "cannot name a scenario"
        ),
        Broken(
            "a name as a list",
            Broken.scenario(rest: "name: [a]"),
            at: "13:7",
            "`name` takes a single value, not a list"
        ),
        Broken(
            "a negative seed",
            Broken.scenario(rest: "seed: -1"),
            at: "13:7",
            "`seed` takes a whole number"
        ),
        Broken(
            "a seed beyond 64 bits",
            Broken.scenario(rest: "seed: 18446744073709551616"),
            at: "13:7",
            "`seed` takes"
        ),
        Broken(
            "a duplicate key",
            Broken.scenario(rest: "link: { profile: lte }"),
            at: "13:1",
            "duplicate key `link`, first on line 2"
        ),
    ]

    static let links: [Broken] = [
        link("an unknown profile", "profile: dls", at: "2:18", "unknown profile `dls`", meant: "dsl"),
        link(
            "a slip in another family",
            "profile: chrome/slow-3h",
            at: "2:18",
            "unknown",
            meant: "chrome/slow-3g"
        ),
        link("a line of which nothing is said", "mtu: 1500", at: "2:7", "does not describe the line"),
        link("a link as a word", "down: fast", at: "2:15", "`link.down` takes a mapping"),
        link(
            "a rate outside a direction",
            "profile: dsl, rate: 1 Mbit/s",
            at: "2:23",
            "it belongs in `down` or `up`"
        ),
        link(
            "a misspelt rate",
            "down: { raet: 1 Mbit/s }",
            at: "2:17",
            "unknown key `raet` in `link.down`",
            meant: "rate"
        ),
        link(
            "a rate without a unit",
            "down: { rate: 2 }",
            at: "2:23",
            "`rate`: `2` has no unit: write bit/s"
        ),
        link("Mbps", "down: { rate: 2 Mbps }", at: "2:25", "write `Mbit/s` for bits or `MB/s` for bytes"),
        link("a rate of nothing", "down: { rate: 0 Mbit/s }", at: "2:23", "`rate` is at least 1 bit/s"),
        link("a rate in bytes", "down: { rate: 2 MB }", at: "2:25", "is a size, but a rate is wanted"),
        link(
            "a rate beyond sense",
            "down: { rate: 99999 Gbit/s }",
            at: "2:23",
            "`rate` is at most 1000 Gbit/s"
        ),
        link("more loss than packets", "down: { loss: 101 % }", at: "2:23", "`loss` is at most 100 %"),
        link("loss as a fraction", "down: { loss: 0.1 }", at: "2:23", "has no unit: write %"),
        link("a negative delay", "down: { oneWayDelay: -5 ms }", at: "2:30", "is negative"),
        link("a small packet", "profile: dsl, mtu: 500", at: "2:28", "`mtu` is from 576 to 65535"),
        link("a queue of nothing", "down: { queue: 0 packets }", at: "2:24", "`queue` is at least 1 packets"),
        link("a queue under one packet", "down: { queue: 1 kB }", at: "2:24", "`queue` is at least 1500 B"),
        link(
            "a queue in seconds",
            "down: { queue: 1 s }",
            at: "2:26",
            "a number of packets or a size is wanted"
        ),
        link("two delays", "rtt: 10 ms, down: { oneWayDelay: 1 ms }", at: "2:29", "keep one"),
    ]

    static let steps: [Broken] = [
        step("no name", "- fetch: all", at: "11:5", "a step that fetches needs a `name`"),
        step(
            "a name twice",
            "- name: cold\n    fetch: all",
            at: "11:11",
            "a second step `cold`, the first is on line 9"
        ),
        step("a name with a point", "- name: a.b\n    fetch: all", at: "11:11", "cannot name a step"),
        step("no verb", "- name: warm", at: "11:5", "a step is one verb"),
        step("a misspelt verb", "- fetsh: all", at: "11:5", "unknown key `fetsh` in `step`", meant: "fetch"),
        step("two verbs", "- forget: all\n    wait: 1 s", at: "12:5", "`wait` is a step of its own"),
        step("a word as a step", "- forget", at: "11:5", "`step` takes a mapping"),
        step("an origin step", "- origin: { delay: 1 s }", at: "11:5", "`origin` is not implemented yet"),
        step("no way ahead", "- advance: 0 d", at: "11:14", "`advance` is at least 1 ns"),
        step("back in time", "- advance: -8 d", at: "11:14", "negative"),
        step(
            "an option that nobody knows",
            "- name: warm\n    fetch: [{ file: a.jpg, options: [forceRefesh] }]",
            at: "12:38",
            "`options` cannot be `forceRefesh`",
            meant: "forceRefresh"
        ),
        step(
            "an unknown file",
            "- name: warm\n    fetch: [a.jgp]",
            at: "12:13",
            "no file `a.jgp`",
            meant: "a.jpg"
        ),
        step(
            "a pattern that matches nothing",
            "- name: warm\n    fetch: [\"*.png\"]",
            at: "12:13",
            "no file matches `*.png`"
        ),
        step(
            "nothing to fetch",
            "- name: warm\n    fetch: []",
            at: "12:12",
            "`fetch` is empty: name at least one file"
        ),
        step(
            "an entry without a file",
            "- name: warm\n    fetch: [{ at: 1 s }]",
            at: "12:13",
            "needs a `file`"
        ),
        step(
            "nobody who calls",
            "- name: warm\n    fetch: [{ file: a.jpg, callers: 0 }]",
            at: "12:37",
            "`callers` is from 1 to 10000"
        ),
        step(
            "an unknown priority",
            "- name: warm\n    fetch: [{ file: a.jpg, priority: 5 }]",
            at: "12:38",
            "cannot be `5`"
        ),
        step(
            "scale",
            "- name: warm\n    fetch: [{ file: a.jpg, scale: 9 px }]",
            at: "12:28",
            "`scale` is not implemented yet"
        ),
        step(
            "in turn at a time",
            "- name: warm\n    fetch: [{ file: a.jpg, at: 9 s }]\n    start: in-turn",
            at: "12:28",
            "`at` cannot be"
        ),
        step(
            "another start",
            "- name: warm\n    fetch: all\n    start: togehter",
            at: "13:12",
            "cannot be `togehter`",
            meant: "together"
        ),
        step(
            "every without a unit",
            "- name: warm\n    fetch: all\n    start: every 200",
            at: "13:18",
            "`200` has no unit"
        ),
        step(
            "another thing to forget",
            "- forget: dsik",
            at: "11:13",
            "`forget` cannot be `dsik`",
            meant: "disk"
        ),
        step(
            "a change of nothing known",
            "- change: [c.jpg]",
            at: "11:14",
            "no file `c.jpg`",
            meant: "a.jpg"
        ),
        step("a wait without a unit", "- wait: 1", at: "11:11", "`wait`: `1` has no unit"),
        step("a wait of years", "- wait: 900 d", at: "11:11", "`wait` is at most 1 d"),
        step(
            "a start beside a wait",
            "- wait: 1 s\n    start: together",
            at: "12:5",
            "belongs to a step that fetches"
        ),
    ]
}
