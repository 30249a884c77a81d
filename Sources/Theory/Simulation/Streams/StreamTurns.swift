/// Order in which an HTTP/2 server makes frames of its responses: heads first, then a frame of each body in
/// turn, as far as the client's windows allow. Pure.
struct StreamTurns {
    struct Frame: Equatable {
        var fetch: Int
        /// Bytes on the connection, frame header included.
        var bytes: Int
        /// Body bytes, which count against the windows.
        var payload: Int
        /// True if the stream ends with it.
        var isLast: Bool
    }

    private struct Body {
        var fetch: Int
        var left: Int
        var window: Int
        /// What it has been served, on a scale that all share: the least goes first, and of equals the one that waits longest.
        var cycle: Int
        var place: Int
        /// Bytes of its last frame.
        var last = 0
        /// Found without window when it was its turn.
        var isDeferred = false
    }

    private let setting: SimulatedMultiplexing
    /// Each with the bytes of its body.
    private var heads: [(frame: Frame, body: Int)] = []
    private var bodies: [Body] = []
    private var window: Int
    /// The cycle of the body whose turn it was last. A new one begins there.
    private var lastCycle = 0
    private var places = 0

    init(_ setting: SimulatedMultiplexing) {
        self.setting = setting
        window = setting.connectionWindow
    }

    /// `head` is the size of the head's frames.
    mutating func add(_ fetch: Int, head: Int, body: Int) {
        heads.append((Frame(fetch: fetch, bytes: head, payload: 0, isLast: body == 0), body))
    }

    /// Whether there is a next frame.
    var hasMore: Bool { !heads.isEmpty || window > 0 && bodies.contains { $0.window > 0 } }

    /// nil if no data is left, or no window has room.
    mutating func next() -> Frame? {
        if !heads.isEmpty { return nextHead() }
        while window > 0, let place = bodies.indices.filter({ !bodies[$0].isDeferred }).min(by: isBefore) {
            lastCycle = bodies[place].cycle
            guard bodies[place].window > 0 else {
                bodies[place].isDeferred = true
                continue
            }
            return nextFrame(place)
        }
        return nil
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (bodies[one].cycle, bodies[one].place) < (bodies[other].cycle, bodies[other].place)
    }

    private mutating func nextHead() -> Frame {
        let (frame, body) = heads.removeFirst()
        if body > 0 {
            bodies.append(
                Body(
                    fetch: frame.fetch,
                    left: body,
                    window: setting.streamWindow,
                    cycle: lastCycle,
                    place: takePlace()
                )
            )
        }
        return frame
    }

    private mutating func nextFrame(_ place: Int) -> Frame {
        var body = bodies[place]
        let payload = min(body.left, body.window, window, setting.frameBytes)
        body.left -= payload
        body.window -= payload
        window -= payload
        body.last = payload
        body.cycle = lastCycle + payload
        body.place = takePlace()
        if body.left > 0 { bodies[place] = body } else { bodies.remove(at: place) }
        return Frame(
            fetch: body.fetch,
            bytes: SimulatedMultiplexing.frameHeader + payload,
            payload: payload,
            isLast: body.left == 0
        )
    }

    private mutating func takePlace() -> Int {
        defer { places += 1 }
        return places
    }

    /// Applies a window update; of the connection if `fetch` is nil.
    mutating func widen(_ fetch: Int?, by bytes: Int) {
        guard let fetch else {
            window += bytes
            return
        }
        guard let place = bodies.firstIndex(where: { $0.fetch == fetch }) else { return }
        bodies[place].window += bytes
        guard bodies[place].isDeferred else { return }
        bodies[place].isDeferred = false
        bodies[place].cycle = lastCycle + bodies[place].last
        bodies[place].place = takePlace()
    }
}
