import Foundation
import TestSupport
import Testing

extension Alone {
    @Suite(
        .enabled(if: World.isPossible, "needs root, and \(World.tools.joined(separator: ", "))"),
        .serialized,
        .timeLimit(.minutes(5))
    )
    struct `netlab exec --internet` {
        /// A connection, a request and 100 000 bytes over 8 Mbit/s take at least two round trips and 0.1 s.
        private static let line = "--set link.rtt=100ms --set link.down.rate=8Mbit/s"
        private static let fetch =
            "curl -s -m 20 -o got -w '%{size_download} %{time_connect} %{time_total}\\n'"

        /// The bytes received, and the times, in seconds, of the connection and of the last byte.
        private static func figures(_ output: ProgramOutput) throws -> [Double] {
            let figures = output.output.split(separator: "\n").first.map {
                $0.split(separator: " ").compactMap { Double($0) }
            }
            let found = try #require(figures)
            try #require(found.count == 3, "\(output.output)\(output.errors)")
            return found
        }

        @Test(arguments: ["tun", "veth"])
        func `gives root the machine's network through the link and leaves nothing behind`(_ carrier: String)
            throws
        {
            let slow = try Patience.attempt("exec --internet over \(carrier)") {
                let output = try World().shell(
                    """
                    $NETLAB exec --internet --carrier \(carrier) \(Self.line) -- \(Self.fetch) http://203.0.113.2/100000
                    \(World.remains)
                    """
                )
                let figures = try Self.figures(output)
                #expect(figures[0] == 100_000)
                #expect(figures[1] >= 0.1 && figures[2] >= 0.3, "\(figures)")
                #expect(output.output.hasSuffix(World.untouched), "\(output.output)")
                return figures
            } objection: {
                $0[1] < 0.2 && $0[2] < 2 ? nil : "it took \($0) s"
            }.objection
            #expect(slow == nil)
        }

        @Test(arguments: [World.Resolver.world, .loopback])
        func `resolves the machine's names and the bench's own across the link`(_ resolver: World.Resolver)
            throws
        {
            let world = try World(resolver)
            let output = try world.shell(
                """
                $NETLAB exec --internet --set link.rtt=100ms -- sh -c '
                    curl -s -m 20 -o got -w "%{size_download} %{time_namelookup}\\n" http://world.example/1000
                    curl -s -m 20 -o got -w "%{size_download}\\n" $NETLAB_ORIGIN/fixture/jpeg/4000
                    curl -s -m 20 -o got http://no.example/1; echo $?'
                """
            )
            let words = output.output.split { " \n".contains($0) }
            try #require(words.count == 4, "\(output.output)\(output.errors)")
            #expect(words[0] == "1000" && words[2] == "4000" && words[3] == "6")
            #expect(try #require(Double(words[1])) >= 0.1)
        }

        @Test func `leads out over IPv6 where the machine has it, and the machine still listens to routers`()
            throws
        {
            let output = try World().shell(
                """
                give_ipv6
                six="$NETLAB exec -q --internet --set link.ip=both"
                $six \(Self.line) -- \(Self.fetch) 'http://[2001:db8::2]/100000'
                $six -- ping -q -c 1 -W 5 2001:db8::2 | grep -c ' 0% packet loss'
                \(World.remains)
                for each in $(seq 200); do [ "$(\(World.remains6))" = "0 0 1" ] && break; sleep 0.02; done
                \(World.remains6)
                $six -- sh -c 'echo up; exec sleep 50' >news &
                until grep -q up news; do sleep 0.02; done
                \(World.remains6)
                kill -KILL $!
                for each in $(seq 200); do [ "$(\(World.remains6))" = "0 0 1" ] && break; sleep 0.02; done
                \(World.remains6)
                """
            )
            let figures = try Self.figures(output)
            #expect(figures[0] == 100_000)
            #expect(figures[1] >= 0.1 && figures[2] >= 0.3, "\(figures)")
            let rest = output.output.drop { $0 != "\n" }.dropFirst()
            let expected = "1\n\(World.untouched)\(World.untouched6)1 1 2\n\(World.untouched6)"
            #expect(rest == expected, "\(output.errors)")
        }

        @Test(arguments: [("blackHole", "28"), ("noRoute", "7")])
        func `broken IPv6 is broken towards the internet, too`(_ fault: String, _ status: String) throws {
            let output = try World().shell(
                """
                give_ipv6
                $NETLAB exec -q --internet --set link.ip=both --set link.ip6=\(fault) -- \
                    sh -c 'curl -s -m 1 "http://[2001:db8::2]/1"; echo $?; curl -s http://203.0.113.2/1'
                """
            )
            #expect(output.output == "\(status)\nx", "\(output.errors)")
        }

        @Test func `leaves nothing behind when it is killed`() throws {
            let output = try World().shell(
                """
                $NETLAB exec --quiet --internet -- sh -c 'echo up; exec sleep 50' >news &
                until grep -q up news; do sleep 0.02; done
                \(World.remains)
                kill -KILL $!
                for each in $(seq 200); do [ "$(\(World.remains))" = "lo eth0 / 0 / 0" ] && break; sleep 0.02; done
                \(World.remains)
                """
            )
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 2, "\(output.output)\(output.errors)")
            #expect(lines[0].hasPrefix("lo eth0 netlab") && lines[0].hasSuffix("/ 1 / 1"))
            #expect(lines[1] + "\n" == World.untouched)
        }

        @Test func `restores forwarding once no other command needs it`() throws {
            let output = try World().shell(
                """
                $NETLAB exec -q --internet -- sh -c 'echo up; sleep 1' >first &
                until grep -q up first; do sleep 0.02; done
                $NETLAB exec -q --internet -- sh -c 'echo up; sleep 3; curl -s -m 5 http://203.0.113.2/5' >second 2>&1 &
                until grep -q up second; do sleep 0.02; done
                wait %3; cat /proc/sys/net/ipv4/ip_forward
                wait %4; tail -n 1 second; echo
                for each in $(seq 200); do grep -q 0 /proc/sys/net/ipv4/ip_forward && break; sleep 0.02; done
                \(World.remains)
                echo 1 >/proc/sys/net/ipv4/ip_forward
                $NETLAB exec -q --internet true; cat /proc/sys/net/ipv4/ip_forward
                """
            )
            #expect(output.output == "1\nxxxxx\n\(World.untouched)1\n", "\(output.errors)")
        }

        @Test(arguments: ["slirp4netns", "pasta"])
        func `gives an ordinary user network through a helper program that ends with netlab`(
            _ program: String
        ) throws {
            guard Program.find(program) != nil else {
                try Test.cancel("needs \(program)")
            }
            let world = try World()
            let path = try world.path(with: program)
            let output = try world.shell(
                """
                give_ipv6
                limited="$ORDINARY env PATH=\(path) $NETLAB exec --quiet --internet"
                $limited \(Self.line) -- /usr/bin/env PATH="$PATH" \(Self.fetch) http://world.example/100000
                $limited --set link.ip=both -- /usr/bin/env PATH="$PATH" curl -s -m 20 'http://[2001:db8::2]/5'; echo
                $limited -- /bin/sh -c 'echo up; exec /bin/sleep 50' >news &
                until grep -q up news; do sleep 0.02; done
                running() { grep -la "[/]\(path.dropFirst())/\(program)" /proc/[0-9]*/cmdline 2>/dev/null | wc -l; }
                running
                kill -KILL $!
                for each in $(seq 200); do [ "$(running)" = 0 ] && break; sleep 0.02; done
                running
                """
            )
            let figures = try Self.figures(output)
            #expect(figures[0] == 100_000)
            #expect(figures[1] >= 0.1 && figures[2] >= 0.3, "\(figures)")
            let lines = output.output.split(separator: "\n")
            try #require(lines.count == 4, "\(output.output)\(output.errors)")
            #expect(lines[1] == "xxxxx" && lines[2] != "0" && lines[3] == "0")
        }

        @Test func `names the packages to install when an ordinary user has no helper`() throws {
            let world = try World()
            let output = try world.shell(
                "$ORDINARY env PATH=\(try world.path(with: nil)) $NETLAB exec --internet /bin/true; echo $?"
            )
            #expect(output.output == "125\n")
            #expect(output.errors.contains("install slirp4netns or passt"), "\(output.errors)")
        }
    }
}
