/// The windows of one HTTP/2 connection for the server's data, and when they kept it from sending.
///
/// A window counts as closed from the last data that it allowed until the earliest moment at which the server's answer to
/// the client's next grant can come: a round trip after the grant passed the capture point. If data comes within two, the
/// line took that long. No server could have sent in that time, whatever it had to send. Only pauses of the whole
/// connection count: while other streams' data came, the stream shared the line with them.
struct FlowControlTrack {
    /// Most streams whose windows are followed at once.
    private static let mostStreams = 1024
    /// Most pauses that are remembered for streams which did not go on yet.
    private static let mostPauses = 64
    /// Shorter ones are normal spacing of packets on a line; also as a fraction of the round trip.
    private static let leastPause: Int64 = 1_000_000
    private static let leastPart: Int64 = 32

    private struct Span {
        var start: Int64
        var end: Int64

        func clamped(from start: Int64, to end: Int64) -> Span? {
            let (first, last) = (max(start, self.start), min(end, self.end))
            return last > first ? Span(start: first, end: last) : nil
        }

        func joined(_ other: Span?) -> Span {
            Span(start: min(start, other?.start ?? start), end: max(end, other?.end ?? end))
        }
    }

    /// No data came on the connection.
    private struct Pause {
        var span: Span
        /// The part in which the connection's own window was closed.
        var connection: Span?
        /// The part in which any window was.
        var held: Span?
    }

    /// Bytes of memory that it takes.
    var heldBytes: Int { windows.count * 2 * MemoryLayout<(UInt32, FlowControlWindow)>.stride }

    /// Pauses of the connection in which a window was closed.
    var pauses: PauseSeries {
        recent.reduce(into: settled) { series, pause in
            if let held = pause.held { series.add(from: held.start, to: held.end) }
        }
    }

    private var connection = FlowControlWindow(FlowControlWindow.initial)
    private var windows: [UInt32: (window: FlowControlWindow, settings: Int)] = [:]
    /// The initial size of streams' windows, by which `SETTINGS` also changes those that are open.
    private var settings = (window: FlowControlWindow.initial, stamp: Int64(0))
    private var recent: [Pause] = []
    private var settled = PauseSeries()
    /// When data last came on any stream.
    private var lastData: Int64?
    /// From the capture point to the server and back; nil if the connection's opening does not tell.
    private let roundTrip: Int64?
    /// The shortest time from a grant to the data that waited for it.
    private var shortest = Int64.max
    private var isOver = false

    init(_ opening: ConversationOpening) {
        // Behind a proxy the server is farther than the handshake tells.
        let handshake = opening.tunnel == nil ? opening.handshake : nil
        roundTrip = handshake.flatMap { shake in
            shake.synAck.flatMap { answer in
                let (time, isBeyond) = answer.subtractingReportingOverflow(shake.syn)
                return isBeyond || time < 0 ? nil : time
            }
        }
    }

    // MARK: The client's grants

    /// The client's `SETTINGS_INITIAL_WINDOW_SIZE`.
    mutating func set(_ window: Int, at stamp: Int64) { settings = (window, stamp) }

    /// `WINDOW_UPDATE`: stream 0 is the connection.
    mutating func grant(_ count: Int, _ stream: UInt32, at stamp: Int64) {
        guard count > 0 else { return }
        if stream == 0 {
            connection.grant(count, at: stamp)
        } else if follow(stream) {
            windows[stream]?.window.grant(count, at: stamp)
        }
    }

    mutating func close(_ stream: UInt32) { windows[stream] = nil }

    /// A part of the client's stream is missing: what it grants from here on is not known.
    mutating func stop() { isOver = true }

    /// Gives the stream's window the settings of now; false if there are too many streams.
    private mutating func follow(_ stream: UInt32) -> Bool {
        guard let known = windows[stream] else {
            guard windows.count < Self.mostStreams else { return false }
            windows[stream] = (FlowControlWindow(settings.window), settings.window)
            return true
        }
        if known.settings != settings.window {
            windows[stream]?.window.grant(settings.window - known.settings, at: settings.stamp)
            windows[stream]?.settings = settings.window
        }
        return true
    }

    // MARK: The server's data

    /// Takes the head of a data frame whose first packet was seen at `stamp`, and adds to `holds` what kept it. `before` is when
    /// the response's bytes before it had come; nil if nobody reads that response.
    mutating func use(
        _ frame: HTTP2Frame,
        at stamp: Int64,
        before: Int64?,
        _ holds: inout FlowControlHolds?
    ) {
        guard frame.length > 0, !isOver else { return }
        let granted = connection.use(frame.length)
        pause(until: stamp, granted)
        guard let before, follow(frame.stream) else { return }
        let ownGrant = windows[frame.stream]?.window.use(frame.length)
        let own = ownGrant.flatMap { closure(from: before, $0, until: stamp) }
        var told = holds ?? FlowControlHolds()
        // Earlier ones ended before the stream last went on.
        let first = (recent.lastIndex { $0.span.end <= before } ?? -1) + 1
        for place in first..<recent.count {
            if let part = own.flatMap({ recent[place].span.clamped(from: $0.start, to: $0.end) }) {
                told.stream.add(from: part.start, to: part.end)
                recent[place].held = part.joined(recent[place].held)
            }
            let free = max(before, own?.end ?? before)
            if let part = recent[place].connection?.clamped(from: free, to: stamp) {
                told.connection.add(from: part.start, to: part.end)
                recent[place].held = part.joined(recent[place].held)
            }
        }
        guard !told.isEmpty else { return }
        told.streamWindow = windows[frame.stream]?.window.size ?? 0
        told.connectionWindow = connection.size
        holds = told
    }

    /// Takes the arrival of content.
    mutating func receive(at stamp: Int64) { lastData = stamp }

    /// The connection's data goes on; `granted` is when the connection's window was opened for that.
    private mutating func pause(until stamp: Int64, _ granted: Int64?) {
        guard let lastData, stamp > lastData else { return }
        let span = Span(start: lastData, end: stamp)
        let closed = granted.flatMap { closure(from: lastData, $0, until: stamp) }
        let (time, isBeyond) = stamp.subtractingReportingOverflow(lastData)
        guard !isBeyond, time > max(Self.leastPause, (roundTrip ?? 0) / Self.leastPart) else { return }
        if recent.count == Self.mostPauses {
            for pause in recent.prefix(Self.mostPauses / 2) {
                if let held = pause.held { settled.add(from: held.start, to: held.end) }
            }
            recent.removeFirst(Self.mostPauses / 2)
        }
        recent.append(Pause(span: span, connection: closed))
    }

    /// When a window was closed until data came at `stamp`; nil if the grant for that came early enough.
    private mutating func closure(from start: Int64, _ granted: Int64, until stamp: Int64) -> Span? {
        guard stamp > start, granted <= stamp else { return nil }
        let (reaction, isBeyond) = stamp.subtractingReportingOverflow(granted)
        guard !isBeyond else { return nil }
        shortest = min(shortest, reaction)
        let roundTrip = roundTrip ?? shortest
        let end = reaction / 2 <= roundTrip ? stamp : granted + roundTrip
        return end > start ? Span(start: start, end: end) : nil
    }
}
