import Wire

/// What a receiver lets the other send: it grows with what comes, and its buffer with what the application takes in a
/// round trip.
struct ReceiveWindow {
    /// What one packet of a full segment costs the kernel, in bytes of buffer.
    private static let packetCost = 2304
    /// What shorter ones cost it, by the payload up to which they do: memory comes in powers of two, a descriptor beside it.
    private static let shortCosts: [(payload: Int, cost: Int)] = [(140, 832), (588, 1280)]
    private static let firstBuffer = 131_072
    /// Segments that the kernel keeps as one once they have waited beyond a gap.
    private static let piece = 17
    /// What a segment is taken for before one has come.
    private static let leastLearnt = 536

    private let segment: Int
    private let largestBuffer: Int
    let scale: Int
    private var buffer: Int
    /// Share of the buffer that may be promised, in 256ths.
    private var ratio = 128
    private var clamp: Int
    private var allowed: Int
    /// The longest segment that has come, as the kernel takes it to be.
    private var learnt: Int
    /// What was promised last beyond `acknowledgedUpTo`.
    private(set) var promised: Int
    private var promisedUpTo = 0

    // Sizing of the buffer.
    private var space = 0
    private var measuredFrom = 0
    private var readUpTo = 0
    private var measuredSince = 0
    private var roundTrip = 0
    var roundTripMicroseconds: Int { roundTrip >> 3 }
    private var lastEcho = -1
    private var windowRound: (end: Int, since: Int)?

    /// `segment` is the payload of a full one; `offered` the largest that a SYN speaks of.
    init(segment: Int, offered: Int, largestBuffer: Int) {
        self.segment = segment
        self.largestBuffer = largestBuffer
        buffer = min(Self.firstBuffer, largestBuffer)
        let whole = min(buffer / 2, 65_535)
        promised = whole / offered * offered
        learnt = min(segment, Self.leastLearnt)
        allowed = promised
        clamp = buffer / 2
        scale = max(0, min(14, Int.bitWidth - 1 - largestBuffer.leadingZeroBitCount - 15))
    }

    /// The handshake is over.
    mutating func begin(at now: Int) {
        measuredSince = now
        space = min(allowed, promised, 10 * segment)
    }

    /// A segment came that is longer than all before it.
    mutating func learnSegment(_ length: Int) {
        learnt = min(length, segment)
        let share = max(1, length * 256 / Self.cost(length))
        guard share != ratio else { return }
        ratio = share
        clamp = window(buffer)
        allowed = clamp < allowed ? clamp : max(allowed, min(promised, clamp))
        space = min(space, clamp)
    }

    private static func cost(_ length: Int) -> Int {
        shortCosts.first { length <= $0.payload }?.cost ?? packetCost
    }

    /// A packet with data came; true where more is promised from now on.
    mutating func grow(_ length: Int, waiting: Int) -> Bool {
        let room = min(clamp, window(buffer - (waiting + 1) * Self.packetCost)) - allowed
        guard room > 0 else { return false }
        let grown = growth(length)
        guard grown > 0 else { return false }
        allowed += min(room, max(grown, 2 * length))
        return true
    }

    /// A packet that is mostly descriptor makes for less: the sooner the smaller the window is.
    private func growth(_ length: Int) -> Int {
        var cost = window(Self.cost(length))
        if cost <= length { return 2 * segment }
        var reach = window(largestBuffer) >> 1
        cost >>= 1
        while allowed <= reach {
            if cost <= length { return 2 * learnt }
            cost >>= 1
            reach >>= 1
        }
        return 0
    }

    /// What the other end may still send of what it was promised.
    func left(from next: Int) -> Int { max(0, promisedUpTo + promised - next) }

    /// What could be promised with so many segments in the buffer.
    func free(waiting: Int) -> Int { min(allowed, max(0, window(buffer - waiting * Self.packetCost))) }

    /// What goes into a segment's window field, for data from `next` on.
    mutating func promise(from next: Int, waiting: Int) -> Int {
        let current = left(from: next)
        let free = free(waiting: waiting)
        let unit = 1 << scale
        let wanted = max((free + unit - 1) / unit * unit, (current + unit - 1) / unit * unit)
        promised = wanted
        promisedUpTo = next
        return wanted
    }

    /// The other end's echo of a stamp came back, in milliseconds.
    mutating func echo(_ echo: Int, length: Int, now: Int, isRead: Bool) {
        guard echo != lastEcho else { return }
        lastEcho = echo
        let delta = now - echo
        guard length >= segment, delta > 0 else { return }
        learn(roundTrip: delta * 1000, isByWindow: false, isRead: isRead)
    }

    /// Data came: a window's worth takes at most a round trip.
    mutating func arrived(next: Int, at now: Int) {
        if let round = windowRound {
            guard next >= round.end else { return }
            learn(roundTrip: max(1, now - round.since), isByWindow: true, isRead: true)
        }
        windowRound = (next + promised, now)
    }

    private mutating func learn(roundTrip sample: Int, isByWindow: Bool, isRead: Bool) {
        if roundTrip == 0 || sample << 3 < roundTrip {
            roundTrip = sample << 3
        } else if !isByWindow, isRead {
            roundTrip += sample - roundTrip >> 3
        }
    }

    /// The application takes what has come up to `end`, of as much as `there`. What was taken is looked at as it goes, a piece
    /// at a time: only the first of them is counted now, the others a round trip later. Behind a gap that was filled it is a
    /// few segments; what came in order and waited (`hasWaited`) lies there one by one.
    mutating func read(upTo end: Int, of there: Int, beyond: Int, hasWaited: Bool, at now: Int) {
        let first = min(end, readUpTo + (hasWaited ? 1 : Self.piece) * segment)
        readUpTo = end
        guard roundTrip != 0, now - measuredSince >= roundTrip >> 3 else { return }
        let taken = first - measuredFrom - (there - first)
        if taken > space { enlarge(taken, beyond: beyond) }
        measuredFrom = first
        measuredSince = now
    }

    private mutating func enlarge(_ taken: Int, beyond: Int) {
        let before = max(1, space)
        space = taken
        var wanted = taken << 1
        wanted += (wanted << 1) * (taken - before) / before
        enlarge(to: wanted + beyond)
    }

    /// So many bytes have come beyond a gap: room is made for them.
    mutating func provide(beyond: Int) {
        enlarge(to: (space << 1) + beyond)
    }

    private mutating func enlarge(to wanted: Int) {
        let cost = min((wanted << 8) / ratio, largestBuffer)
        guard cost > buffer else { return }
        buffer = cost
        clamp = window(cost)
    }

    private func window(_ space: Int) -> Int { (space * ratio) >> 8 }
}
