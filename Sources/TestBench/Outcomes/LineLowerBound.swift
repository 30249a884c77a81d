import JSON

/// What a line needs at least for what crossed it.
struct LineLowerBound: Hashable {
    /// Bit/s down; nil without a limit.
    let rate: Int64?
    let roundTrip: Duration
    let bytes: Int

    init(_ link: JSONValue?, bytes: Int) {
        rate = link?["down"]?["rateBps"]?.int64
        let delays = ["down", "up"].compactMap { link?[$0]?["oneWayDelayNs"]?.int64 }
        roundTrip = .nanoseconds(delays.reduce(0, +))
        self.bytes = bytes
    }

    /// Time for the bytes alone; nil without a limit.
    var transmission: Duration? {
        rate.flatMap { $0 > 0 ? .seconds(Double(bytes * 8) / Double($0)) : nil }
    }

    func words(requests: Int) -> String {
        let count = requests == 1 ? "1 request" : "\(requests) requests"
        let sending = transmission.map { ", which the line carries in at least \($0.rounded)" } ?? ""
        let turns =
            roundTrip > .zero
            ? "; its round trip is \(roundTrip.rounded), and a new connection takes one" : ""
        return "\(count) brought \(bytes) bytes\(sending)\(turns)"
    }
}

extension Duration {
    /// In a unit that suits it, with three digits or so.
    var rounded: String {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        return seconds >= 1
            ? "\((seconds * 100).rounded() / 100) s" : "\((seconds * 10_000).rounded() / 10) ms"
    }
}
