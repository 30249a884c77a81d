import Foundation
import TestSupport
import Testing

extension Alone {
    /// Common programs behind a line, as the system ships them.
    @Suite(
        .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
        .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
        .serialized,
        .timeLimit(.minutes(10))
    )
    struct `Programs behind the line` {
        private static let size = 100_000

        private static let hasRequests =
            (try? Program("/usr/bin/python3", ["-c", "import requests"]).run().status) == 0
        private static let nodeHasFetch =
            (try? Program(
                "/usr/bin/env",
                ["node", "-e", "process.exit(typeof fetch === 'function' ? 0 : 1)"]
            )
            .run().status) == 0

        /// Runs a line that prints the number of bytes received of the fixture, over HTTP and HTTPS, IPv4 and IPv6.
        private func download(_ line: String, needs program: String, as person: Person) throws {
            try #require(Program.find(program) != nil, "needs \(program)")
            let guest = try Guest(person)
            for (scheme, ip) in [("http", 4), ("https", 4), ("https", 6)] {
                let output = try guest.shell(
                    """
                    export U=\(scheme)://origin.netlab.test/fixture/jpeg/\(Self.size)
                    $NETLAB exec -q --profile wifi --set link.ip=\(ip) -- \(line)
                    """
                )
                #expect(output.status == 0, "\(output.errors)")
                #expect(
                    output.output.split(whereSeparator: \.isWhitespace).last == "\(Self.size)",
                    "\(scheme), IPv\(ip): \(output.output) \(output.errors)"
                )
            }
        }

        @Test(.enabled(if: Program.find("curl") != nil, "needs curl"), arguments: Person.allCases)
        func `curl downloads`(_ person: Person) throws {
            try download("sh -c 'curl -sS $U | wc -c'", needs: "curl", as: person)
        }

        @Test(.enabled(if: Program.find("wget") != nil, "needs wget"), arguments: Person.allCases)
        func `wget downloads`(_ person: Person) throws {
            try download("sh -c 'wget -q -O - $U | wc -c'", needs: "wget", as: person)
        }

        @Test(.enabled(if: hasRequests, "needs python3-requests"), arguments: Person.allCases)
        func `python's requests downloads`(_ person: Person) throws {
            let program = "import os, requests; r = requests.get(os.environ[\"U\"]); print(len(r.content))"
            try download("/usr/bin/python3 -c '\(program)'", needs: "python3", as: person)
        }

        @Test(.enabled(if: nodeHasFetch, "needs a node that has fetch"), arguments: Person.allCases)
        func `node's fetch downloads`(_ person: Person) throws {
            let program =
                "fetch(process.env.U).then(r => r.arrayBuffer()).then(b => console.log(b.byteLength))"
            try download("node -e '\(program)'", needs: "node", as: person)
        }

        @Test(
            .enabled(if: Program.find("git") != nil, "needs git"),
            arguments: Person.allCases,
            [(4, "198.18.0.2"), (6, "2001:2::2")]
        )
        func `git clones from a server on the origin's host`(
            _ person: Person,
            _ place: (ip: Int, address: String)
        ) throws {
            let guest = try Guest(person)
            let output = try guest.shell(
                """
                export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
                mkdir -p served/it && cd served/it && git init -q && head -c 300000 /dev/urandom > bytes &&
                git add bytes && git commit -qm one && cd ../.. &&
                $NETLAB exec -q --profile wifi --set link.ip=\(place.ip) \
                --serve-with 'exec git daemon --export-all --base-path=served --listen=\(place.address)' -- git clone -q git://origin.netlab.test/it cloned && cmp served/it/bytes cloned/bytes
                """
            )
            #expect(output.status == 0, "\(output.errors)")
        }

        /// Slow lines leave the machine idle, so all four are measured in parallel.
        ///
        /// With Reno's window of 64 KiB, which rising round trips do not reduce, the line always has half a
        /// second of packets, even while the machine stalls.
        @Test(.enabled(if: Program.find("iperf3") != nil, "needs iperf3"))
        func `iperf3 measures the profile's rates`() throws {
            let subjects = Subject.all(["", "--reverse"])
            let wrong = try Patience.measure(subjects) { subject in
                let running = try subject.start(
                    """
                    $NETLAB exec -q --profile dsl --set link.up.rate=1Mbit/s --set link.ip=\(subject.ip) \
                    --serve-with 'iperf3 -s >/dev/null' -- iperf3 -c origin.netlab.test -t 5 -C reno -w 64K --json \(subject.words)
                    """
                )
                return (subject, running)
            } finish: { subject, running in
                let measured = try JSONDecoder().decode(
                    Measured.self,
                    from: Data(running.finish().output.utf8)
                )
                // Payload of full packets: 1448 of 1500 bytes, and 1428 over IPv6.
                let rate = (subject.words.isEmpty ? 1e6 : 2e6) * (subject.ip == 4 ? 1448 : 1428) / 1500
                let got = measured.end.sum_received.bits_per_second
                return abs(got - rate) < rate / 100 ? nil : "\(subject): \(got) bit/s in place of \(rate)"
            }
            #expect(wrong == [])
        }

        private struct Measured: Decodable {
            struct Sum: Decodable { var bits_per_second: Double }
            struct End: Decodable { var sum_received: Sum }
            var end: End
        }

        @Test(.enabled(if: Program.find("ping") != nil, "needs ping"))
        func `ping measures the profile's round-trip time`() throws {
            let subjects = Subject.all(["dsl", "3g"])
            let wrong = try Patience.measure(subjects) { subject in
                let running = try subject.start(
                    "$NETLAB exec -q --profile \(subject.words) --set link.ip=\(subject.ip) ping -q -c 10 -i 0.25 origin.netlab.test"
                )
                return (subject, running)
            } finish: { subject, running in
                let output = try running.finish()
                // rtt min/avg/max/mdev = 202.974/203.003/203.033/0.029 ms
                let figures = output.output.split(separator: "=").last?.split(separator: "/").map {
                    Double($0.drop { $0 == " " })
                }
                let least = try #require(figures?.first ?? nil, "\(output.output) \(output.errors)")
                // Both delays, and 84 bytes at both rates, 104 over IPv6.
                let small: Double = subject.words == "dsl" ? 0.336 + 2.625 : 0.8615 + 2.0364
                let delay: Double = subject.words == "dsl" ? 10 : 200
                let theory = delay + small * (subject.ip == 4 ? 1 : 104.0 / 84)
                #expect(least >= theory - 0.001)
                guard least - theory >= max(0.2, theory / 100) else { return nil }
                return "\(subject): \(least) ms in place of \(theory)"
            }
            #expect(wrong == [])
        }

        /// Who measures what; the words identify each subject.
        private struct Subject: CustomStringConvertible {
            var person: Person
            var words: String
            var ip = 4

            var description: String { "\(person) \(words) IPv\(ip)" }

            /// Everybody over IPv4, and root over IPv6 as well.
            static func all(_ words: [String]) -> [Subject] {
                Person.allCases.flatMap { person in words.map { Subject(person: person, words: $0) } }
                    + words.map { Subject(person: .root, words: $0, ip: 6) }
            }

            func start(_ line: String) throws -> RunningGuest {
                let guest = try Guest(person)
                return RunningGuest(guest: guest, running: try guest.start(line))
            }
        }

        /// A running program and its place, which must last as long as it does.
        private struct RunningGuest {
            let guest: Guest
            let running: RunningProgram

            func finish() throws -> ProgramOutput { try running.finish() }
        }
    }
}
