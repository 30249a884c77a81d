import Inspection

/// In which order the responses of a capture are shown, and how many of them.
package struct ExchangeRanking: Hashable, Sendable {
    /// What is worst comes first, so that the first rows are those that one looks for.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// As their first packets stand in the capture.
        case start
        /// The longest first.
        case duration
        /// The largest body first.
        case size
        /// The slowest first.
        case speed
    }

    package var order: Order
    /// nil shows all of them.
    package var most: Int?

    /// Without an order, the few that are asked for are the longest, and all stand as in the capture.
    package init(_ order: Order? = nil, most: Int? = nil) {
        self.order = order ?? (most == nil ? .start : .duration)
        self.most = most
    }

    /// True where everything is shown as it stands in the capture.
    var isPlain: Bool { order == .start && most == nil }

    func ranked(_ exchanges: InspectedList<CaptureExchange>) -> InspectedList<CaptureExchange> {
        isPlain ? exchanges : exchanges.ranked(most: most, by: rank)
    }

    /// The greater the earlier; nil comes last.
    private func rank(_ exchange: CaptureExchange) -> Int64? {
        switch order {
        case .start: 0
        case .duration: exchange.duration
        case .size: Int64(exchange.bodyBytes)
        case .speed: exchange.speedBps.map { -$0 }
        }
    }
}
