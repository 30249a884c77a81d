import Wire

/// The receive window: it grows with arriving data, and its buffer with what the application reads in a round
/// trip.
struct ReceiveWindow {
    private static let firstBuffer = 131_072
    /// Room for headers and the kernel's own fields around a full segment's payload, and the step by which more is added.
    private static let (surroundings, costStep) = (768, 128)
    /// Number of segments that the kernel merges into one after they waited beyond a gap.
    private static let piece = 17
    /// Assumed segment size before the first arrives.
    private static let leastLearnt = 536

    /// An older kernel's: it offers half of its buffer, whatever packets cost.
    private let isHalved: Bool
    private let growsAtGaps: Bool
    private let segment: Int
    /// Bytes of IP and TCP before each payload.
    private let headers: Int
    private let largestBuffer: Int
    let scale: Int
    private var buffer: Int
    /// Share of the buffer that may be advertised, in 256ths.
    private var ratio = 128
    private var clamp: Int
    private var allowed: Int
    /// The kernel's estimate of the longest segment.
    private var learnt: Int
    /// The last window advertised beyond `promisedUpTo`.
    private(set) var promised: Int
    private var promisedUpTo = 0

    // Buffer autotuning.
    private var space = 0
    private var measuredFrom = 0
    private var readUpTo = 0
    private var measuredSince = 0
    private var roundTrip = 0
    var roundTripMicroseconds: Int { roundTrip >> 3 }
    private var lastEcho = -1
    private var windowRound: (end: Int, since: Int)?

    /// `segment` is the payload of a full segment, `offered` the maximum segment size in a SYN.
    init(kernel: KernelRelease, segment: Int, headers: Int, offered: Int, largestBuffer: Int) {
        isHalved = !kernel.learnsWindowShare
        growsAtGaps = kernel.growsBufferAtGaps
        self.segment = segment
        self.headers = headers
        self.largestBuffer = largestBuffer
        buffer = min(Self.firstBuffer, largestBuffer)
        let whole = min(buffer / 2, 65_535)
        promised = whole / offered * offered
        learnt = min(segment, Self.leastLearnt)
        allowed = promised
        clamp = buffer / 2
        scale = max(0, min(14, Int.bitWidth - 1 - largestBuffer.leadingZeroBitCount - 15))
    }

    /// The handshake is complete.
    mutating func begin(at now: Int) {
        measuredSince = now
        // One segment of the buffer is kept back until the buffer grows.
        if !growsAtGaps { clamp = max(2 * segment, min(clamp, buffer / 2 - segment)) }
        allowed = min(allowed, clamp)
        space = min(allowed, promised, 10 * segment)
    }

    /// A longer segment than any before arrived.
    mutating func learnSegment(_ length: Int) {
        learnt = min(length, segment)
        guard !isHalved else { return }
        let share = max(1, length * 256 / PacketMemory(payload: length, headers: headers).cost)
        guard share != ratio else { return }
        ratio = share
        clamp = window(buffer)
        if growsAtGaps { allowed = clamp < allowed ? clamp : max(allowed, min(promised, clamp)) }
        space = min(space, clamp)
    }

    /// Grows the window after a data packet; true if it grew. `held` is the memory of what is in the buffer.
    mutating func grow(_ length: Int, held: Int) -> Bool {
        let room = min(clamp, window(buffer - held)) - allowed
        guard room > 0 else { return false }
        let grown = growth(length)
        guard grown > 0 else { return false }
        allowed += min(room, max(grown, 2 * length))
        return true
    }

    /// Packets with much overhead grow the window less, and not at all beyond a size that shrinks with their
    /// payload.
    private func growth(_ length: Int) -> Int {
        var cost = window(PacketMemory(payload: length, headers: headers).cost)
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

    /// Rest of the advertised window.
    func left(from next: Int) -> Int { max(0, promisedUpTo + promised - next) }

    /// Window that could be advertised with this much memory taken of the buffer.
    func free(held: Int) -> Int { min(allowed, max(0, window(buffer - held))) }

    /// The same, in the units of the window field. Where they take more than half of the buffer it is not rounded up, and
    /// little counts as nothing.
    func offer(held: Int) -> Int {
        guard isHalfFull(held: held) else { return rounded(free(held: held)) }
        let free = window(buffer - held) & (-1 << scale)
        return free < max(window(buffer) >> 4, learnt) ? 0 : rounded(min(allowed, free))
    }

    /// Whether a window of that size is so much larger than what is left that the other end should hear of it.
    func isWorthTelling(_ offer: Int, left: Int) -> Bool {
        2 * left <= clamp && offer > 0 && offer >= 2 * left
    }

    /// Whether this is more than half of the buffer.
    func isHalfFull(held: Int) -> Bool {
        window(buffer - held) < min(clamp, window(buffer)) >> 1
    }

    private func rounded(_ bytes: Int) -> Int {
        let unit = 1 << scale
        return (bytes + unit - 1) / unit * unit
    }

    /// The window field of a segment, for data from `next` on.
    mutating func promise(from next: Int, held: Int) -> Int {
        promised = max(offer(held: held), rounded(left(from: next)))
        promisedUpTo = next
        return promised
    }

    /// Notes the echo of a timestamp, in milliseconds. It measures if the data are at least as long as the kernel thinks a
    /// full segment is.
    mutating func echo(_ echo: Int, length: Int, least: Int, now: Int, isRead: Bool) {
        guard echo != lastEcho else { return }
        lastEcho = echo
        let delta = now - echo
        guard length >= least else { return }
        learn(roundTrip: max(1, delta) * 1000, isByWindow: false, isRead: isRead)
    }

    /// Notes the echo of a segment without data, which tells nothing: data that echoes the same is no measurement either.
    mutating func passOver(echo: Int) { lastEcho = echo }

    /// Notes arrived data: a full window takes at most a round trip.
    mutating func arrived(upTo next: Int, at now: Int) {
        if let round = windowRound {
            guard next >= round.end else { return }
            learn(roundTrip: max(1, now - round.since), isByWindow: true, isRead: true)
        }
        windowRound = (next + promised, now)
    }

    private mutating func learn(roundTrip sample: Int, isByWindow: Bool, isRead: Bool) {
        if roundTrip == 0 || sample << 3 < roundTrip {
            roundTrip = sample << 3
        } else if !isByWindow, isRead || !growsAtGaps {
            roundTrip += sample - roundTrip >> 3
        }
    }

    /// The application reads up to `end`, of `there` bytes that have arrived. It reads piece by piece: only
    /// the first piece counts now, the others a round trip later. Of data that waited the first piece is the packet that ends at
    /// `packet`; else it is several segments after a filled gap.
    mutating func read(
        upTo end: Int,
        of there: Int,
        limit: Int = .max,
        beyond: Int,
        packet: Int?,
        at now: Int
    ) {
        let first = min(end, limit, packet ?? readUpTo + Self.piece * segment)
        readUpTo = end
        guard roundTrip != 0, now - measuredSince >= roundTrip >> 3 else { return }
        let taken = first - measuredFrom - (isHalved ? 0 : there - first)
        if taken > space { enlarge(taken, beyond: beyond) }
        measuredFrom = first
        measuredSince = now
    }

    private mutating func enlarge(_ taken: Int, beyond: Int) {
        let before = max(1, space)
        space = taken
        var wanted = taken << 1
        guard growsAtGaps else {
            wanted += 16 * segment
            wanted += 2 * (wanted * (taken - before) / before)
            return isHalved ? provide(buffer: wanted / segment * fullCost) : enlarge(to: wanted)
        }
        wanted += (wanted << 1) * (taken - before) / before
        enlarge(to: wanted + beyond)
    }

    /// Memory that older kernels plan for a full segment: at least twice its payload.
    private var fullCost: Int {
        let least = segment + Self.surroundings
        return least + max(0, (2 * segment - least + Self.costStep - 1) / Self.costStep * Self.costStep)
    }

    /// Makes room for bytes received beyond a gap.
    mutating func provide(beyond: Int) {
        guard growsAtGaps else { return }
        enlarge(to: (space << 1) + beyond)
    }

    private mutating func enlarge(to wanted: Int) {
        provide(buffer: (wanted << 8) / ratio)
    }

    private mutating func provide(buffer wanted: Int) {
        let cost = min(wanted, largestBuffer)
        guard cost > buffer else { return }
        buffer = cost
        clamp = window(cost)
    }

    private func window(_ space: Int) -> Int { (space * ratio) >> 8 }
}
