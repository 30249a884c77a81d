/// Window updates of an HTTP/2 client: for each stream and for the connection, when half of the window is
/// used. Pure.
struct StreamCredit {
    /// An update of a stream; of the connection if `fetch` is nil.
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

    /// Updates to send after a frame has arrived.
    mutating func take(_ frame: StreamTurns.Frame) -> [Update] {
        guard frame.payload > 0 else { return [] }
        var updates: [Update] = []
        taken += frame.payload
        if taken >= setting.connectionWindow / 2 {
            updates.append(Update(fetch: nil, bytes: taken))
            taken = 0
        }
        let own = ofStreams[frame.fetch, default: 0] + frame.payload
        // An ended stream needs no window.
        let isDue = !frame.isLast && own >= setting.streamWindow / 2
        if isDue { updates.append(Update(fetch: frame.fetch, bytes: own)) }
        ofStreams[frame.fetch] = isDue || frame.isLast ? nil : own
        return updates
    }
}
