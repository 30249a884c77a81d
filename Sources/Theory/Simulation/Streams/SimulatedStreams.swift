import Wire

/// What HTTP/2 is on a simulated connection: the server's frames on their way to its TCP and on to the client, and the room
/// that the client makes again.
struct SimulatedStreams {
    /// A frame that the server's TCP was or will be handed.
    private struct Made {
        var frame: StreamTurns.Frame
        /// The client can read it when it has the stream up to here: with TLS the record that holds its last byte is whole.
        var end: Int
    }

    private let setting: SimulatedMultiplexing
    private let security: SimulatedSecurity?
    private var turns: StreamTurns
    private var credit: StreamCredit
    /// In the order of the stream, the next to come first.
    private var made: [Made] = []
    /// By fetch: where its first frame begins.
    private var starts: [Int: Int] = [:]
    /// What the client says, by where its own stream then ends.
    private var updates: [(end: Int, update: StreamCredit.Update)] = []
    /// Where the server's settings end, once they are sent.
    private var settingsEnd: Int?
    private var hasHeardSettings = false
    private var hasConfirmedSettings = false

    init(_ setting: SimulatedMultiplexing, _ security: SimulatedSecurity?) {
        self.setting = setting
        self.security = security
        turns = StreamTurns(setting)
        credit = StreamCredit(setting)
    }

    mutating func add(_ fetch: Int, header: Int, body: Int) {
        turns.add(fetch, header: header, body: body)
    }

    /// Hands the server's TCP what it takes: its settings first, and what confirms the client's when its preface has come, which ends at
    /// `prefaceEnd` of its stream; true where it took anything.
    mutating func supply(_ origin: TCPEndpoint, prefaceEnd: Int?, at now: Instant) -> Bool {
        var hasMoved = false
        if settingsEnd == nil {
            origin.write(security.bytes(setting.serverPreface), at: now)
            settingsEnd = origin.offered
            hasMoved = true
        }
        if !hasConfirmedSettings, let prefaceEnd, origin.received >= prefaceEnd {
            origin.write(security.bytes(SimulatedMultiplexing.frameHeader), at: now)
            hasConfirmedSettings = true
            hasMoved = true
        }
        while let first = updates.first, origin.received >= first.end {
            turns.widen(first.update.fetch, by: first.update.bytes)
            updates.removeFirst()
        }
        // No turn is made while the kernel has not taken all of the one before.
        while origin.written == origin.offered {
            let turn = makeTurn(from: origin.offered)
            guard turn > 0 else { break }
            origin.write(turn, at: now)
            hasMoved = true
        }
        return hasMoved
    }

    /// As many frames as are made at once; how many bytes they are on the connection.
    private mutating func makeTurn(from start: Int) -> Int {
        var plain = 0
        var frames: [(frame: StreamTurns.Frame, end: Int)] = []
        while plain < setting.turnBytes, let frame = turns.next() {
            if starts[frame.fetch] == nil { starts[frame.fetch] = start + plain }
            plain += frame.bytes
            frames.append((frame, plain))
        }
        let bytes = security.bytes(plain)
        for (frame, end) in frames {
            let readable = security?.readable(end, of: plain) ?? end
            made.append(Made(frame: frame, end: start + readable))
        }
        return bytes
    }

    /// What has come to the client: fetches whose response has begun or ended, each with its place in the stream. The client
    /// says on its own stream what is to be said.
    mutating func arrive(at client: TCPEndpoint, at now: Instant) -> [SimulatedConnection.News] {
        var news: [SimulatedConnection.News] = []
        if !hasHeardSettings, let end = settingsEnd, client.reading.takenUpTo >= end {
            hasHeardSettings = true
            say(SimulatedMultiplexing.frameHeader, by: client, at: now)
        }
        while let first = made.first, client.reading.takenUpTo >= first.end {
            made.removeFirst()
            for update in credit.take(first.frame) {
                say(SimulatedMultiplexing.windowUpdate, by: client, at: now)
                updates.append((client.offered, update))
            }
            if first.frame.payload == 0 { news.append(.began(first.frame.fetch)) }
            if first.frame.isLast {
                let start = starts.removeValue(forKey: first.frame.fetch) ?? 0
                news.append(.ended(first.frame.fetch, start..<first.end))
            }
        }
        return news
    }

    private func say(_ bytes: Int, by client: TCPEndpoint, at now: Instant) {
        client.write(security.bytes(bytes), at: now)
    }
}
