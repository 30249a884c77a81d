import ScenarioFormat

extension ReferenceSection {
    static let all: [ReferenceSection] = [scenario] + line + origin + client + steps

    private static let scenario = ReferenceSection(
        .scenario,
        "the whole scenario",
        "@",
        said: [
            "netlab": "1, the format's version", "name": "a name: a folder is named after it",
            "about": "text", "expect": "[expectations](expectations.md), one or a list",
            "matrix": "a mapping of keys to lists, as in `{ client.policy: [none, both] }`",
        ]
    )

    private static let line = [
        ReferenceSection(
            .link,
            "`link`, and in a step",
            "link: {@}",
            said: ["profile": "a name that `netlab profiles` lists"]
        ),
        ReferenceSection(.direction, "`link.down`, `link.up`", "link: { down: {@} }"),
        ReferenceSection(.linkLayer, "`link.linkLayer`", "link: { linkLayer: {@} }"),
        ReferenceSection(
            .rate,
            "a `rate` that changes",
            "link: { down: { rate: {@} } }",
            special: ["loop": ["schedule": "[ { rate: 1 bit/s, for: 1 s } ]"]],
            said: ["trace": "a file's name"]
        ),
        ReferenceSection(
            .scheduledRate,
            "an entry of `rate.schedule`",
            "link: { down: { rate: { schedule: [ {@} ] } } }",
            with: ["rate": "1 bit/s", "for": "1 s"]
        ),
        ReferenceSection(.jitter, "`jitter`", "link: { down: { jitter: {@} } }", with: ["amount": "1 ms"]),
        ReferenceSection(
            .loss,
            "`loss`",
            "link: { down: { loss: {@} } }",
            special: ["correlation": ["random": "1 %"]]
        ),
        ReferenceSection(
            .gilbertElliott,
            "`loss.gilbertElliott`",
            "link: { down: { loss: { gilbertElliott: {@} } } }",
            with: ["toBad": "1 %", "toGood": "1 %"]
        ),
        ReferenceSection(
            .fourState,
            "`loss.fourState`",
            "link: { down: { loss: { fourState: {@} } } }",
            with: ["p13": "1 %", "p31": "1 %", "p32": "1 %", "p23": "1 %", "p14": "1 %"]
        ),
        ReferenceSection(
            .share,
            "`duplicate`, `corrupt`",
            "link: { down: { duplicate: {@} } }",
            with: ["share": "1 %"]
        ),
        ReferenceSection(
            .reordering,
            "`reorder`",
            "link: { down: { reorder: {@} } }",
            with: ["share": "1 %"]
        ),
        ReferenceSection(
            .outages,
            "`outages`",
            "link: { down: { outages: {@} } }",
            with: ["every": "10 s", "for": "1 s"],
            special: ["meanUp": ["meanDown": "1 s"], "meanDown": ["meanUp": "1 s"], "list": [:]]
        ),
        ReferenceSection(
            .outage,
            "an entry of `outages.list`",
            "link: { down: { outages: { list: [ {@} ] } } }",
            with: ["at": "1 s", "for": "1 s"]
        ),
        ReferenceSection(
            .policer,
            "`police`",
            "link: { down: { police: {@} } }",
            with: ["rate": "1 Mbit/s", "burst": "9 kB"]
        ),
        ReferenceSection(.queue, "`queue`", "link: { down: { queue: {@} } }", with: ["discipline": "codel"]),
    ]
}
