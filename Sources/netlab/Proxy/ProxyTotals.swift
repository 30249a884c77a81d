import Figures
import Proxy
import Serving
import Wire

/// Totals over all exchanges of a proxy.
struct ProxyTotals: Hashable, Sendable {
    private var requests = 0
    private var tunnels = 0
    private var failures = 0
    /// Bytes of bodies and tunnels, towards clients.
    private var bytes = 0

    mutating func add(_ exchange: ProxyExchange) {
        switch exchange.kind {
        case .plain, .intercepted: requests += 1
        case .tunnel: tunnels += 1
        case .interception: break
        }
        bytes += exchange.client.bodyBytes
        if exchange.server?.failure != nil { failures += 1 }
    }

    func text(after life: Nanoseconds) -> String {
        let failed = failures > 0 ? " (\(ByteFormat.grouped(failures)) failed)" : ""
        return "passed on \(Self.count(requests, "request")) and \(Self.count(tunnels, "tunnel"))\(failed)"
            + " with \(ByteFormat.text(bytes)) in \(DurationFormat.text(life))"
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(ByteFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}
