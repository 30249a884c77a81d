import Wire

/// HTTP/2 on a simulated connection: the server's frames on their way through TCP to the client, and the
/// client's window updates.
struct SimulatedStreams {
    /// A frame that has been or will be handed to the server's TCP.
    private struct Made {
        var frame: StreamTurns.Frame
        /// Stream position from which the client can read it: with TLS, the end of the record that holds its
        /// last byte.
        var end: Int
    }

    /// Turns that the server makes before other connections have theirs. Then it waits for room.
    private static let mostTurns = 4

    private let setting: SimulatedMultiplexing
    private let security: SimulatedSecurity?
    private var turns: StreamTurns
    private var heads: HeadTable
    private var credit: StreamCredit
    /// In stream order.
    private var made: [Made] = []
    /// Where each fetch's frames lie in the stream, in order.
    private var places: [Int: [Range<Int>]] = [:]
    /// The client's window updates, by the end of each in its own stream.
    private var updates: [(end: Int, update: StreamCredit.Update)] = []
    /// End of the server's settings in its stream, once sent.
    private var settingsEnd: Int?
    private var hasReceivedSettings = false
    private var hasConfirmedSettings = false
    /// How far the server had read the client's stream.
    private var lastRead = 0
    /// Turns since the server last looked whether there is room.
    private var turnsMade = 0
    /// When the server ran last, and how much the kernel had taken then.
    private var ranAt = Instant.zero
    private var writtenUpTo = 0
    /// Bytes that the next turn begins with: the server's settings if it opened late, and the acknowledgement of the
    /// client's.
    private var leading = 0

    init(_ setting: SimulatedMultiplexing, _ security: SimulatedSecurity?) {
        self.setting = setting
        self.security = security
        turns = StreamTurns(setting)
        heads = HeadTable(setting)
        credit = StreamCredit(setting)
    }

    /// The server answers now.
    mutating func add(_ fetch: Int, _ wanted: SimulatedFetch, at now: Instant) {
        let head = wanted.packedHead ?? heads.bytes(of: wanted, at: now)
        turns.add(fetch, head: head, body: wanted.bodyBytes)
    }

    /// Hands data to the server's TCP as it has room. The settings go first; the acknowledgement of the
    /// client's settings begins the next turn once the client's preface, which ends at `prefaceEnd` of its
    /// stream, has arrived; while `isReading` it waits for the answers, because the server reads all that has come
    /// before it writes. True if anything was handed over.
    mutating func supply(
        _ origin: TCPEndpoint,
        for client: TCPEndpoint,
        prefaceEnd: Int?,
        isReading: Bool,
        at now: Instant
    ) -> Bool {
        let read = origin.reading.isReading ? origin.received : 0
        let hasPreface = prefaceEnd.map { read >= $0 } ?? false
        var hasMoved = false
        if settingsEnd == nil {
            let isLate = security == nil && hasPreface
            if isLate, isReading { return false }
            greet(origin, client, isLate: isLate, at: now)
            hasMoved = !isLate
        }
        beginTurns(origin, hasRead: read > lastRead, at: now)
        lastRead = read
        if !hasConfirmedSettings, !isReading, hasPreface {
            leading += SimulatedMultiplexing.frameHeader
            hasConfirmedSettings = true
        }
        while let first = updates.first, read >= first.end {
            turns.widen(first.update.fetch, by: first.update.bytes)
            updates.removeFirst()
        }
        // The next turn starts after the kernel has taken the whole previous one.
        while origin.written == origin.offered {
            if turnsMade == Self.mostTurns {
                guard !origin.waitsForRoom else { break }
                turnsMade = 0
            }
            let plain = makeTurn(from: origin.offered)
            guard plain > 0 else { break }
            client.expect(security.records(of: plain, from: origin.offered))
            origin.write(security.bytes(plain), at: now)
            turnsMade += 1
            hasMoved = true
        }
        writtenUpTo = origin.written
        origin.hasMore = turns.hasMore
        return hasMoved
    }

    /// The settings go at once. If the client's request was there first, as where the handshake's last acknowledgement was
    /// lost, the next turn begins with them.
    private mutating func greet(_ origin: TCPEndpoint, _ client: TCPEndpoint, isLate: Bool, at now: Instant) {
        if isLate {
            leading = setting.serverPreface
            settingsEnd = origin.offered + setting.serverPreface
        } else {
            client.expect(security.records(of: setting.serverPreface, from: origin.offered))
            origin.write(security.bytes(setting.serverPreface), at: now)
            settingsEnd = origin.offered
        }
    }

    /// The server runs when the kernel has room, or when it has read something. The rest of a turn counts as one.
    private mutating func beginTurns(_ origin: TCPEndpoint, hasRead: Bool, at now: Instant) {
        let hasWritten = origin.written > writtenUpTo
        let isRunning = hasRead || hasWritten || turnsMade < Self.mostTurns || !origin.waitsForRoom
        if hasRead || now > ranAt && isRunning { turnsMade = hasWritten ? 1 : 0 }
        ranAt = now
        guard hasRead, origin.written < origin.offered else { return }
        origin.writeAgain(at: now)
        turnsMade = 1
    }

    /// Makes one turn's frames and returns their bytes.
    private mutating func makeTurn(from start: Int) -> Int {
        var plain = leading
        leading = 0
        var frames: [(frame: StreamTurns.Frame, end: Int)] = []
        while plain < setting.turnBytes, let frame = turns.next() {
            note(
                start + security.place(of: plain)..<start + security.place(of: plain + frame.bytes - 1) + 1,
                frame.fetch
            )
            plain += frame.bytes
            frames.append((frame, plain))
        }
        for (frame, end) in frames {
            let readable = security?.readable(end, of: plain) ?? end
            made.append(Made(frame: frame, end: start + readable))
        }
        return plain
    }

    /// Fetches whose response has begun or ended at the client, with their range in the stream. Also sends
    /// the client's window updates and settings acknowledgement.
    mutating func arrive(at client: TCPEndpoint, at now: Instant) -> [SimulatedConnection.News] {
        var news: [SimulatedConnection.News] = []
        if !hasReceivedSettings, let end = settingsEnd, client.reading.takenUpTo >= end {
            hasReceivedSettings = true
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
                let start = places[first.frame.fetch]?.first?.lowerBound ?? 0
                news.append(.ended(first.frame.fetch, start..<first.end))
            }
        }
        return news
    }

    /// The places of an ended fetch's frames.
    mutating func takePlaces(of fetch: Int) -> [Range<Int>] { places.removeValue(forKey: fetch) ?? [] }

    /// Frames with nothing but the seam of two records between them have one place.
    private mutating func note(_ place: Range<Int>, _ fetch: Int) {
        guard let last = places[fetch]?.last,
            place.lowerBound == last.upperBound
                || place.lowerBound - last.upperBound == security?.recordOverhead
        else {
            places[fetch, default: []].append(place)
            return
        }
        places[fetch]?.removeLast()
        places[fetch]?.append(last.lowerBound..<place.upperBound)
    }

    private func say(_ bytes: Int, by client: TCPEndpoint, at now: Instant) {
        client.write(security.bytes(bytes), at: now)
    }
}
