import Archives
package import Inspection

/// A filter of a capture's exchanges; nil parts admit everything.
package struct ExchangeFilter: Hashable, Sendable {
    /// A host, or `*.` and a domain for all hosts below it; case-insensitive.
    package var host: String?
    package var statuses: ClosedRange<Int>?
    /// A media type, or its part before the slash.
    package var type: String?
    /// Nanoseconds from the request's first byte to the response's last.
    package var slowerThan: Int64?
    /// Bytes of the body as transferred.
    package var largerThan: Int?

    package init() {}

    package var isEmpty: Bool { self == ExchangeFilter() }

    package func admits(_ exchange: CaptureExchange) -> Bool {
        // The host is made on demand: it takes longer than the rest.
        if let host, !Self.matches(exchange.host, host.lowercased()) { return false }
        return admits(exchange.status, exchange.duration, exchange.bodyBytes) { exchange.mediaKind }
    }

    func admits(_ exchange: ArchivedExchange) -> Bool {
        if let host, !Self.matches(exchange.host, host.lowercased()) { return false }
        return admits(exchange.status, exchange.duration, exchange.bodyBytes) { exchange.mediaKind }
    }

    private func admits(
        _ status: Int?,
        _ duration: Int64?,
        _ bodyBytes: Int?,
        _ kind: () -> String
    ) -> Bool {
        if let statuses {
            guard let status, statuses.contains(status) else { return false }
        }
        if let type = type?.lowercased() {
            let kind = kind()
            guard kind == type || kind.hasPrefix(type + "/") else { return false }
        }
        if let slowerThan {
            guard let duration, duration > slowerThan else { return false }
        }
        if let largerThan {
            guard let bodyBytes, bodyBytes > largerThan else { return false }
        }
        return true
    }

    /// Whether the exchange may still be admitted when its body begins, before its duration and size are
    /// known.
    package func mayAdmit(beginning exchange: CaptureExchange) -> Bool {
        var known = self
        (known.slowerThan, known.largerThan) = (nil, nil)
        return known.admits(exchange)
    }

    /// True if the filter asks only for a host, and it is this one.
    func admits(onlyHost name: String) -> Bool {
        guard let host else { return false }
        var rest = self
        rest.host = nil
        return rest.isEmpty && Self.matches(name.lowercased(), host.lowercased())
    }

    private static func matches(_ host: String, _ pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        return host.hasSuffix(pattern.dropFirst())
    }

    /// Parses `404`, `4xx` or `400-499`; nil otherwise.
    package static func statuses(_ text: String) -> ClosedRange<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 2, let low = Int(parts[0]), let high = Int(parts[1]), low <= high {
            return low...high
        }
        if text.count == 3, text.lowercased().hasSuffix("xx"), let hundreds = Int(text.prefix(1)) {
            return hundreds * 100...hundreds * 100 + 99
        }
        return Int(text).map { $0...$0 }
    }
}
