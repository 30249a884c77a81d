import Foundation
import TestSupport
import Testing

/// Every preset of Network Link Conditioner, measured from behind the line by programs that know nothing of it.
@Suite(
    "The presets",
    .serialized,
    .enabled(if: Netlab.isRoot, "needs root, to make namespaces"),
    .enabled(if: Program.find("iperf3") != nil && Program.find("ping") != nil, "needs iperf3 and ping"),
    .timeLimit(.minutes(5))
)
struct PresetTests {
    struct Preset: Sendable, CustomStringConvertible {
        var name: String
        /// Both delays, in milliseconds.
        var delays: Double
        /// Bits per second, down and up; nil where there is no limit.
        var rates: (down: Double, up: Double)?

        var description: String { name }
        /// Of 84 bytes there and back, in milliseconds.
        var roundTrip: Double {
            delays + (rates.map { 84 * 8e3 / $0.down + 84 * 8e3 / $0.up } ?? 0)
        }
    }

    static let presets = [
        Preset(name: "nlc/dsl", delays: 10, rates: (2e6, 256e3)),
        Preset(name: "nlc/3g", delays: 200, rates: (780e3, 330e3)),
        Preset(name: "nlc/edge", delays: 840, rates: (240e3, 200e3)),
        Preset(name: "nlc/lte", delays: 115, rates: (50e6, 10e6)),
        Preset(name: "nlc/wifi", delays: 2, rates: (40e6, 33e6)),
        Preset(name: "nlc/wifi-ac", delays: 2, rates: (250e6, 100e6)),
        Preset(name: "nlc/very-bad", delays: 1000, rates: (1e6, 1e6)),
        Preset(name: "nlc/high-latency-dns", delays: 0),
    ]

    @Test(arguments: presets)
    func `show their round-trip time and both their rates within one percent`(preset: Preset) throws {
        var figures = ""
        // Others may have kept the programs from the processor: a machine that is free once is enough.
        for _ in 1...3 {
            let guest = try Guest(.root)
            let measured = try measure(preset, guest)
            let isRight = zip(measured, theory(preset)).allSatisfy { got, asked in
                abs(got - asked) <= asked / 100 || asked == preset.roundTrip && abs(got - asked) <= 0.2
            }
            if isRight { return }
            figures += "\(measured) in place of \(theory(preset)); "
        }
        Issue.record("\(figures)")
    }

    private func theory(_ preset: Preset) -> [Double] {
        [preset.roundTrip] + (preset.rates.map { [$0.down, $0.up] } ?? [])
    }

    /// The round trip, and the rates where there are any. Queues are short, so that what tells iperf3 to begin and to
    /// end gets through a line that has more than it can carry.
    private func measure(_ preset: Preset, _ guest: Guest) throws -> [Double] {
        let ping = "ping -q -c 15 -i 0.2 198.18.0.2 > ping.txt;"
        var programs = ping
        if let rates = preset.rates {
            let seconds = min(rates.down, rates.up) <= 1e6 ? 12 : 7
            // More than the line takes, also where it loses one packet in ten.
            let excess = rates.down <= 1e6 ? 1.8 : 1.3
            let usual = "iperf3 -c 198.18.0.2 -u -l 1472 -t \(seconds) --json --get-server-output"
            programs += " \(usual) -p 5201 -b \(Int(rates.up * excess)) > up.json &"
            programs += " \(usual) -p 5202 -b \(Int(rates.down * excess)) --reverse > down.json & wait"
        }
        let output = try guest.shell(
            """
            $NETLAB exec -q --profile \(preset.name) \
            --set 'link.down.queue=20 packets' --set 'link.up.queue=20 packets' \
            --serve-with 'iperf3 -s --json -p 5201 >/dev/null' --serve-with 'iperf3 -s --json -p 5202 >/dev/null' \
            -- sh -c '\(programs)'
            """
        )
        let text = try String(contentsOfFile: guest.file("ping.txt"), encoding: .utf8)
        // rtt min/avg/max/mdev = 202.974/203.003/203.033/0.029 ms
        let times = text.split(separator: "=").last?.split(separator: "/").compactMap {
            Double($0.drop { $0 == " " })
        }
        let mean = try #require(times?.dropFirst().first, "\(text) \(output.errors)")
        guard preset.rates != nil else { return [mean] }
        let down = try JSONDecoder().decode(Measured.self, from: Data(contentsOf: url(guest, "down.json")))
        let up = try JSONDecoder().decode(Measured.self, from: Data(contentsOf: url(guest, "up.json")))
        return [mean, down.rate, try #require(up.server_output_json).rate]
    }

    private func url(_ guest: Guest, _ name: String) -> URL {
        URL(fileURLWithPath: guest.file(name))
    }

    /// What a receiver counted.
    private final class Measured: Decodable {
        struct Interval: Decodable {
            struct Sum: Decodable {
                var start: Double
                var end: Double
                var bytes: Double
            }
            var sum: Sum
        }

        var intervals: [Interval]
        var server_output_json: Measured?

        /// Of IP packets, while they came without a break: the ends are as long as the line's delays.
        var rate: Double {
            let whole = intervals.dropFirst(2).dropLast(3).map(\.sum)
            guard let first = whole.first, let last = whole.last else { return 0 }
            return whole.reduce(0) { $0 + $1.bytes } / 1472 * 1500 * 8 / (last.end - first.start)
        }
    }
}
