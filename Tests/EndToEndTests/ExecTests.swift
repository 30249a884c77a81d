import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `netlab exec` {
    @Test(arguments: [
        ("-- true", 0), ("-- sh -c 'exit 7'", 7), ("sh -c 'exit 125'", 125), ("-- /etc/passwd", 126),
        ("-- /etc", 126), ("-- no-such-program", 127), ("./no-such-program", 127), ("''", 127),
        ("-- sh -c 'kill -TERM $$'", 143), ("-- sh -c 'kill -KILL $$'", 137), ("-- ./no-interpreter", 0),
        ("--bogus -- true", 125), ("", 125), ("--profile dls true", 125), ("--scenario no-such true", 125),
        ("--scenario policies true", 125), ("--interweb true", 125), ("--pcap /no/such/folder true", 125),
        ("--carrier pigeon true", 125), ("--set link.down.los=1% true", 125), ("--pcap", 125),
        ("--serve-with false true", 125), ("--link sideways true", 125), ("--link stream --pcap x true", 125),
        ("--link auto --internet true", 125), ("--link stream --clock virtual true", 125),
        ("--hand-out 2 true", 125), ("--hand-out 9 true", 125), ("--link stream -- sh -c 'exit 7'", 7),
    ])
    func `exits with the command's status, or with its own on failure`(_ words: String, _ status: Int32)
        throws
    {
        for person in Person.allCases {
            let guest = try Guest(person)
            try "exit 0\n".write(toFile: guest.file("no-interpreter"), atomically: false, encoding: .utf8)
            let output = try guest.shell("chmod +x no-interpreter 2>/dev/null; $NETLAB exec --quiet \(words)")
            let made = person == .root || !words.contains("no-interpreter")
            #expect(output.status == (made ? status : 126), "\(person): \(output.errors)")
            #expect(output.output == "")
            let isToldOfFailure = [125, 126, 127].contains(status) && !words.contains("exit 125")
            #expect(output.errors.contains("error") == (isToldOfFailure || !made), "\(output.errors)")
        }
    }

    @Test func `ends its options at the command's name`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell("$NETLAB exec --quiet --profile dsl echo --profile --no-color -- -q")
        #expect(output.output == "--profile --no-color -- -q\n")
        #expect(Guest.complaints(output) == [])
    }

    @Test func `reports an unlimited link`() throws {
        let guest = try Guest(.root)
        #expect(try guest.shell("$NETLAB exec true").errors.contains("unlimited"))
        for words in ["--quiet", "--profile dsl", "--set link.down.rate=1Mbit/s", "--scenario dsl"] {
            let output = try guest.shell("$NETLAB exec \(words) true")
            #expect(Guest.complaints(output) == [] && output.status == 0, "\(output.errors)")
        }
    }

    @Test(arguments: Person.allCases)
    func `passes standard streams and open descriptors, but not netlab's own`(
        _ person: Person
    ) throws {
        let guest = try Guest(person)
        let line = """
            list='for each in /proc/$$/fd/*; do readlink $each || true; done'
            sh -c "$list" 7</dev/null >before
            printf one | $NETLAB exec --quiet --pcap a.pcapng -- sh -c "cat; echo two >&2; cat <&7; id -u; $list" 7<<END
            seven
            END
            """
        let output = try guest.shell(line)
        #expect(output.output.hasPrefix("oneseven\n\(person == .root ? 0 : 1001)\n"), "\(output.output)")
        #expect(Guest.complaints(output) == ["two"])
        // The test's own mounts stay visible; pipes and files are the line's own.
        let before = try String(contentsOfFile: guest.file("before"), encoding: .utf8)
        let left = output.output.split(separator: "\n").filter { open in
            (open.contains("tun") || open.contains("socket:") || open.contains("anon_inode"))
                && !before.contains(open)
        }
        #expect(left == [])
    }

    @Test func `removes proxies from the environment and adds the origin`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            export http_proxy=http://127.0.0.1:1 HTTPS_PROXY=x no_proxy=y NO_PROXY=z MINE="a b"
            $NETLAB exec --quiet env | grep -iE 'proxy|^NETLAB_ORIGIN|^MINE' | LC_ALL=C sort
            """
        )
        let origin = "origin.netlab.test"
        #expect(
            output.output
                == "MINE=a b\nNETLAB_ORIGIN=http://\(origin)\nNETLAB_ORIGIN_HTTPS=https://\(origin)\n"
        )
    }

    @Test func `makes its capture the last one for explain and inspect, not for report`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB run -q dsl --link stream -o made >made.out 2>&1
            $NETLAB explain last | head -n 1
            $NETLAB exec -q --profile wifi --pcap ours.pcapng -- curl -sS -o /dev/null http://origin.netlab.test/fixture/jpeg/9kB
            $NETLAB explain last | head -n 1; $NETLAB inspect last | head -n 1; $NETLAB report last
            """
        )
        let lines = output.output.split(separator: "\n")
        try #require(lines.count == 4, "\(output.output)\(output.errors)")
        #expect(lines[0].hasSuffix("(made)") && lines[1].hasSuffix("ours.pcapng"), "\(lines)")
        #expect(lines[2].contains("ours.pcapng") && lines[3] == "made/report.html", "\(lines)")
    }

    @Test func `serves a scenario's files over its link`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec --scenario dsl --pcap line.pcapng -- curl -sS -o small.jpg \
            -w '%{http_code} %{size_download} %{time_total}\\n' http://origin.netlab.test/small.jpg &&
            $NETLAB fixture small.jpg --size 125724 --seed 1 -o expected.jpg; ls -l line.pcapng
            tshark -r line.pcapng -Y http.response -T fields -e http.content_length 2>/dev/null
            """
        )
        let words = output.output.split(whereSeparator: \.isWhitespace)
        try #require(words.count > 3, "\(output.errors)")
        #expect(words[0] == "200" && words[1] == "125724")
        // Theory says 0.55 s; this only checks that the data crossed a line.
        #expect(try #require(Double(words[2])) > 0.5)
        #expect(words[3] == "-rw-------")
        #expect(words.last == "125724")
    }
}
