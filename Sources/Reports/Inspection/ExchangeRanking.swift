import Archives
import Inspection

/// Order and number of the responses shown.
package struct ExchangeRanking: Hashable, Sendable {
    /// The worst come first, since they are what readers look for.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// In order of their first packets in the capture.
        case start
        /// Longest first.
        case duration
        /// Largest body first.
        case size
        /// Slowest first.
        case speed
    }

    package var order: Order
    /// nil means all of them.
    package var most: Int?

    /// Default order: the longest if a number is given, otherwise as in the capture.
    package init(_ order: Order? = nil, most: Int? = nil) {
        self.order = order ?? (most == nil ? .start : .duration)
        self.most = most
    }

    /// True if everything is shown in capture order.
    var isPlain: Bool { order == .start && most == nil }

    func ranked(_ exchanges: InspectedList<CaptureExchange>) -> InspectedList<CaptureExchange> {
        isPlain ? exchanges : exchanges.ranked(most: most, by: rank)
    }

    func ranked(_ exchanges: [ArchivedExchange]) -> [ArchivedExchange] {
        guard !isPlain else { return exchanges }
        let sorted = exchanges.enumerated().sorted { first, second in
            let (one, other) = (rank(first.element) ?? .min, rank(second.element) ?? .min)
            return (other, first.offset) < (one, second.offset)
        }
        return sorted.prefix(most ?? sorted.count).map(\.element)
    }

    private func rank(_ exchange: ArchivedExchange) -> Int64? {
        rank(exchange.duration, exchange.bodyBytes) { exchange.speedBps }
    }

    private func rank(_ exchange: CaptureExchange) -> Int64? {
        rank(exchange.duration, exchange.bodyBytes) { exchange.speedBps }
    }

    /// Higher ranks come first; nil comes last.
    private func rank(_ duration: Int64?, _ bodyBytes: Int?, _ speedBps: () -> Int64?) -> Int64? {
        switch order {
        case .start: 0
        case .duration: duration
        case .size: bodyBytes.map(Int64.init)
        case .speed: speedBps().map { -$0 }
        }
    }
}
