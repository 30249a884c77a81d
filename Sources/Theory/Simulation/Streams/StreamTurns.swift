/// The responses on one connection of HTTP/2 as their server makes frames of them: heads ahead of everything, then a frame of
/// each body in turn, as far as the client's windows allow. Pure.
struct StreamTurns {
    struct Frame: Equatable {
        var fetch: Int
        /// On the connection, its header among them.
        var bytes: Int
        /// Of the body: what windows count.
        var payload: Int
        /// The stream ends with it.
        var isLast: Bool
    }

    private struct Body {
        var fetch: Int
        var left: Int
        var window: Int
    }

    private let setting: SimulatedMultiplexing
    private var heads: [Frame] = []
    /// The one whose turn it is first.
    private var bodies: [Body] = []
    private var window: Int
    private var answered = 0

    init(_ setting: SimulatedMultiplexing) {
        self.setting = setting
        window = setting.connectionWindow
    }

    mutating func add(_ fetch: Int, header: Int, body: Int) {
        let head = setting.head(header, isFirst: answered == 0)
        // That the server has heard the client's settings goes with what it says next.
        let opening = answered == 0 ? SimulatedMultiplexing.frameHeader : 0
        answered += 1
        heads.append(Frame(fetch: fetch, bytes: opening + head, payload: 0, isLast: body == 0))
        if body > 0 { bodies.append(Body(fetch: fetch, left: body, window: setting.streamWindow)) }
    }

    /// nil where nothing is left, or no window has room.
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

    /// The client has made room again; for the connection where no stream is named.
    mutating func widen(_ fetch: Int?, by bytes: Int) {
        guard let fetch else {
            window += bytes
            return
        }
        guard let place = bodies.firstIndex(where: { $0.fetch == fetch }) else { return }
        bodies[place].window += bytes
    }
}
