import Foundation
import TestSupport
import Testing

extension Alone {
    /// The phone is a network namespace with `wireguard-go`, beside the machine's.
    @Suite(
        .enabled(
            if: World.isPossible && tools.allSatisfy { Program.find($0) != nil },
            "needs root, \((World.tools + tools).joined(separator: ", "))"
        ),
        .serialized,
        .timeLimit(.minutes(5))
    )
    struct `netlab phone` {
        private static let tools = ["wireguard-go", "wg", "ping"]
        private static let line = "--set link.rtt=100ms --set link.down.rate=8Mbit/s"

        /// Makes the phone's namespace, in the same Wi-Fi as the machine; `in_phone` runs a command there.
        private static let phone = """
            mkdir -p /var/run/wireguard && mount -t tmpfs none /var/run/wireguard
            unshare -n sleep 50 &
            phone=$!
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
            in_phone env WG_PROCESS_FOREGROUND=1 LOG_LEVEL=silent wireguard-go wg0 >/dev/null 2>&1 &
            until in_phone wg show wg0 >/dev/null 2>&1; do sleep 0.02; done
            grep -vE '^(Address|MTU|DNS)' anna.conf >wg.conf
            in_phone wg setconf wg0 wg.conf
            in_phone ip addr add $(sed -n 's/Address = //p' anna.conf) dev wg0
            in_phone ip link set wg0 mtu 1420 up
            in_phone ip route add default dev wg0

            """

        /// What `curl` on the phone says of a download.
        private static let fetch =
            "in_phone curl -s -m 20 -o got -w '%{size_download} %{time_connect} %{time_total}\\n'"

        private static func start(_ how: String, _ more: String = "") -> String {
            "XDG_DATA_HOME=$PWD/data \(how)$NETLAB phone anna --address 192.0.2.1 --conf anna.conf \(line) \(more) >out 2>news &\n"
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
                Self.phone + Self.start("", "--pcap phone.pcapng") + "netlab=$!\n" + Self.tunnel + """
                    \(Self.fetch) http://203.0.113.2/100000
                    \(Self.fetch) http://198.18.0.2/fixture/jpeg/100000
                    in_phone ping -q -c 1 -W 5 203.0.113.2 | grep -c ' 0% packet loss'
                    kill -INT $netlab; wait $netlab; echo "status $?"
                    ip link del wifi
                    \(World.remains)
                    $NETLAB inspect phone.pcapng --json | grep -c '"path"'
                    """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 6, "\(output.output)\(output.errors)")
            try Self.expectSlow(lines[0])
            try Self.expectSlow(lines[1])
            #expect(lines[2] == "1")
            #expect(lines[3] == "status 0")
            #expect(lines[4] + "\n" == World.untouched)
        }

        @Test func `an ordinary user's phone has it, too`() throws {
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

        @Test func `a phone that was forgotten is not let in any more`() throws {
            let output = try World().shell(
                Self.phone + Self.start("") + "netlab=$!\n" + Self.tunnel + """
                    in_phone ping -q -c 1 -W 5 10.207.0.1 | grep -c ' 0% packet loss'
                    kill -INT $netlab; wait $netlab
                    export XDG_DATA_HOME=$PWD/data
                    $NETLAB phone list
                    $NETLAB phone forget anna
                    $NETLAB phone forget anna 2>&1
                    $NETLAB phone bert --address 192.0.2.1 --quiet 2>news &
                    until grep -q 'key is not known' news; do sleep 0.1; done
                    echo refused
                    """
            )
            #expect(
                output.output == """
                    1
                    anna  10.207.0.2
                    netlab: there is no phone `anna`
                    netlab phone list shows them
                    refused

                    """,
                "\(output.errors)"
            )
        }
    }
}
