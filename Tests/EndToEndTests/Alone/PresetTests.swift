import Foundation
import TestSupport
import Testing

extension Alone {
    /// Every preset of Network Link Conditioner, measured from behind the line by programs other than netlab.
    /// Losses are left out: over a line with 10 % loss iperf3 needs a minute to negotiate.
    @Suite(
        "The presets",
        .serialized,
        .enabled(if: Netlab.isRoot, "needs root, to make namespaces"),
        .enabled(if: Program.find("iperf3") != nil && Program.find("ping") != nil, "needs iperf3 and ping"),
        .timeLimit(.minutes(5))
    )
    struct PresetTests {
        enum Work: CaseIterable { case hardlyAny, some, much }

        struct Preset: Sendable, CustomStringConvertible {
            var name: String
            /// Both delays, in milliseconds.
            var delays: Double
            /// Bits per second, down and up; nil if unlimited.
            var rates: (down: Double, up: Double)?

            var description: String { name }
            /// The load of its packets on the machine.
            var work: Work {
                switch rates?.down ?? 0 {
                case ..<10e6: .hardlyAny
                case ..<100e6: .some
                default: .much
                }
            }
            /// Theoretical round trip of 84 bytes each way, in milliseconds.
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

        /// Measured in parallel: together they leave the machine room.
        static let groups = Work.allCases.map { work in presets.filter { $0.work == work } }

        @Test(arguments: groups)
        func `show their round-trip time and both their rates within one percent`(group: [Preset]) throws {
            let (waiting, began) = (CalmMachine.waiting, ContinuousClock.now)
            let wrong = try Patience.measure(group, start: Measurement.init) { measurement in
                let (measured, theory) = (try measurement.finish(), theory(measurement.preset))
                let isRight = zip(measured, theory).allSatisfy { got, asked in
                    abs(got - asked) <= asked / 100
                        || asked == measurement.preset.roundTrip && abs(got - asked) <= 0.2
                }
                return isRight ? nil : "\(measurement.preset): \(measured), not \(theory)"
            }
            if !wrong.isEmpty, let before = waiting, let after = CalmMachine.waiting {
                let share = Double(after - before) / 1e6 / ((ContinuousClock.now - began) / .seconds(1))
                // Measuring alone makes programs wait for a tenth of the time on two processors.
                if share > 0.3 {
                    try Test.cancel(
                        "\(wrong); programs waited for a processor \(Int(share * 100)) % of the time"
                    )
                }
            }
            #expect(wrong == [])
        }

        private func theory(_ preset: Preset) -> [Double] {
            [preset.roundTrip] + (preset.rates.map { [$0.down, $0.up] } ?? [])
        }

        /// Programs that measure a preset from behind its line.
        private struct Measurement {
            let preset: Preset
            private let guest: Guest
            private let running: RunningProgram

            /// Queues hold tenths of a second. So iperf3's messages to begin and end get through an overloaded
            /// line, and the line has data while iperf3 waits for a processor.
            init(_ preset: Preset) throws {
                self.preset = preset
                guest = try Guest(.root)
                let ping = "ping -q -c 12 -i 0.1 198.18.0.2 > ping.txt;"
                var programs = ping
                if let rates = preset.rates {
                    let seconds = min(rates.down, rates.up) <= 1e6 ? 12 : 7
                    // More than the line can carry.
                    let excess = 1.3
                    let usual =
                        "iperf3 -c 198.18.0.2 -u -l 1472 -w \(Self.socketBuffer) -t \(seconds) --json --get-server-output"
                    programs += " \(usual) -p 5201 -b \(Int(rates.up * excess)) > up.json &"
                    programs +=
                        " \(usual) -p 5202 -b \(Int(rates.down * excess)) --reverse > down.json & wait"
                }
                running = try guest.start(
                    """
                    $NETLAB exec -q --profile \(preset.name) \
                    --set link.down.loss=0% --set link.up.loss=0% \
                    --set 'link.down.queue=\(Self.queue(preset.rates?.down))' --set 'link.up.queue=\(Self.queue(preset.rates?.up))' \
                    --serve-with 'iperf3 -s --json -p 5201 >/dev/null' --serve-with 'iperf3 -s --json -p 5202 >/dev/null' \
                    -- sh -c '\(programs)'
                    """
                )
            }

            /// Maximum socket buffer that the kernel allows: the usual 208 KiB overflow in 6 ms at 250 Mbit/s
            /// while iperf3 waits for a processor, and it does not count the lost data.
            private static let socketBuffer: Int = {
                let limits = ["rmem_max", "wmem_max"].map { name in
                    let text = try? String(contentsOfFile: "/proc/sys/net/core/\(name)", encoding: .utf8)
                    return text.flatMap { Int($0.filter(\.isNumber)) } ?? 212_992
                }
                return min(limits[0], limits[1])
            }()

            /// 200 ms of packets, at least 20.
            private static func queue(_ rate: Double?) -> String {
                "\(max(20, Int((rate ?? 0) / (1500 * 8 * 5)))) packets"
            }

            /// The round trip, and the rates if there are any.
            func finish() throws -> [Double] {
                let output = try running.finish()
                try #require(output.status == 0, "\(preset): \(output.errors)")
                let text = try String(contentsOfFile: guest.file("ping.txt"), encoding: .utf8)
                // rtt min/avg/max/mdev = 202.974/203.003/203.033/0.029 ms
                let times = text.split(separator: "=").last?.split(separator: "/").compactMap {
                    Double($0.drop { $0 == " " })
                }
                let mean = try #require(times?.dropFirst().first, "\(text) \(output.errors)")
                guard preset.rates != nil else { return [mean] }
                let (down, up) = (try received("down.json"), try received("up.json"))
                return [mean, down.rate, try #require(up.server_output_json).rate]
            }

            private func received(_ name: String) throws -> Received {
                try JSONDecoder().decode(
                    Received.self,
                    from: Data(contentsOf: URL(fileURLWithPath: guest.file(name)))
                )
            }
        }

        /// The receiver's count.
        private final class Received: Decodable {
            struct Interval: Decodable {
                struct Sum: Decodable {
                    var start: Double
                    var end: Double
                    var bytes: Double
                }
                var sum: Sum
            }

            var intervals: [Interval]
            var server_output_json: Received?

            /// Rate of IP packets while they arrived without a pause: both ends are as long as the line's delays.
            var rate: Double {
                let whole = intervals.dropFirst(2).dropLast(3).map(\.sum)
                guard let first = whole.first, let last = whole.last else { return 0 }
                return whole.reduce(0) { $0 + $1.bytes } / 1472 * 1500 * 8 / (last.end - first.start)
            }
        }
    }
}
