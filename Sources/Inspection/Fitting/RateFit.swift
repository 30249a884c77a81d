/// Estimates a line's rate from when it had carried which bytes.
///
/// A busy line delivers packets one service time apart. The most frequent spacing of two packets approximates
/// the service time, which separates trains of packets from pauses. The slope of time over bytes, one for all
/// trains together, then gives the rate to a few parts in a hundred thousand.
struct RateFit {
    private static let fewestPairs = 10
    /// Smaller packets mostly acknowledge: their spacing follows the data that they acknowledge.
    private static let smallest = 500
    /// Fewest consecutive events of a train.
    private static let shortestTrain = 6
    private static let fewestEvents = 20
    /// Most lateness of a host, in nanoseconds, for packets that are far apart.
    private static let lateness = 100_000.0
    /// As a share of a packet's service time: if the usual spacing scatters more, no rate limited it.
    private static let mostScatter = 0.25

    private let events: [ServiceEvent]
    /// True if events come from acknowledgements, which may be missing, come together, or answer repairs.
    private let isByAcknowledgement: Bool

    init(_ events: [ServiceEvent], isByAcknowledgement: Bool) {
        self.events = events
        self.isByAcknowledgement = isByAcknowledgement
    }

    /// The rate in bit/s, and the usual deviation of packets from it in nanoseconds; nil if no rate shows in
    /// the spacing.
    var estimate: (rate: LineEstimate, scatter: Double)? {
        guard var rate = usualRate else { return nil }
        var slope: TrainSlope?
        for _ in 0..<4 {
            let found = TrainSlope(trains(at: rate))
            guard let next = found?.rate, next > 0 else { return nil }
            rate = next
            slope = found
        }
        guard let slope, slope.count >= Self.fewestEvents, scatter(at: rate) <= Self.mostScatter else {
            return nil
        }
        let half = rate * slope.relativeError
        return (LineEstimate(value: rate, low: rate - half, high: rate + half), slope.scatter)
    }

    /// Bit/s from the most frequent spacing of full packets.
    private var usualRate: Double? {
        let full = events.map(\.bytes).max() ?? 0
        let rates = zip(events, events.dropFirst()).compactMap { before, event -> Double? in
            let gap = event.stamp - before.stamp
            let isFull = isByAcknowledgement || event.bytes * 2 >= full
            return gap > 0 && isFull && event.bytes >= Self.smallest
                ? 8e9 * Double(event.bytes) / Double(gap) : nil
        }
        return rates.count >= Self.fewestPairs ? Self.mode(rates) : nil
    }

    /// The half-sample mode: the densest half of the densest half and so on, in ratios.
    static func mode(_ values: [Double]) -> Double {
        var sorted = values.filter { $0 > 0 }.sorted()[...]
        while sorted.count > 3 {
            let half = (sorted.count + 1) / 2
            let starts = sorted.startIndex...(sorted.endIndex - half)
            let start = starts.min { sorted[$0 + half - 1] / sorted[$0] < sorted[$1 + half - 1] / sorted[$1] }
            let first = start ?? sorted.startIndex
            sorted = sorted[first..<first + half]
        }
        return sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count)
    }

    private func trains(at rate: Double) -> [ArraySlice<ServiceEvent>] {
        var trains: [ArraySlice<ServiceEvent>] = []
        var start = 0
        for index in events.indices.dropFirst() where !follows(index, at: rate) {
            if index - start >= Self.shortestTrain { trains.append(events[start..<index]) }
            start = index
        }
        if events.count - start >= Self.shortestTrain { trains.append(events[start...]) }
        return trains
    }

    /// True if the line carried this event right after the one before, without a pause.
    private func follows(_ index: Int, at rate: Double) -> Bool {
        let gap = Double(events[index].stamp - events[index - 1].stamp)
        let service = 8e9 * Double(events[index].bytes) / rate
        let slack = service / 4 + min(Self.lateness, service / 2)
        guard gap <= service + slack else { return false }
        // An acknowledgement of more than two packets follows a filled hole.
        return !isByAcknowledgement || gap >= service - slack && events[index].bytes <= 3200
    }

    /// Usual deviation of the spacing within trains from the service time, as a share of it.
    private func scatter(at rate: Double) -> Double {
        var shares: [Double] = []
        for train in trains(at: rate) {
            for (before, event) in zip(train, train.dropFirst()) {
                let service = 8e9 * Double(event.bytes) / rate
                shares.append(abs(Double(event.stamp - before.stamp) - service) / service)
            }
        }
        return shares.isEmpty ? .infinity : shares.sorted()[shares.count / 2]
    }
}
