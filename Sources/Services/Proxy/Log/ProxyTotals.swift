import Figures
import Proxy
import Serving
package import Wire

/// Totals over all exchanges of a proxy.
package struct ProxyTotals: Hashable, Sendable {
    private(set) var requests = 0
    private(set) var tunnels = 0
    private(set) var failures = 0
    /// Bytes of bodies and tunnels, towards clients.
    private(set) var bytes = 0
    /// Time that exchanges spent on the line in front, all together; nil without one.
    private(set) var line: Nanoseconds?

    package init(
        requests: Int = 0,
        tunnels: Int = 0,
        failures: Int = 0,
        bytes: Int = 0,
        line: Nanoseconds? = nil
    ) {
        self.line = line
        self.requests = requests
        self.tunnels = tunnels
        self.failures = failures
        self.bytes = bytes
    }

    mutating func add(_ exchange: ProxyExchange) {
        switch exchange.kind {
        case .plain, .intercepted: requests += 1
        case .tunnel: tunnels += 1
        case .interception: break
        }
        bytes += exchange.client.bodyBytes
        if exchange.server?.failure != nil { failures += 1 }
    }

    mutating func add(line time: Nanoseconds) {
        line = (line ?? 0) + time
    }

    package func text(after life: Nanoseconds) -> String {
        let failed = failures > 0 ? " (\(ByteFormat.grouped(failures)) failed)" : ""
        return "passed on \(Self.count(requests, "request")) and \(Self.count(tunnels, "tunnel"))\(failed)"
            + " with \(ByteFormat.text(bytes)) in \(DurationFormat.text(life))"
            + (line.map {
                "; time on the line in front: \(DurationFormat.text($0)), summed over all exchanges"
            } ?? "")
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(ByteFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}
