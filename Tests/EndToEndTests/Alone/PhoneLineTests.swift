import Foundation
import TestSupport
import Testing

extension Alone {
    /// Two phones, each a network namespace with `wireguard-go`, in networks of their own with the machine.
    @Suite(
        .enabled(
            if: World.isPossible && World.phoneTools.allSatisfy { Program.find($0) != nil },
            "needs root, \((World.tools + World.phoneTools).joined(separator: ", "))"
        ),
        .serialized,
        .timeLimit(.minutes(5))
    )
    struct `lines of phones` {
        /// `in_phone NAME` runs a command on a phone, `tunnel NAME` switches its tunnel on, `fetch NAME URL` downloads, and says
        /// how many bytes came in which time.
        private static let phones = """
            mkdir -p /var/run/wireguard && mount -t tmpfs none /var/run/wireguard
            export XDG_DATA_HOME=$PWD/data
            trap 'kill $world $names $netlab $(cat *.pid) 2>/dev/null' EXIT
            here=$(readlink /proc/self/ns/net)
            wifi() {
                unshare -n sleep 100 &
                echo $! >$1.pid
                until [ "$(readlink /proc/$(cat $1.pid)/ns/net)" != "$here" ]; do sleep 0.02; done
                ip link add wifi-$1 type veth peer name wifi netns $(cat $1.pid)
                ip addr add $2/24 dev wifi-$1 && ip link set wifi-$1 up
                in_phone $1 ip addr add $3/24 dev wifi
                in_phone $1 ip link set wifi up
            }
            in_phone() {
                in=$1 && shift
                nsenter -t $(cat $in.pid) -n "$@"
            }
            tunnel() {
                until grep -q Endpoint $1.conf 2>/dev/null; do sleep 0.02; done
                nsenter -t $(cat $1.pid) -n env LOG_LEVEL=silent wireguard-go -f wg-$1 >/dev/null 2>&1 &
                echo $! >$1-tunnel.pid
                until in_phone $1 wg show wg-$1 >/dev/null 2>&1; do sleep 0.02; done
                grep -vE '^(Address|MTU|DNS)' $1.conf >wg.conf
                in_phone $1 wg setconf wg-$1 wg.conf
                in_phone $1 ip addr add $(sed -n 's/Address = //p' $1.conf) dev wg-$1
                in_phone $1 ip link set wg-$1 mtu 1420 up
                in_phone $1 ip route add default dev wg-$1
            }
            fetch() { in_phone $1 curl -s -m 30 -o got -w '%{size_download} %{time_total}\\n' $2; }
            wifi anna 192.0.2.1 192.0.2.2
            wifi bert 198.51.100.1 198.51.100.2
            $NETLAB phone add bert --address 198.51.100.1 --conf bert.conf --quiet

            """

        private static func start(_ how: String) -> String {
            "$NETLAB phone anna --address 192.0.2.1 --conf anna.conf \(how) >out 2>news &\nnetlab=$!\n"
        }

        /// Seconds that a download of `bytes` bytes took.
        private static func seconds(_ line: Substring, _ bytes: Double = 50_000) throws -> Double {
            let figures = line.split(separator: " ").compactMap { Double($0) }
            try #require(figures.count == 2 && figures[0] == bytes, "\(line)")
            return figures[1]
        }

        /// EDGE takes 1.7 s for the bytes alone.
        private static func expect(_ lines: [Substring], slow: Int, fast: Int) throws {
            let (slow, fast) = (try seconds(lines[slow]), try seconds(lines[fast]))
            #expect(slow > 1.7 && fast < slow / 2, "\(slow) s, \(fast) s")
        }

        @Test func `one phone has its own line, and the others share one`() throws {
            let output = try World().shell(
                Self.phones + Self.start("--set link.down.rate=20Mbit/s --line bert=edge") + """
                    tunnel anna; tunnel bert
                    url=http://203.0.113.2/50000
                    fetch anna $url; fetch bert $url
                    $NETLAB phone list
                    $NETLAB phone throttle --shared --phone bert
                    $NETLAB phone throttle edge --phone anna
                    fetch anna $url; fetch bert $url
                    $NETLAB phone throttle edge --phone carl 2>&1 || true
                    $NETLAB phone throttle --set link.ip=6 --phone anna 2>&1 || true
                    $NETLAB phone forget anna
                    until grep -q 'anna is forgotten' news; do sleep 0.02; done
                    $NETLAB phone list
                    grep -E '^(line of|bert is on)' news
                    kill -INT $netlab; wait $netlab; echo "status $?"

                    """,
                seconds: 100
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 17, "\(output.output)\(output.errors)")
            try Self.expect(lines, slow: 1, fast: 0)
            #expect(lines[2...3].contains { $0.hasPrefix("bert  10.207.0.2  own line: down 240 kbit/s") })
            #expect(lines[2...3].contains("anna  10.207.0.3"))
            #expect(lines[4].hasPrefix("bert is on the shared line: down 20 Mbit/s"))
            #expect(lines[5].hasPrefix("line of anna: down 240 kbit/s"))
            try Self.expect(lines, slow: 6, fast: 7)
            #expect(lines[8] == "netlab: error: there is no phone `carl`" && lines[9].contains("phone list"))
            #expect(lines[10].contains("`link.ip` cannot change while phones use the line"))
            #expect(lines[12] == "bert  10.207.0.2")
            #expect(lines[13].hasPrefix("line of bert: down 240 kbit/s"))
            #expect(lines[14].hasPrefix("bert is on the shared line") && lines[15].hasPrefix("line of anna"))
            #expect(lines[16] == "status 0")
        }

        /// A page, and a proxy behind the line, are there as well.
        @Test(arguments: ["--ui", "--intercept world.example --ui"])
        func `a control gives phones lines while they are used`(_ how: String) throws {
            let output = try World().shell(
                Self.phones + Self.start("--control \(how) --json --set link.down.rate=20Mbit/s") + """
                    tunnel anna; tunnel bert
                    echo 'nameserver 198.18.0.2' >phone-names
                    load() {
                        in_phone $1 unshare -m sh -c 'mount --bind phone-names /etc/resolv.conf && exec "$@"' sh \\
                            curl -s -m 30 -o got -w '%{size_download} %{time_total}\\n' http://world.example/50000
                    }
                    until grep -q '"ready"' out; do sleep 0.02; done
                    url=$(sed -n 's/.*"control":"\\([^"]*\\)".*/\\1/p' out)
                    order() { curl -s -o answer -w '%{http_code}\\n' "$@"; }
                    order -X PUT --data 'link: { down: { rate: 200 kbit/s } }' $url/phones/anna/line
                    grep -c '"own": true' answer
                    load anna; load bert
                    order -X DELETE $url/phones/anna/line
                    order -X PUT --data '{ "link": { "down": { "rate": "200 kbit/s" } } }' $url/phones/bert/line
                    load bert; load anna
                    order $url
                    python3 -c 'import json; print(json.dumps(json.load(open("answer"))))'
                    order -X DELETE $url/phones/carl/line
                    order -X PUT --data 'link: { profil: edge }' $url/line
                    order -X PUT --data 'link: { down: { rate: 200 kbit/s } }' $url/line
                    order ${url%/*}/
                    load anna
                    kill -INT $netlab; wait $netlab; echo "status $?"
                    grep '"event":"line"' out

                    """,
                seconds: 100
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 20, "\(how): \(output.output)\(output.errors)")
            #expect(lines[0] == "200" && lines[1] == "1")
            try Self.expect(lines, slow: 2, fast: 3)
            #expect(lines[4] == "200" && lines[5] == "200")
            try Self.expect(lines, slow: 6, fast: 7)
            #expect(lines[8] == "200")
            let told = try JSONSerialization.jsonObject(with: Data(lines[9].utf8)) as? [String: Any]
            let phones = try #require(told?["phones"] as? [[String: Any]])
            let own = Dictionary(
                uniqueKeysWithValues: phones.map { ($0["name"] as? String, $0["own"] as? Bool) }
            )
            #expect(own == ["anna": false, "bert": true])
            #expect(phones.allSatisfy { $0["connected"] as? Bool == true })
            #expect(lines[10...13] == ["404", "422", "200", "403"])
            #expect(try Self.seconds(lines[14]) > 1.7)
            #expect(lines[15] == "status 0")
            #expect(lines[16].contains(#""phone":"anna""#) && lines[16].contains(#""own":true"#))
            #expect(lines[17].contains(#""phone":"anna""#) && lines[17].contains(#""own":false"#))
            #expect(lines[18].contains(#""phone":"bert""#) && !lines[19].contains("phone\":"))
        }

        @Test func `an added phone has the running netlab's IP versions and the line given for it`()
            throws
        {
            let output = try World().shell(
                Self.phones + Self.start("--ipv6-only --line bert=edge") + """
                    until ss -lun | grep -q :51820; do sleep 0.02; done
                    $NETLAB phone add bert --address 198.51.100.1 --conf bert.conf --quiet
                    grep -E '^(Address|DNS)' bert.conf
                    tunnel bert
                    in_phone bert ip -6 route add default dev wg-bert
                    slow=$(fetch bert 'http://[64:ff9b:1::203.0.113.2]/50000')
                    echo "$slow" | awk '{ print $1, ($2 > 1.7 ? "slow" : "fast") }'
                    kill -INT $netlab; wait $netlab; echo "status $?"

                    """
            )
            #expect(
                output.output == """
                    Address = 2001:2:0:ffff::2/128
                    DNS = 2001:2::2
                    50000 slow
                    status 0

                    """,
                "\(output.errors)"
            )
        }
    }
}
