import Foundation
import TestSupport
import Testing

extension Alone {
    /// The phone is a network namespace with `wireguard-go`, beside the machine's.
    @Suite(
        .enabled(
            if: World.isPossible && World.phoneTools.allSatisfy { Program.find($0) != nil },
            "needs root, \((World.tools + World.phoneTools).joined(separator: ", "))"
        ),
        .serialized,
        .timeLimit(.minutes(5))
    )
    struct `netlab phone` {
        private static let line = "--set link.rtt=100ms --set link.down.rate=8Mbit/s"

        /// Makes the phone's namespace, in the same Wi-Fi as the machine; `in_phone` runs a command there.
        private static let phone = """
            mkdir -p /var/run/wireguard && mount -t tmpfs none /var/run/wireguard
            unshare -n sleep 50 &
            phone=$!
            trap 'kill $world $names $phone $netlab $tunnel 2>/dev/null' EXIT
            here=$(readlink /proc/self/ns/net)
            until [ "$(readlink /proc/$phone/ns/net)" != "$here" ]; do sleep 0.02; done
            ip link add wifi type veth peer name wifi netns $phone
            ip addr add 192.0.2.1/24 dev wifi && ip link set wifi up
            in_phone() { nsenter -t $phone -n "$@"; }
            in_phone ip addr add 192.0.2.2/24 dev wifi
            in_phone ip link set wifi up

            """

        /// Switches the phone's tunnel on, with the configuration in `anna.conf`.
        private static let tunnel = """
            until grep -q Endpoint anna.conf 2>/dev/null; do sleep 0.02; done
            nsenter -t $phone -n env LOG_LEVEL=silent wireguard-go -f wg0 >/dev/null 2>&1 &
            tunnel=$!
            until in_phone wg show wg0 >/dev/null 2>&1; do sleep 0.02; done
            grep -vE '^(Address|MTU|DNS)' anna.conf >wg.conf
            in_phone wg setconf wg0 wg.conf
            for address in $(sed -n 's/Address = //p' anna.conf | tr -d ,); do in_phone ip addr add $address dev wg0; done
            in_phone ip link set wg0 mtu 1420 up
            in_phone ip route add default dev wg0
            in_phone ip -6 route add default dev wg0

            """

        /// What `curl` on the phone says of a download.
        private static let fetch =
            "in_phone curl -s -m 20 -o got -w '%{size_download} %{time_connect} %{time_total}\\n'"

        private static func start(_ how: String, _ more: String = "") -> String {
            "XDG_DATA_HOME=$PWD/data \(how)$NETLAB phone anna --address 192.0.2.1 --conf anna.conf \(line) \(more) >out 2>news &\nnetlab=$!\n"
        }

        private static func expectSlow(_ line: Substring) throws {
            let figures = line.split(separator: " ").compactMap { Double($0) }
            try #require(figures.count == 3, "\(line)")
            // A connection, a request and the bytes: at least two round trips and 0.1 s.
            #expect(figures[0] == 100_000)
            #expect(figures[1] >= 0.1 && figures[2] >= 0.3, "\(figures)")
        }

        @Test func `a phone has its whole network across the line, and nothing is left afterwards`() throws {
            let output = try World().shell(
                Self.phone + Self.start("", "--pcap phone.pcapng") + Self.tunnel + """
                    \(Self.fetch) http://203.0.113.2/100000
                    \(Self.fetch) http://198.18.0.2/fixture/jpeg/100000
                    in_phone ping -q -c 1 -W 5 203.0.113.2 | grep -c ' 0% packet loss'
                    kill -INT $netlab; wait $netlab; echo "status $?"
                    ip link del wifi
                    \(World.remains)
                    $NETLAB inspect phone.pcapng --json | grep -c '"path"'
                    grep -aqF 'on the line for 50.' phone.pcapng && echo noted
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 7, "\(output.output)\(output.errors)")
            #expect(lines[6] == "noted")
            try Self.expectSlow(lines[0])
            try Self.expectSlow(lines[1])
            #expect(lines[2] == "1")
            #expect(lines[3] == "status 0")
            #expect(lines[4] + "\n" == World.untouched)
        }

        @Test func `a phone without IPv4 reaches IPv4 by DNS64 and NAT64`() throws {
            let output = try World().shell(
                Self.phone + Self.start("", "--ipv6-only --pcap phone.pcapng") + Self.tunnel + """
                    grep Address anna.conf
                    in_phone ip -4 -br addr show wg0 | grep -c 10.207 || true
                    \(Self.fetch) 'http://[64:ff9b:1::203.0.113.2]/100000'
                    echo 'nameserver 2001:2::2' >names.conf
                    in_phone unshare -m sh -c "mount --bind names.conf /etc/resolv.conf; curl -s -m 20 -o got \
                        -w '%{remote_ip} %{size_download}\n' http://origin.netlab.test/fixture/jpeg/100000"
                    in_phone ping -q -c 1 -W 5 64:ff9b:1::203.0.113.2 | grep -c ' 0% packet loss'
                    XDG_DATA_HOME=$PWD/data $NETLAB phone check anna | grep -c 'none lost'
                    kill -INT $netlab; wait $netlab; echo "status $?"
                    ip link del wifi
                    \(World.remains)
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 8, "\(output.output)\(output.errors)")
            #expect(lines[0] == "Address = 2001:2:0:ffff::2/128" && lines[1] == "0")
            try Self.expectSlow(lines[2])
            #expect(lines[3] == "64:ff9b:1::c612:2 100000")
            #expect(lines[4] == "1" && lines[5] == "1" && lines[6] == "status 0")
            #expect(lines[7] + "\n" == World.untouched)
        }

        @Test(arguments: ["", "$ORDINARY "])
        func `a phone reaches the internet over IPv6 where the machine does`(_ user: String) throws {
            let output = try World().shell(
                "chmod 777 .\ngive_ipv6\n" + Self.phone + Self.start(user, "--set link.ip=both") + Self.tunnel
                    + """
                    \(Self.fetch) 'http://[2001:db8::2]/100000'
                    \(Self.fetch) http://203.0.113.2/100000
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 2, "\(output.output)\(output.errors)")
            try Self.expectSlow(lines[0])
            try Self.expectSlow(lines[1])
        }

        @Test func `an ordinary user's phone has its whole network across the line, too`() throws {
            guard Program.find("slirp4netns") != nil else {
                try Test.cancel("needs slirp4netns")
            }
            let world = try World()
            let output = try world.shell(
                "chmod 777 .\n" + Self.phone + Self.start("$ORDINARY ") + Self.tunnel + """
                    \(Self.fetch) http://203.0.113.2/100000
                    cat news >&2
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 1, "\(output.output)\(output.errors)")
            try Self.expectSlow(lines[0])
            #expect(output.errors.contains("anna is connected, from 192.0.2.2:"), "\(output.errors)")
        }

        @Test func `the line can be changed while a phone uses it`() throws {
            let output = try World().shell(
                Self.phone + Self.start("") + Self.tunnel + """
                    export XDG_DATA_HOME=$PWD/data
                    ask() { in_phone ping -q -c 1 -W 5 203.0.113.2 | sed -n 's|^rtt.* = \\([0-9]*\\).*|\\1|p'; }
                    $NETLAB phone throttle --set link.rtt=400ms
                    ask
                    $NETLAB phone check | grep -c '^anna: median round trip .*, worst .*, of 20 pings; none lost$'
                    $NETLAB phone throttle none
                    ask
                    $NETLAB phone throttle --set link.dnsDelay=500ms
                    echo 'nameserver 198.18.0.2' >names.conf
                    in_phone unshare -m sh -c "mount --bind names.conf /etc/resolv.conf; curl -s -m 20 -o got \
                        -w '%{time_namelookup}\n' http://origin.netlab.test/fixture/jpeg/1000"
                    $NETLAB phone bert --quiet 2>&1
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 9, "\(output.output)\(output.errors)")
            #expect(lines[0].hasPrefix("line: down unlimited, delay 0.200 s"))
            #expect(try #require(Int(lines[1])) >= 400)
            #expect(lines[2] == "1", "what the line adds is not in a check")
            #expect(try #require(Int(lines[4])) < 100)
            #expect(lines[5].hasPrefix("line: "))
            #expect(try #require(Double(lines[6])) >= 0.5)
            #expect(lines[7].contains("another netlab phone of this user runs already"))
        }

        @Test func `a phone that is added meanwhile can connect, and one that is forgotten is cut off`()
            throws
        {
            let output = try World().shell(
                Self.phone + Self.start("") + """
                    export XDG_DATA_HOME=$PWD/data
                    until ss -lun | grep -q :51820; do sleep 0.02; done
                    mv anna.conf first.conf
                    $NETLAB phone add bert --address 192.0.2.1 --conf anna.conf >code 2>steps
                    until grep -q 'bert can connect' news; do sleep 0.02; done

                    """ + Self.tunnel + """
                        ask() { in_phone ping -q -c 1 -W $1 10.207.0.1 | sed -n 's/.* \\([0-9]*\\)% packet loss.*/\\1/p'; }
                        ask 5
                        $NETLAB phone forget bert
                        until grep -q 'bert is forgotten' news; do sleep 0.02; done
                        ask 1
                        $NETLAB phone list
                        grep -c 'bert can connect from now on' steps news
                        """
            )
            #expect(
                output.output == """
                    0
                    100
                    anna  10.207.0.2
                    steps:1
                    news:1

                    """,
                "\(output.output)\(output.errors)"
            )
        }

        @Test(arguments: [("", "root"), ("$ORDINARY ", "an ordinary user")])
        func `a page shows what a phone does, to one browser of this machine`(
            _ how: String,
            _ person: String
        ) throws {
            let output = try World().shell(
                "chmod 777 .\n" + Self.phone + Self.start(how, "--ui") + Self.tunnel + """
                    until grep -q '^page: ' news; do sleep 0.02; done
                    link=$(sed -n 's/^page: \\([^ ]*\\) .*/\\1/p' news)
                    page=${link%%\\?*}
                    curl -s -o page -c jar -w '%{http_code}\\n' "$link"
                    curl -s -o page -w '%{http_code}\\n' "$link"
                    curl -s -o page -w '%{http_code}\\n' "${page}code.svg"
                    curl -s -b jar "${page}code.svg" | grep -c '<svg'
                    echo 'nameserver 198.18.0.2' >phone-names
                    in_phone unshare -m sh -c 'mount --bind phone-names /etc/resolv.conf && exec "$@"' sh \\
                        curl -s -m 20 -o got http://world.example/100000
                    until curl -s -b jar "${page}traffic?after=0" | grep -q '"state":"closed"'; do sleep 0.1; done
                    curl -s -b jar "${page}traffic?after=0"
                    echo
                    kill -INT $netlab; wait $netlab; echo "status $?"
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 6, "\(person): \(output.output)\(output.errors)")
            #expect(lines[..<4] == ["303", "403", "403", "1"])
            #expect(lines[5] == "status 0")
            let shown = try JSONSerialization.jsonObject(with: Data(lines[4].utf8)) as? [String: Any]
            let flows = try #require(shown?["flows"] as? [[String: Any]])
            try #require(flows.count == 1, "\(flows)")
            #expect(flows[0]["phone"] as? String == "anna" && flows[0]["host"] as? String == "world.example")
            #expect(flows[0]["protocol"] as? String == "HTTP/1")
            let causes = try #require(flows[0]["causes"] as? [String: Int])
            // 100,000 bytes at 8 Mbit/s, and a round trip for the name.
            #expect(try #require(causes["payload"]) > 80_000_000, "\(causes)")
            #expect(try #require(causes["dns"]) >= 100_000_000, "\(causes)")
            let lookups = try #require(shown?["lookups"] as? [[String: Any]])
            let answers = lookups.filter { $0["type"] as? String == "A" }.map { $0["answer"] as? String }
            #expect(answers == ["203.0.113.2"], "\(lookups)")
        }

        @Test(
            .enabled(if: Program.find("openssl") != nil, "needs openssl"),
            arguments: [("", "root"), ("$ORDINARY ", "an ordinary user")]
        )
        func `exchanges with a host are decrypted without a proxy setting`(
            _ how: String,
            _ person: String
        ) throws {
            let world = try World()
            let made = try Program("/bin/sh", ["-c", Self.certificate], in: world.file("")).run()
            try #require(made.status == 0, "\(made.errors)")
            let output = try world.shell(
                "chmod 777 .\n" + Self.phone
                    + Self.start(
                        how,
                        "--intercept world.example --insecure world.example --pcap phone.pcapng"
                    ) + Self.tunnel + """
                        echo 'nameserver 198.18.0.2' >phone-names
                        as_phone() { in_phone unshare -m sh -c 'mount --bind phone-names /etc/resolv.conf && exec "$@"' sh "$@"; }
                        as_phone curl -sS -m 20 -o netlab.pem http://netlab.test/netlab-ca.pem
                        as_phone curl -sS -m 20 --cacert netlab.pem -o got -w '%{http_code} %{size_download} %{remote_ip}\\n' https://world.example/1234
                        as_phone curl -sS -m 20 -o got -w '%{http_code} %{size_download} %{remote_ip}\\n' http://world.example/321
                        as_phone curl -sS -m 20 -k -o got -w '%{http_code} %{size_download} %{remote_ip}\\n' https://example.com/7
                        kill -INT $netlab; wait $netlab; echo "status $?"
                        grep -oE '200  GET  https*://world[a-z./]*[0-9]*|new client: .*' news
                        $NETLAB inspect phone.pcapng --json | grep -c 'https://world.example/1234'
                        """
            )
            #expect(
                output.output == """
                    200 1234 198.18.0.3
                    200 321 198.18.0.3
                    200 7 203.0.113.2
                    status 0
                    new client: anna
                    200  GET  https://world.example/1234
                    200  GET  http://world.example/321
                    1

                    """,
                "\(person): \(output.output)\(output.errors)"
            )
        }

        /// The world's HTTPS certificate, which nobody vouches for.
        private static let certificate = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 \
                -subj /CN=world.example && cat key.pem cert.pem >world.pem && chmod 644 world.pem
            """

        @Test func `a forgotten phone can no longer connect`() throws {
            let output = try World().shell(
                Self.phone + Self.start("") + Self.tunnel + """
                    in_phone ping -q -c 1 -W 5 10.207.0.1 | grep -c ' 0% packet loss'
                    kill -INT $netlab; wait $netlab
                    export XDG_DATA_HOME=$PWD/data
                    $NETLAB phone list
                    $NETLAB phone forget anna
                    $NETLAB phone forget anna 2>&1
                    $NETLAB phone bert --address 192.0.2.1 --quiet 2>news &
                    netlab=$!
                    until ss -lun | grep -q :51820; do sleep 0.02; done
                    in_phone wg setconf wg0 wg.conf
                    until grep -q 'unknown key' news; do in_phone ping -q -c 1 -W 1 10.207.0.1 >/dev/null; done
                    echo refused
                    """
            )
            #expect(
                output.output == """
                    1
                    anna  10.207.0.2
                    netlab: error: there is no phone `anna`
                      netlab phone list shows them
                    refused

                    """,
                "\(output.errors)"
            )
        }
    }
}
