import LinkFormats
import LinkModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MahimahiTests {
    private func read(_ text: String, files: [String: String] = [:]) throws(ImportError) -> LinkImport {
        try LinkImport(Array(text.utf8), name: "cell.trace") { name in files[name].map { Array($0.utf8) } }
    }

    @Test func `a preset becomes a script with its traces`() throws {
        var link = try #require(LinkCatalogue.profile(named: "nlc/very-bad")).link
        link.down.rate = .constant(4_000_000)
        link.down.queue = .bytes(64_000)
        let export = LinkFormat.mahimahi.export(link, title: "very bad")
        #expect(
            export.text == """
                #!/bin/sh
                # very bad
                # The client's side, not as root: sh FILE [COMMAND...]
                set -e
                [ $# -gt 0 ] || set -- "${SHELL:-/bin/sh}"
                dir=$(mktemp -d)
                trap 'rm -r "$dir"' EXIT

                # a line is an opportunity to carry 1500 bytes, at that millisecond; after the last they begin again
                cat >"$dir/up.trace" <<'END'
                12
                END
                cat >"$dir/down.trace" <<'END'
                3
                END

                mm-delay 500 mm-loss downlink 0.1 mm-link "$dir/up.trace" "$dir/down.trace" --uplink-queue=droptail \
                --uplink-queue-args="packets=1000" --downlink-queue=droptail --downlink-queue-args="bytes=64000" \
                -- mm-loss uplink 0.1 "$@"

                """
        )
        #expect(export.warnings.count == 1)
    }

    @Test func `an unlimited line has no trace`() throws {
        let offline = try #require(LinkCatalogue.profile(named: "nlc/loss-100")).link
        let text = LinkFormat.mahimahi.export(offline, title: "offline").text
        #expect(text.hasSuffix("\nmm-loss downlink 1 mm-loss uplink 1 \"$@\"\n"))
        #expect(!text.contains("mm-link"))
        let native = try #require(LinkCatalogue.profile(named: "wpt/native")).link
        #expect(LinkFormat.mahimahi.export(native, title: "native").text.hasSuffix("\n\"$@\"\n"))
    }

    @Test(arguments: [
        "150001 ms stand for 1.5005 ms down and 300000 ms up",
        "exactly 1.000001 Mbit/s: this one is off by -0.00",
        "whole milliseconds, and each opportunity", "no jitter", "outages", "policing",
        "the DNS delay of 3000 ms",
        "its mean is used", "the MTU is",
    ])
    func `warns once about each unsupported setting`(part: String) {
        let warnings = LinkFormat.mahimahi.export(SampleLines.beyond, title: "").warnings
        #expect(warnings.count { $0.contains(part) } == 1, "\(warnings)")
        #expect(warnings.count == 9)
    }

    @Test func `warns about bursts, correlations and fair queueing`() {
        var link = SampleLines.impaired
        link.up.loss = .random(PacketShare(0.1, correlation: 0.5))
        link.up.discipline = .fair(codel: nil)
        let export = LinkFormat.mahimahi.export(link, title: "")
        for part in [
            "has no bursts", "no correlation", "no queue per flow", "duplication", "corruption",
            "reordering", "link-layer",
        ] {
            #expect(export.warnings.count { $0.contains(part) } == 1, "\(part)")
        }
        #expect(export.text.contains("mm-loss uplink 0.1 \"$@\""))
    }

    @Test func `CoDel and PIE queues are written with rounded settings`() {
        var link = LinkParameters(
            down: DirectionParameters(rateBps: 12_000_000, queue: .packets(100)),
            up: DirectionParameters(rateBps: 1_000_000, queue: .bytes(9000))
        )
        link.down.discipline = .codel(ControlledDelay(target: 4_600_000, interval: 80_000_000))
        link.up.discipline = .pie(ProportionalIntegral(target: 20_000_000, updateInterval: 30_000_000))
        let export = LinkFormat.mahimahi.export(link, title: "")
        #expect(
            export.text.contains(
                "--downlink-queue=codel --downlink-queue-args=\"packets=100, target=5, interval=80\""
            )
        )
        #expect(
            export.text.contains(
                "--uplink-queue=pie --uplink-queue-args=\"bytes=9000, qdelay_ref=20, max_burst=150\""
            )
        )
        #expect(
            export.warnings.contains("down: mm-link's queues count whole milliseconds: 4.6 ms becomes 5 ms")
        )
        #expect(
            export.warnings.contains { $0.hasPrefix("up: mm-link's PIE has a fixed update interval") }
        )
    }

    @Test func `a custom trace is written unchanged, and once if it does not repeat`() throws {
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters(rateBps: 12_000_000))
        link.down.rate = .trace(OpportunityTrace(name: "a", milliseconds: [0, 7, 7, 30], repeats: false))
        let text = LinkFormat.mahimahi.export(link, title: "").text
        #expect(text.contains("<<'END'\n0\n7\n7\n30\nEND\n"))
        #expect(text.contains(" --once -- \"$@\"\n"))
        let back = try read(text)
        #expect(
            back.link.down.rate
                == .trace(
                    OpportunityTrace(name: "down.trace", milliseconds: [0, 7, 7, 30], repeats: false)
                )
        )
    }

    @Test func `a trace becomes the down rate, and a constant rate if it is even`() throws {
        let uneven = try read("0\n7\n7\n30\n")
        #expect(
            uneven.link.down.rate
                == .trace(OpportunityTrace(name: "cell.trace", milliseconds: [0, 7, 7, 30], repeats: true))
        )
        #expect(uneven.link.up.rate == .unlimited)
        #expect(uneven.warnings.count == 1)
        #expect(try read("12").link.down.rate == .constant(1_000_000))
        #expect(try read("1\r\n2\r\n3\r\n").link.down.rate == .constant(12_000_000))
    }

    @Test func `parses a command line with its trace files`() throws {
        let found = try read(
            "mm-delay 40 mm-loss uplink 0.02 mm-link up.trace /traces/down --downlink-queue=codel "
                + "--downlink-queue-args='packets=100, target=4, interval=80' --uplink-log=u.log -- mm-onoff downlink 2.5 0.5 curl x",
            files: ["up.trace": "12\n", "/traces/down": "1\n1\n3\n"]
        )
        #expect(found.format == .mahimahi)
        var down = DirectionParameters(
            rate: .trace(OpportunityTrace(name: "/traces/down", milliseconds: [1, 1, 3], repeats: true)),
            oneWayDelay: 40_000_000,
            queue: .packets(100)
        )
        down.discipline = .codel(ControlledDelay(target: 4_000_000, interval: 80_000_000))
        down.outages = Outages(pattern: .random(meanUp: 2_500_000_000, meanDown: 500_000_000), packets: .lost)
        #expect(found.link.down == down)
        #expect(found.link.up.rate == .constant(1_000_000))
        #expect(found.link.up.loss == .random(PacketShare(0.02)))
        // Unlimited by default.
        #expect(found.link.up.queue == .packets(1_000_000))
        #expect(found.warnings.count == 1)
    }

    @Test func `missing traces leave the rate unlimited`() throws {
        let found = try read("mm-link a b")
        #expect(found.link.down.rate == .unlimited)
        #expect(found.warnings.count { $0.contains("is missing") } == 2)
    }

    @Test(
        arguments: [
            ("1\n2\nx\n", 3, 1, "whole milliseconds"), ("5\n4\n", 2, 1, "must not decrease"),
            ("0\n0\n", 2, 1, "last time is 0"),
            ("1\n\n2\n", 2, 1, "empty line"), ("99999999999\n", 1, 1, "a time beyond"),
            ("mm-delay", 1, 1, "more words"),
            ("mm-delay fast", 1, 10, "whole milliseconds"), ("mm-loss 0.1", 1, 9, "neither uplink"),
            ("mm-loss uplink 1.5", 1, 16, "from 0 to 1"), ("mm-link a", 1, 1, "two traces"),
            ("mm-link bad b", 1, 9, "in its line 2"), ("mm-link a b --fast", 1, 13, "no option"),
            ("mm-link a b --uplink-queue=red", 1, 13, "no queue `red`"),
            ("mm-onoff uplink 0 1", 1, 17, "above 0"),
            ("mm-link a b --uplink-queue=droptail --uplink-queue-args=packets", 1, 37, "NAME=NUMBER"),
            ("hello world", 1, 1, "neither tc commands"), ("", nil, nil, "it is empty"),
            (" \n", nil, nil, "it is empty"),
        ] as [(String, Int?, Int?, String)]
    )
    func `rejects unreadable input with its position`(
        text: String,
        line: Int?,
        column: Int?,
        message: String
    ) {
        let error = #expect(throws: ImportError.self) { try read(text, files: ["bad": "1\nx\n"]) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.line == line)
        #expect(error?.column == column)
    }
}
