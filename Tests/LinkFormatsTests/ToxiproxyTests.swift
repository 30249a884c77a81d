import JSON
import LinkFormats
import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ToxiproxyTests {
    private func read(_ text: String) throws(ImportError) -> LinkImport {
        try LinkImport(Array(text.utf8), name: "file")
    }

    @Test func `a preset becomes a proxy with its toxics, latency before bandwidth`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "nlc/edge"))
        let export = LinkFormat.toxiproxy.export(profile.link, title: "")
        let expected: JSONValue = [
            "name": "netlab", "listen": "127.0.0.1:18080", "upstream": "127.0.0.1:8080", "enabled": true.json,
            "toxics": [
                toxic("latency", "upstream", ["latency": 440.json, "jitter": 0.json]),
                toxic("bandwidth", "upstream", ["rate": 25.json]),
                toxic("latency", "downstream", ["latency": 400.json, "jitter": 0.json]),
                toxic("bandwidth", "downstream", ["rate": 30.json]),
            ],
        ]
        #expect(try JSONValue(parsing: Array(export.text.utf8)) == .array([expected]))
        #expect(export.warnings.count == 5)
        #expect(export.warnings[0].contains("/proxies/netlab/toxics"))
    }

    private func toxic(_ type: String, _ stream: String, _ attributes: JSONValue) -> JSONValue {
        [
            "name": "\(type)_\(stream)".json, "type": type.json, "stream": stream.json, "toxicity": 1.json,
            "attributes": attributes,
        ]
    }

    @Test func `a line that carries nothing becomes a timeout`() throws {
        let profile = try #require(LinkCatalogue.profile(named: "chrome/offline"))
        let text = LinkFormat.toxiproxy.export(profile.link, title: "").text
        let document = try JSONValue(parsing: Array(text.utf8))
        guard case .array(let proxies) = document else {
            Issue.record("no list of proxies")
            return
        }
        #expect(
            proxies[0]["toxics"]
                == [
                    toxic("timeout", "upstream", ["timeout": 0.json]),
                    toxic("timeout", "downstream", ["timeout": 0.json]),
                ]
        )
    }

    @Test(arguments: [
        "1.5005 ms becomes 2 ms", "1.000001 Mbit/s becomes 125, 1 Mbit/s", "jitter is uniform", "handshakes",
        "each connection's own", "no queue that can fill up", "outages are left out",
        "policing is left out",
        "its mean is used", "the DNS delay of 3000 ms", "the MTU is left out", "queue discipline",
        "does not read toxics",
        "examples",
    ])
    func `warns once about each unsupported setting`(part: String) {
        let warnings = LinkFormat.toxiproxy.export(SampleLines.beyond, title: "").warnings
        #expect(warnings.count { $0.contains(part) } == 1, "\(warnings)")
        #expect(warnings.count == 15)
    }

    @Test func `warns once about each unsupported impairment`() {
        let warnings = LinkFormat.toxiproxy.export(SampleLines.impaired, title: "").warnings
        for part in [
            "loss is", "duplication", "corruption", "reordering", "link-layer", "correlation", "normal one",
        ] {
            #expect(warnings.count { $0.contains(part) } == 1, "\(part)")
        }
    }

    @Test(arguments: [
        #"[{"name": "a", "upstream": "b:1", "toxics": [LATENCY]}]"#,
        #"{"name": "a", "upstream": "b:1", "toxics": [LATENCY]}"#,
        #"{"a": {"name": "a", "upstream": "b:1", "toxics": [LATENCY]}}"#,
        #"{"proxies": [{"toxics": [LATENCY]}]}"#,
        "[LATENCY]", "LATENCY",
    ])
    func `finds toxics in every format of toxiproxy`(text: String) throws {
        let latency =
            #"{"type": "latency", "stream": "downstream", "attributes": {"latency": 100, "jitter": 10}}"#
        let found = try read(text.replacing("LATENCY", with: latency))
        #expect(found.format == .toxiproxy)
        #expect(found.link.down.oneWayDelay == 100_000_000)
        #expect(found.link.down.jitter == Jitter(amount: 10_000_000))
        #expect(found.link.up == DirectionParameters())
        #expect(found.warnings == [])
    }

    @Test func `toxics of one stream are combined`() throws {
        let found = try read(
            """
            [{"type": "latency", "attributes": {"latency": 10}}, {"type": "latency", "attributes": {"latency": 5}},
             {"type": "bandwidth", "attributes": {"rate": 100}}, {"type": "bandwidth", "attributes": {"rate": 50}},
             {"type": "packet_loss", "stream": "upstream", "attributes": {"loss_rate": 0.05, "correlation": 0.25}}]
            """
        )
        #expect(found.link.down == DirectionParameters(rateBps: 400_000, oneWayDelay: 15_000_000))
        #expect(found.link.up.loss == .random(PacketShare(0.05, correlation: 0.25)))
        #expect(found.warnings.count == 2)
    }

    @Test(arguments: [
        (#"[{"type": "slicer", "attributes": {"average_size": 64}}]"#, "`slicer` is left out"),
        (#"[{"type": "timeout", "attributes": {"timeout": 500}}]"#, "`timeout` is left out"),
        (#"[{"type": "latency", "toxicity": 0.5, "attributes": {"latency": 1}}]"#, "toxicity"),
        (#"[{"upstream": "a", "enabled": false, "toxics": [{"type": "latency"}]}]"#, "not enabled"),
        (
            #"{"a": {"toxics": [{"type": "latency"}]}, "b": {"toxics": [{"type": "latency"}]}}"#,
            "the toxics of a are used"
        ),
    ])
    func `warns about ignored and changed settings`(text: String, part: String) throws {
        let warnings = try read(text).warnings
        #expect(warnings.contains { $0.contains(part) }, "\(warnings)")
    }

    @Test(
        arguments: [
            ("{", 1, 2, "name in quotes"), ("[\n1 2]", 2, 3, "comma"),
            (#"{"a": 1}"#, nil, nil, "neither proxies"),
            ("[]", nil, nil, "neither proxies"),
            (#"[{"upstream": "a", "toxics": []}]"#, nil, nil, "have no toxics"),
            (#"[{"type": "latency", "stream": "up"}]"#, nil, nil, "[0].stream"),
            (#"[{"type": "latency", "attributes": {"latency": 1.5}}]"#, nil, nil, "[0].attributes.latency"),
            (#"[{"type": "latency", "attributes": {"latency": -1}}]"#, nil, nil, "[0].attributes.latency"),
            (
                #"[{"type": "bandwidth", "attributes": {"rate": 9223372036854775807}}]"#, nil, nil,
                "attributes.rate"
            ),
            (#"[{"type": "packet_loss", "attributes": {"loss_rate": 2}}]"#, nil, nil, "attributes.loss_rate"),
            (#"[{"kind": "netem"}]"#, nil, nil, "tc's JSON"),
        ] as [(String, Int?, Int?, String)]
    )
    func `rejects unreadable input with its position`(text: String, line: Int?, column: Int?, message: String)
    {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.line == line)
        #expect(error?.column == column)
    }
}
