import LinkEngine
import LinuxIO

/// A queueing discipline of Linux as a peer: tests whether it works here, and knows its arguments.
struct KernelPeer {
    enum Discipline: String {
        /// A token bucket: rate only.
        case tbf
        /// Rate and delay.
        case netem
    }

    let discipline: Discipline
    private let tool: ToolRun?
    /// Why it is not available; nil if it is.
    let refusal: String?

    init(_ discipline: Discipline) {
        self.discipline = discipline
        guard let tool = ToolRun(named: "tc") else {
            (self.tool, refusal) = (nil, "there is no tc program: install iproute2")
            return
        }
        do {
            let words = Self.words(discipline, rateBps: 1_000_000, oneWayDelay: 1_000_000)
            _ = try KernelLine(tool, discipline: words)
            (self.tool, refusal) = (tool, nil)
        } catch {
            (self.tool, refusal) = (nil, "\(error)")
        }
    }

    /// Name in a row of the benchmark.
    var name: String { "kernel \(discipline)\(refusal == nil ? "" : " (left out)")" }

    /// nil if it is not available.
    func line(rateBps: Int64, oneWayDelay: Int64 = 0) throws -> KernelLine? {
        guard let tool else { return nil }
        return try KernelLine(
            tool,
            discipline: Self.words(discipline, rateBps: rateBps, oneWayDelay: oneWayDelay)
        )
    }

    private static func words(_ discipline: Discipline, rateBps: Int64, oneWayDelay: Int64) -> [String] {
        switch discipline {
        case .tbf:
            // A bucket of a millisecond's worth, but at least two packets.
            let bucket = max(3_100, rateBps / 8 / 1000)
            return ["tbf", "rate", "\(rateBps)bit", "burst", "\(bucket)", "limit", "1500000"]
        case .netem:
            return ["netem", "delay", "\(oneWayDelay / 1000)us", "rate", "\(rateBps)bit", "limit", "1000"]
        }
    }
}
