import Scenarios

extension BrokenLinkTests {
    static let rates: [Broken] = [
        down("rate: |{ loop: true }", "`rate` needs one of `schedule`, `trace`"),
        down("rate: |[1 Mbit/s]", "`rate` takes a single value, not a list"),
        down(
            "rate: { schedule: [ { rate: 1 B/s, for: 1 s } ], |trace: a }",
            "`schedule` and `trace` together: a rate that changes is one of them"
        ),
        down("rate: { schedule: [ { rate: 1 B/s } ], |repeat: true }", "unknown key `repeat` in `rate`"),
        down("rate: { schedule: |[] }", "`schedule` takes a list of rates"),
        down("rate: { schedule: |2 Mbit/s }", "`schedule` takes a list of rates"),
        down("rate: { schedule: [ |{ for: 1 s }, { rate: 1 B/s } ] }", "`schedule` needs a `rate`"),
        down("rate: { schedule: [ |{ rate: 1 B/s }, { rate: 2 B/s } ] }", "`schedule` needs a `for`"),
        down("rate: { schedule: [ |{ rate: 1 B/s } ], loop: true }", "`schedule` needs a `for`"),
        down("rate: { schedule: [ { rate: 1 B/s, for: |0 s } ] }", "`for` is at least 1 ns"),
        down("rate: { schedule: [ { rate: 1 B/s, for: |2 d } ] }", "`for` is at most 1 d"),
        down(
            "rate: { schedule: [ { rate: |unlimited, for: 1 s } ] }",
            "cannot have an `unlimited` rate: give a high one"
        ),
        down(
            "rate: { schedule: |[ { rate: 0 bit/s, for: 1 s }, { rate: 0 bit/s, for: 2 s } ], loop: true }",
            "never carries anything"
        ),
        down("rate: { schedule: |[ { rate: 0 bit/s } ] }", "never carries anything"),
        down("rate: { schedule: [ { rate: 2 |Mbps } ] }", "write `Mbit/s` for bits or `MB/s` for bytes"),
        down("rate: { schedule: [ { rate: 1 B/s } ], loop: |yes }", "`loop` cannot be `yes`"),
        down("rate: { trace: |\"\" }", "`trace` takes the path of a file"),
        down("rate: { trace: |x.trace }", "x.trace: it cannot be read: a scenario without a folder"),
    ]

    static let delays: [Broken] = [
        down("jitter: |6 ms", "the `jitter` of `down` goes 6 ms below the mean delay, which is 5 ms"),
        down("jitter: |{ amount: 2 ms, distribution: normal }", "goes 6081626 ns below the mean delay"),
        down("jitter: |{ amount: 9 ms, distribution: pareto }", "goes 5678521 ns below the mean delay"),
        down("jitter: |{ amount: 4 ms, distribution: paretonormal }", "goes 6240633 ns below the mean delay"),
        down("jitter: |{ amount: 6 ms, distribution: lognormal }", "goes 6 ms below the mean delay"),
        down("jitter: |{ distribution: normal }", "`jitter` needs a `amount`"),
        down("jitter: { amount: 1 ms, distribution: |gauss }", "it is one of `uniform`, `normal`"),
        down("jitter: { amount: 1 ms, correlation: |100 % }", "`correlation` must be below 100 %"),
        down("jitter: { amount: 1 ms, correlation: |101 % }", "`correlation` is at most 100 %"),
        down("jitter: 5 |%", "`5 %` is a percentage, but a time is wanted"),
        down("jitter: { amount: |-1 ms }", "is negative"),
        line(
            "down: { jitter: |1 ms }",
            "which is 0 ns: a longer `oneWayDelay` or a smaller jitter is needed"
        ),
        line("up: { jitter: |6 ms }, rtt: 10 ms", "the `jitter` of `up` goes 6 ms below the mean delay"),
        line(
            "down: { reorder: |5 % }",
            "`reorder` lets packets skip the line's delay, and `down` has no delay"
        ),
        line("profile: nlc/loss-100, up: { reorder: |5 % }", "`up` has no delay"),
        down("|delay: 1 ms", "write `oneWayDelay`"),
        down("|latency: 1 ms", "or `rtt` in `link`"),
    ]

    static let losses: [Broken] = [
        down("loss: |101 %", "`loss` is at most 100 %"),
        down("loss: { random: |101 % }", "`random` is at most 100 %"),
        down("loss: |{ correlation: 25 % }", "`loss` needs one of `random`, `gilbertElliott`, `fourState`"),
        down(
            "loss: { random: 1 %, |gilbertElliott: { toBad: 1 %, toGood: 10 % } }",
            "`random` and `gilbertElliott` together"
        ),
        down(
            "loss: { fourState: { p13: 1 % }, |gilbertElliott: { toBad: 1 %, toGood: 10 % } }",
            "`gilbertElliott` and `fourState` together"
        ),
        down(
            "loss: { gilbertElliott: { toBad: 1 %, toGood: 10 % }, |correlation: 5 % }",
            "`correlation` belongs to `random`"
        ),
        down("loss: { random: 1 %, correlation: |100 % }", "`correlation` must be below 100 %"),
        down("loss: { gilbertElliott: |{ toBad: 1 % } }", "`gilbertElliott` needs a `toGood`"),
        down("loss: { gilbertElliott: |1 % }", "`gilbertElliott` takes a mapping (toBad, toGood, ...)"),
        down(
            "loss: { gilbertElliott: { toBad: 1 %, toGood: |0 % } }",
            "the bad state loses every packet and is never left"
        ),
        down(
            "loss: { gilbertElliott: { toBad: |0 %, toGood: 1 %, lossInGood: 100 % } }",
            "the good state loses every packet and is never left"
        ),
        down("loss: { gilbertElliott: { toBad: 1 %, toGood: 2 %, |r: 5 % } }", "unknown key `r`"),
        down("loss: { fourState: |{ p31: 5 % } }", "`fourState` needs a `p13`"),
        down("loss: { fourState: { p13: 60 %, p14: |50 % } }", "`p13` and `p14` leave the same state"),
        down("loss: { fourState: { p13: 1 %, p31: 60 %, p32: |50 % } }", "together they are at most 100 %"),
        down("loss: { fourState: { p13: 1 %, p31: |0 % } }", "state 3 loses every packet and is never left"),
        down("|plr: 1 %", "write `loss`"),
        down("|gemodel: 1 %", "write `loss: { gilbertElliott: ... }`"),
    ]

    static let shares: [Broken] = [
        down("duplicate: |101 %", "`duplicate` is at most 100 %"),
        down("duplicate: |{ correlation: 5 % }", "`duplicate` needs a `share`"),
        down("duplicate: { share: 5 %, correlation: |100 % }", "`correlation` must be below 100 %"),
        down("duplicate: { share: 5 %, |gap: 5 }", "unknown key `gap` in `duplicate`"),
        down("|duplication: 1 %", "write `duplicate`"),
        down("corrupt: { share: |101 % }", "`share` is at most 100 %"),
        down("corrupt: |0.1", "`0.1` has no unit: write %"),
        down("reorder: { share: 5 %, gap: |0 }", "`gap` is from 1 to 1000000, not 0"),
        down("reorder: { share: 5 %, gap: |1.5 }", "`gap` takes a whole number"),
        down("reorder: |{ gap: 5 }", "`reorder` needs a `share`"),
        down("reorder: |[5 %]", "`reorder` takes a single value, not a list"),
    ]

    static let outages: [Broken] = [
        down("outages: |5 s", "`outages` takes a mapping"),
        down("outages: |{ packets: held }", "`outages` is one of `every` and `for`, a `list`"),
        down("outages: |{ every: 5 s }", "`outages` needs a `for`"),
        down("outages: { every: 5 s, for: |5 s }", "never ends: `for` is shorter than `every`"),
        down("outages: { every: |0 s, for: 5 s }", "`every` is at least 1 ns"),
        down("outages: { every: 5 s, for: 1 s, |list: [] }", "`outages` is one of"),
        down("outages: { list: |[] }", "`list` takes outages"),
        down("outages: { list: [ |{ at: 3 s } ] }", "`outage` needs a `for`"),
        down("outages: { list: [ { at: 3 s, for: |0 s } ] }", "`for` is at least 1 ns"),
        down(
            "outages: { list: [ { at: 3 s, for: 1 s }, { at: |4 s, for: 1 s } ] }",
            "an outage at 4 s: the one before it ends at 4 s: write two that touch as one"
        ),
        down(
            "outages: { list: [ { at: 3 s, for: 2 s }, { at: |4 s, for: 1 s } ] }",
            "the one before it ends at 5 s"
        ),
        down(
            "outages: { list: [ { at: 3 s, for: 2 s }, { at: |1 s, for: 1 s } ] }",
            "outages must be in the order of their times"
        ),
        down("outages: |{ meanUp: 5 s }", "`outages` needs a `meanDown`"),
        down("outages: { meanUp: 5 s, meanDown: |0 s }", "`meanDown` is at least 1 ns"),
        down("outages: { meanUp: 5 s, meanDown: 1 s, packets: |kept }", "it is one of `lost`, `held`"),
        down("police: |1 Mbit/s", "`police` takes a mapping (rate, burst, ...)"),
        down("police: |{ rate: 1 Mbit/s }", "`police` needs a `burst`"),
        down("police: { rate: 1 Mbit/s, burst: |1499 B }", "never lets a full packet of 1500 B pass"),
        down("police: { rate: |0 bit/s, burst: 32 KiB }", "`rate` is at least 1 bit/s"),
    ]

    static let queues: [Broken] = [
        down("queue: { limit: |1 kB }", "`queue` is at least 1500 B"),
        down(
            "queue: { discipline: |red }",
            "it is one of `drop-tail`, `drop-head`, `codel`, `pie`, `fq`, `fq-codel`"
        ),
        down(
            "queue: { discipline: codel, target: |100 ms }",
            "a `target` of 100 ms is not below the `interval` of 100 ms"
        ),
        down("queue: { discipline: fq-codel, interval: |5 ms }", "is not below the `interval` of 5 ms"),
        down("queue: { discipline: codel, target: |0 ms }", "`target` is at least 1 ns"),
        down("queue: { discipline: drop-head, |ecn: true }", "`drop-head` marks no packets"),
        down("queue: { discipline: fq, |ecn: true }", "`ecn` belongs to codel, pie and fq-codel"),
        down("queue: { |ecn: true }", "`drop-tail` marks no packets"),
        down("queue: { |target: 5 ms }", "`target` belongs to codel, pie and fq-codel"),
        down("queue: { discipline: pie, ecn: |maybe }", "`ecn` cannot be `maybe`"),
        down("queue: { |size: 5 packets }", "unknown key `size` in `queue`"),
        down("|ecn: true", "write `queue: { ecn: true }`"),
    ]

    static let wholes: [Broken] = [
        line("profile: dsl, linkLayer: |atm", "`linkLayer` takes a mapping (overhead, cell, ...)"),
        line("profile: dsl, linkLayer: { cell: |ATM }", "it is one of `atm`, `none`", meant: "atm"),
        line("profile: dsl, linkLayer: { overhead: |257 B }", "`overhead` is at most 256 B"),
        line("profile: dsl, linkLayer: { overhead: |-1 B }", "is negative"),
        line("profile: dsl, linkLayer: { overhead: |18 }", "`18` has no unit"),
        line("profile: dsl, linkLayer: |{}", "`linkLayer` is empty"),
        line("profile: dsl, |overhead: 18 B", "it belongs in `linkLayer`"),
        line("profile: dsl, |jitter: 1 ms", "it belongs in `down` or `up`"),
        line("profile: dsl, |download: { rate: 1 Mbit/s }", "write `down`"),
        line("profile: dsl, |uplink: { rate: 1 Mbit/s }", "write `up`"),
        line("profile: dsl, |latency: 1 ms", "write `rtt`, or `oneWayDelay` in `down` or `up`"),
        line("profile: dsl, |bandwidth: 1 Mbit/s", "write `rate`"),
        line("profile: dsl, down: { |linkLayer: {} }", "it belongs in `link`"),
        line("profile: dsl, dnsDelay: |2 h", "`dnsDelay` is at most 1 h"),
        line("profile: dsl, ip: |7", "it is one of `4`, `6`, `both`, `nat64`", meant: "4"),
        line("profile: dsl, ip6: |noRoute", "it needs `ip: both`"),
        line("profile: dsl, ip: 6, ip6: |noRoute", "it needs `ip: both`"),
        line("profile: dsl, ip: both, ip6: |slow", "it is one of `noRoute`, `blackHole`"),
        line("profile: dsl, ip: both, mtu: |1279", "IPv6 needs an `mtu` of at least 1280"),
        line("profile: dsl, |ipv6: true", "write `ip: 6`, or `ip: both`"),
        line("profile: dsl, aaaaDelay: |2 h", "`aaaaDelay` is at most 1 h"),
        line("profile: dsl, down: { |ip: 6 }", "it belongs in `link`"),
        line("profile: dsl, mtu: |575", "`mtu` is from 576 to 65535"),
        line("profile: |dls", "unknown profile `dls`", meant: "dsl"),
        line(
            "rtt: 1 ms, down: { police: { rate: 1 B/s, burst: |2 kB } }, mtu: 9000",
            "a full packet of 9000 B"
        ),
    ]

    static let steps: [Broken] = [
        step(
            "profile: lte, |mtu: 1400",
            "`mtu` is the hosts', not the line's: it cannot change within a run"
        ),
        step("|ip: 6", "`ip` is the hosts'"),
        step("|aaaaDelay: 1 s", "`aaaaDelay` is the name server's"),
        step("|dnsDelay: 1 s", "`dnsDelay` is the name server's"),
        step("down: { rate: |0 bit/s }", "`rate` is at least 1 bit/s"),
        step("down: { jitter: |6 ms }", "goes 6 ms below the mean delay, which is 5 ms"),
        step("down: { oneWayDelay: |1 ms }", "goes 2 ms below", before: "rtt: 10 ms, down: { jitter: 2 ms }"),
        step("rtt: |1 ms", "goes 2 ms below", before: "rtt: 10 ms, down: { jitter: 2 ms }"),
        step("up: { oneWayDelay: |0 ms }", "`up` has no delay", before: "rtt: 10 ms, up: { reorder: 2 % }"),
        step("down: { queue: { |ecn: true } }", "`drop-tail` marks no packets"),
        step("|lnik: 1", "unknown key `lnik` in `link`"),
        step("profile: |nowhere", "unknown profile `nowhere`: `netlab profiles` lists them"),
        step("profile: |fios", "a profile of several families: write `wpt/fios` or `sitespeed/fios`"),
    ]
}
