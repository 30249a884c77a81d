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
    }

    private let setting: SimulatedMultiplexing
    private var heads: [Frame] = []
    /// The body whose turn it is comes first.
    private var bodies: [Body] = []
    private var window: Int
    private var answered = 0

    init(_ setting: SimulatedMultiplexing) {
        self.setting = setting
        window = setting.connectionWindow
    }

    /// `packed` is the size of the head's frames; nil estimates it.
    mutating func add(_ fetch: Int, header: Int, packed: Int? = nil, body: Int) {
        let head = packed ?? setting.head(header, isFirst: answered == 0)
        answered += 1
        heads.append(Frame(fetch: fetch, bytes: head, payload: 0, isLast: body == 0))
        if body > 0 { bodies.append(Body(fetch: fetch, left: body, window: setting.streamWindow)) }
    }

    /// Whether there is a next frame.
    var hasMore: Bool { !heads.isEmpty || window > 0 && bodies.contains { $0.window > 0 } }

    /// nil if no data is left, or no window has room.
    mutating func next() -> Frame? {
        if !heads.isEmpty { return heads.removeFirst() }
        guard window > 0, let place = bodies.firstIndex(where: { $0.window > 0 }) else { return nil }
        var body = bodies.remove(at: place)
        let payload = min(body.left, body.window, window, setting.frameBytes)
        body.left -= payload
        body.window -= payload
        window -= payload
        if body.left > 0 { bodies.append(body) }
        return Frame(
            fetch: body.fetch,
            bytes: SimulatedMultiplexing.frameHeader + payload,
            payload: payload,
            isLast: body.left == 0
        )
    }

    /// Applies a window update; of the connection if `fetch` is nil.
    mutating func widen(_ fetch: Int?, by bytes: Int) {
        guard let fetch else {
            window += bytes
            return
        }
        guard let place = bodies.firstIndex(where: { $0.fetch == fetch }) else { return }
        bodies[place].window += bytes
    }
}
