import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `Lines for other tools and from them` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(arguments: ["tc", "mahimahi", "toxiproxy"])
    func `an exported link can be imported and run`(_ tool: String) throws {
        let output = try Netlab.shell(
            """
            set -e
            "$NETLAB" profiles dsl --export \(tool) >exported 2>warnings
            "$NETLAB" profiles --import exported >link.yaml
            (echo 'netlab: 1'; cat link.yaml
             printf 'origin: { files: { a.jpg: { image: jpeg, size: 20 kB } } }\\nsteps: [{ name: once, fetch: all }]\\n') >scenario.yaml
            "$NETLAB" check scenario.yaml
            cat link.yaml
            ! grep -v '^netlab: warning: ' warnings
            """,
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output.contains("valid"))
        #expect(output.output.contains("rate: 2 Mbit/s, oneWayDelay: 5 ms"))
        #expect(output.output.contains("rate: 256 kbit/s, oneWayDelay: 5 ms"))
    }

    @Test
    func `a link is converted from one tool to another through a pipe`() throws {
        let output = try Netlab.shell(
            """
            echo 'tc qdisc add dev eth0 root netem delay 20ms loss 1%' | "$NETLAB" profiles --import - --export mahimahi
            """,
            in: folder
        )
        #expect(output.status == 0)
        #expect(output.output.contains("\nmm-delay 10 mm-loss uplink 0.01 \"$@\"\n"), "\(output.output)")
        #expect(
            output.errors.contains("netlab: warning: <stdin>: only what leaves `eth0` is shaped"),
            "\(output.errors)"
        )
    }

    @Test
    func `an error in a file is reported with its position`() throws {
        try folder.write("line.sh", "# a line\ntc qdisc add dev eth0 root \\\n  netem loss 101%\n")
        let output = try Netlab.run("profiles", "--import", "line.sh", in: folder)
        #expect(output.status == 2)
        #expect(output.output == "")
        #expect(output.errors.hasPrefix("line.sh:3:14: error: `101%` is not a"), "\(output.errors)")
    }

    @Test
    func `every preset exports for every tool`() throws {
        let output = try Netlab.shell(
            """
            set -e
            "$NETLAB" profiles --json | jq -r '.profiles[].name' | while read -r name; do
                for tool in tc mahimahi; do
                    "$NETLAB" profiles "$name" --export $tool 2>/dev/null >exported.sh && sh -n exported.sh
                done
                "$NETLAB" profiles "$name" --export toxiproxy 2>/dev/null | jq -e '.[0].toxics' >/dev/null
                echo "$name"
            done
            """,
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output.split(separator: "\n").count == 81)
    }

    @Test
    func `impairments and traces are imported`() throws {
        try folder.write("cell.trace", "1\n1\n3\n")
        try folder.write(
            "line.sh",
            "mm-delay 40 mm-link cell.trace cell.trace --uplink-queue=codel -- mm-onoff uplink 2 .5\n"
        )
        let output = try Netlab.shell(
            """
            "$NETLAB" profiles --import line.sh || exit
            echo 'tc qdisc add dev eth0 root netem delay 40ms 5ms 25% loss gemodel 1% 30% reorder 2% rate 8mbit 4 48 5' |
                "$NETLAB" profiles --import -
            """,
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        for part in [
            "rate: { trace: cell.trace, loop: true }", "discipline: codel", "meanUp: 2 s, meanDown: 500 ms",
            "jitter: { amount: 5 ms, distribution: uniform, correlation: 25 % }", "toBad: 1 %, toGood: 30 %",
            "reorder: 2 %", "linkLayer: { overhead: 18 B, cell: atm }",
        ] {
            #expect(output.output.contains(part), "\(part) in \(output.output)")
        }
    }

    @Test
    func `a link that no scenario can express is refused`() throws {
        let output = try Netlab.shell(
            "echo 'tc qdisc add dev a root netem loss gemodel 100%' | \"$NETLAB\" profiles --import -",
            in: folder
        )
        #expect(output.status == 2)
        #expect(output.output == "")
        #expect(
            output.errors.contains("<stdin>: error: a scenario cannot have this line: "),
            "\(output.errors)"
        )
        #expect(output.errors.contains("never left"), "\(output.errors)")
    }
}
