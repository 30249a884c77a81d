import JSON
import ScenarioFormat

extension Bench {
    /// What a bench's line does to packets.
    ///
    /// ```swift
    /// let lines: [Bench.Line] = [
    ///     .dsl, .profile("lighthouse/mobile-slow-4g"), .rates(down: 2_000_000, up: 256_000, roundTrip: .milliseconds(40)),
    /// ]
    /// ```
    public struct Line: Hashable, Sendable {
        let settings: JSONValue

        init(_ settings: JSONValue) {
            self.settings = settings
        }

        /// A line that shapes nothing.
        public static let unlimited = Line(["down": .object([]), "up": .object([])])
        /// 2 Mbit/s down, 256 kbit/s up, round trip 10 ms.
        public static let dsl = profile("nlc/dsl")
        /// 240 kbit/s down, 200 kbit/s up, round trip 840 ms.
        public static let edge = profile("nlc/edge")
        /// 780 kbit/s down, 330 kbit/s up, round trip 200 ms.
        public static let threeG = profile("nlc/3g")
        /// 50 Mbit/s down, 10 Mbit/s up, round trip 115 ms.
        public static let lte = profile("nlc/lte")
        /// 40 Mbit/s down, 33 Mbit/s up, round trip 2 ms.
        public static let wifi = profile("nlc/wifi")
        /// Loses every packet.
        public static let offline = profile("nlc/loss-100")

        /// One of `netlab profiles`. A bench with a line that does not exist cannot be made; its error names the nearest.
        public static func profile(_ name: String) -> Line {
            Line(["profile": .string(name)])
        }

        /// A line of these rates in bit/s, nil without a limit, that loses this share of the packets in each direction.
        public static func rates(
            down: Int?,
            up: Int?,
            roundTrip: Duration = .zero,
            loss: Double = 0
        ) -> Line {
            func direction(_ rate: Int?) -> JSONValue {
                var members = [
                    JSONValue.Member(key: "rate", value: .string(rate.map { "\($0) bit/s" } ?? "unlimited"))
                ]
                if loss > 0 { members.append(.init(key: "loss", value: .string(Quantity.text(ratio: loss)))) }
                return .object(members)
            }
            return Line([
                "down": direction(down), "up": direction(up), "rtt": .string(roundTrip.quantity),
            ])
        }

        /// The `link` of a scenario, in YAML or JSON: jitter, bursts of loss, queues, schedules, outages.
        public static func yaml(_ text: String) -> Line {
            Line(.string(text))
        }

        /// The line of an order.
        var order: String { Order.section("link", settings) }
    }
}
