/// When a client makes room again for what it has taken of HTTP/2's streams: for each of them, and for all together, when half
/// of the window is used. Pure.
struct StreamCredit {
    /// For the connection where no stream is named.
    struct Update: Equatable {
        var fetch: Int?
        var bytes: Int
    }

    private let setting: SimulatedMultiplexing
    private var taken = 0
    private var ofStreams: [Int: Int] = [:]

    init(_ setting: SimulatedMultiplexing) {
        self.setting = setting
    }

    /// What is to be told once a frame has come.
    mutating func take(_ frame: StreamTurns.Frame) -> [Update] {
        guard frame.payload > 0 else { return [] }
        var updates: [Update] = []
        taken += frame.payload
        if taken >= setting.connectionWindow / 2 {
            updates.append(Update(fetch: nil, bytes: taken))
            taken = 0
        }
        let own = ofStreams[frame.fetch, default: 0] + frame.payload
        // Nobody makes room for what has ended.
        let isDue = !frame.isLast && own >= setting.streamWindow / 2
        if isDue { updates.append(Update(fetch: frame.fetch, bytes: own)) }
        ofStreams[frame.fetch] = isDue || frame.isLast ? nil : own
        return updates
    }
}
