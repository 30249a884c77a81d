/// Repeated payload of exchanges that had already left their connections.
struct LateRepeats {
    private struct Name: Hashable {
        let connection: CaptureConnection
        let order: Int
    }

    /// Most exchanges counted; repeats of others count only for their connections.
    private static let most = 1 << 16

    private var counts: [Name: Int] = [:]

    var isEmpty: Bool { counts.isEmpty }

    mutating func add(_ count: Int, _ connection: CaptureConnection, order: Int) {
        let name = Name(connection: connection, order: order)
        guard counts.count < Self.most || counts[name] != nil else { return }
        counts[name, default: 0] += count
    }

    func count(of exchange: CaptureExchange) -> Int {
        counts[Name(connection: exchange.connection, order: exchange.order)] ?? 0
    }
}
