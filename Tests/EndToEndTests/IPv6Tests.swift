import Foundation
import TestSupport
import Testing

@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `A line that carries IPv6` {
    /// What `curl` says of a download from the origin.
    private static func fetch(_ origin: String = "$NETLAB_ORIGIN", _ options: String = "") -> String {
        "curl -s -m 20 \(options) -o got -w '%{remote_ip} %{http_code} %{size_download}' \(origin)/fixture/jpeg/31044"
    }

    @Test(arguments: [
        ("4", "198.18.0.2"), ("6", "2001:2::2"), ("both", "2001:2::2"), ("nat64", "64:ff9b:1::c612:2"),
    ])
    func `programs reach the origin by the line's version of IP, whoever runs them`(
        _ ip: String,
        _ address: String
    ) throws {
        for person in Person.allCases {
            let guest = try Guest(person)
            // The translator is a TUN interface.
            if ip == "nat64", person == .ordinary {
                let output = try guest.shell("$NETLAB exec -q --set link.ip=nat64 -- true")
                let isOpen = try guest.shell("test -w /dev/net/tun").status == 0
                #expect(isOpen || output.errors.contains("chmod 0666 /dev/net/tun"), "\(output.errors)")
                guard isOpen else { continue }
            }
            for (origin, options) in [("$NETLAB_ORIGIN", ""), ("$NETLAB_ORIGIN_HTTPS", "--fail")] {
                let command = "sh -c \"\(Self.fetch("\\\(origin)", options))\""
                let output = try guest.shell(
                    "$NETLAB exec -q --set link.rtt=2ms --set link.ip=\(ip) -- \(command)"
                )
                #expect(output.output == "\(address) 200 31044", "\(person): \(output.errors)")
            }
        }
    }

    @Test(
        .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
        arguments: ["6", "both", "nat64"]
    )
    func `downloads take what theory says`(_ ip: String) throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            cat >mine.yaml <<END
            netlab: 1
            link: { profile: dsl, ip: \(ip) }
            origin: { files: { "a{1..3}.jpg": { image: jpeg, size: 100 kB } } }
            client: { policy: none }
            steps: [ { name: get, fetch: all } ]
            expect:
              - get.makespan within 0.05 % of get.theory.shared
              - get.ledger.unexplained < 1 us
            END
            NETLAB_KERNELS='\(InstalledKernels.folder)' $NETLAB run -q --clock virtual mine.yaml
            """
        )
        #expect(output.status == 0, "\(output.output)\(output.errors)")
    }

    @Test(arguments: ["tun", "veth"])
    func `each carrier carries IPv6, and nothing but what programs send`(_ carrier: String) throws {
        guard Program.find("tshark") != nil else { try Test.cancel("needs tshark") }
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec -q --carrier \(carrier) --set link.rtt=2ms --set link.ip=both --pcap a.pcapng -- \
            sh -c 'sleep 1; curl -s -o got $NETLAB_ORIGIN/fixture/jpeg/31044; sleep 1'
            tshark -r a.pcapng -T fields -e _ws.col.Protocol 2>/dev/null | sort -u | tr '\\n' ' '; echo
            tshark -r a.pcapng -Y 'frame.comment contains "on the line for 1."' 2>/dev/null | wc -l
            tshark -r a.pcapng -Y 'tcp and not ipv6' 2>/dev/null | wc -l
            """
        )
        let lines = output.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(output.output)\(output.errors)")
        #expect(Set(lines[0].split(separator: " ")) == ["DNS", "HTTP", "TCP"], "\(lines[0])")
        #expect(try #require(Int(lines[1])) > 30)
        #expect(lines[2] == "0")
    }

    @Test(arguments: [("noRoute", 0.04), ("blackHole", 0.2)])
    func `a client turns to IPv4 where IPv6 fails`(_ fault: String, _ least: Double) throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec -q --set link.rtt=20ms --set link.ip=both --set link.ip6=\(fault) -- \
            sh -c 'curl -s -m 20 -o got -w "%{remote_ip} %{time_namelookup} %{time_connect}" $NETLAB_ORIGIN/fixture/jpeg/31044'
            """
        )
        let words = output.output.split(separator: " ")
        try #require(words.count == 3, "\(output.output)\(output.errors)")
        #expect(words[0] == "198.18.0.2")
        let times = words.dropFirst().compactMap { Double($0) }
        #expect(times.count == 2 && times[1] - times[0] >= least * 0.95, "\(times)")
    }

    @Test func `a capture's explanation names the time in which IPv6 did not answer`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec -q --set link.rtt=20ms --set link.ip=both --set link.ip6=blackHole --pcap a.pcapng -- \
            curl -s -m 20 -o got http://origin.netlab.test/fixture/jpeg/31044
            $NETLAB explain a.pcapng
            """
        )
        #expect(
            output.output.contains("tried another address first, which did not answer"),
            "\(output.output)"
        )
    }

    @Test(arguments: [("ip: both", 0), ("ip: both, ip6: blackHole", 40)])
    func `a proxy of a run reaches the origin as its client would`(_ ip: String, _ least: Int) throws {
        guard Program.find("tshark") != nil else { try Test.cancel("needs tshark") }
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            cat >mine.yaml <<END
            netlab: 1
            link: { profile: wifi, \(ip) }
            origin: { files: { a.jpg: { image: jpeg, size: 100 kB } } }
            proxy: true
            steps: [ { name: get, fetch: all } ]
            expect: [ get.source == network ]
            END
            $NETLAB run -q mine.yaml --out run
            tshark -r run/client.pcapng -Y 'tcp.len > 0 and not ipv6' 2>/dev/null | wc -l
            """
        )
        let packets = try #require(Int(output.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(least == 0 ? packets == 0 : packets > least, "\(output.output)\(output.errors)")
    }

    @Test func `a name's IPv6 address may come late`() throws {
        let guest = try Guest(.root)
        let output = try guest.shell(
            """
            $NETLAB exec -q --set link.aaaaDelay=1s --set link.ip=both -- \
            sh -c 'curl -s -m 20 -o got -w "%{remote_ip} %{time_namelookup}" $NETLAB_ORIGIN/fixture/jpeg/31044'
            """
        )
        let words = output.output.split(separator: " ")
        try #require(words.count == 2, "\(output.output)\(output.errors)")
        #expect(words[0] == "2001:2::2")
        #expect(try #require(Double(words[1])) >= 1)
    }
}
