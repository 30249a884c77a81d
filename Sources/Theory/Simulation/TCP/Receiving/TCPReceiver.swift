import Wire

/// The receiving half of one end: received data, receive window and acknowledgements.
struct TCPReceiver {
    /// Outdated segments without data are answered once in this time.
    private static let betweenDrops: Nanoseconds = 500_000_000

    private let measuresAtGaps: Bool
    private let acknowledging: Nanoseconds
    /// Bytes that the application takes in one call.
    private let call: Int
    private var stream = Reassembly()
    private var queue: ReceiveQueue
    private var window: ReceiveWindow
    private var delayed: DelayedAcknowledgement
    private var compressed = CompressedAcknowledgements()
    private(set) var reading = ApplicationReading()
    private var records = RecordPlaces()
    /// Range to report once as a duplicate.
    private var duplicate: Range<Int>?
    /// The other end's timestamp to echo, in milliseconds.
    private var recentStamp = 0
    private var lastAcknowledged = 0
    /// The other end's window, as it said last.
    private var lastWindow: Int?
    /// The last data must be acknowledged at once.
    private var isAcknowledgementDue = false
    /// When an outdated segment without data was answered last.
    private var droppedAt: Instant?
    /// Pure acknowledgements that have not been put on the line.
    private var acknowledgements: [SimulatedSegment] = []

    init(_ settings: TCPSettings, isClient: Bool) {
        measuresAtGaps = settings.kernel.measuresAtGaps
        call = settings.readingCall
        acknowledging = settings.acknowledging
        queue = ReceiveQueue(headers: settings.headers)
        window = ReceiveWindow(
            kernel: settings.kernel,
            segment: settings.segment,
            headers: settings.headers,
            offered: isClient ? settings.offered : settings.segment,
            largestBuffer: settings.largestBuffer
        )
        delayed = DelayedAcknowledgement(
            kernel: settings.kernel,
            segment: settings.segment,
            timer: settings.wheel.makeTimer()
        )
    }

    /// Contiguous end of the other end's stream.
    var received: Int { stream.next }

    /// Time of the next timer.
    var deadline: Instant? {
        let held: Instant? = compressed.deadline == nil ? nil : .earliest(compressed.deadline, delayed.timer)
        return .earliest(delayed.deadline, held)
    }

    /// When the kernel's timer of delayed acknowledgements is due.
    var delay: Instant? { delayed.timer }

    /// Kernel memory of what the application has not read.
    private var held: Int { queue.memory }

    /// Bytes received and not acknowledged.
    private var owed: Int { stream.next - lastAcknowledged }

    // MARK: What goes out

    /// A segment of the handshake.
    func opening(_ kind: SimulatedSegment.Kind, at moment: KernelMoment) -> SimulatedSegment {
        var segment = SimulatedSegment(kind: kind)
        segment.window = window.promised
        segment.stamp = moment.stamp
        segment.echo = recentStamp
        return segment
    }

    /// A segment that acknowledges everything received; the caller adds its position and payload.
    mutating func segment(at moment: KernelMoment) -> SimulatedSegment {
        var segment = SimulatedSegment()
        segment.acknowledged = stream.next
        calmIfHalfFull()
        segment.window = window.promise(from: stream.next, held: held)
        segment.selective = stream.selective(beside: duplicate == nil ? 0 : 1)
        segment.duplicate = duplicate
        duplicate = nil
        segment.stamp = moment.stamp
        segment.echo = recentStamp
        lastAcknowledged = stream.next
        isAcknowledgementDue = false
        compressed.sent()
        delayed.sent()
        return segment
    }

    /// Size of the options that the next segment carries beside its timestamps.
    var options: Int {
        SimulatedSegment.options(blocks: stream.changedBlocks + (duplicate == nil ? 0 : 1))
    }

    mutating func acknowledge(at moment: KernelMoment) {
        acknowledgements.append(segment(at: moment))
    }

    /// Moves the waiting acknowledgements to `outbox`, with `sequence` as their position in the own stream.
    mutating func send(from sequence: Int, to outbox: inout [SimulatedSegment]) {
        guard !acknowledgements.isEmpty else { return }
        for var acknowledgement in acknowledgements {
            acknowledgement.sequence = sequence
            outbox.append(acknowledgement)
        }
        acknowledgements.removeAll(keepingCapacity: true)
    }

    /// This end sent data.
    mutating func answered(at now: Instant) { delayed.answered(at: now) }

    // MARK: What comes

    /// Notes the other end's SYN or SYN-ACK.
    mutating func open(_ segment: SimulatedSegment) { recentStamp = segment.stamp }

    /// The handshake is complete.
    mutating func begin(at moment: KernelMoment) {
        delayed.begin(at: moment.now)
        window.begin(at: KernelTime.microseconds(moment.stampedAt))
    }

    mutating func heard(_ hearing: SimulatedHost.HandlingTimes) { reading.heard(hearing) }

    mutating func note(stamp: SimulatedSegment) {
        // The echo belongs to the first segment that the next acknowledgement covers (RFC 7323, 4.3).
        if stamp.sequence <= lastAcknowledged { recentStamp = max(recentStamp, stamp.stamp) }
        if stamp.payload == 0 { window.passOver(echo: stamp.echo) }
        lastWindow = stamp.window
    }

    /// Whether the kernel takes the segment as it takes most: in order, nothing missing, nothing but timestamps in its options,
    /// and the window as before.
    func predicts(_ segment: SimulatedSegment) -> Bool {
        segment.sequence == stream.next && !stream.hasGap && segment.window == lastWindow
            && segment.selective.isEmpty && segment.duplicate == nil
    }

    /// Whether the segment lies before everything that this end has acknowledged. The kernel drops it unread.
    func isOutdated(_ segment: SimulatedSegment) -> Bool { segment.end < lastAcknowledged }

    /// Answers an outdated segment.
    mutating func drop(_ segment: SimulatedSegment, at moment: KernelMoment) {
        if segment.payload > 0 {
            delayed.alarm(window.promised)
            duplicate = segment.sequence..<segment.end
        } else {
            guard droppedAt.map({ moment.now - $0 >= Self.betweenDrops }) ?? true else { return }
            droppedAt = moment.now
        }
        acknowledge(at: moment)
    }

    /// Adds data to the stream; `timeout` is the sender's, in ticks.
    mutating func take(_ segment: SimulatedSegment, timeout: Int, at moment: KernelMoment) {
        let range = segment.sequence..<segment.end
        let before = stream.next
        if range.lowerBound > before {
            delayed.schedule()
            // Flushes the held acknowledgement first; this range goes with the next.
            if compressed.deadline != nil, stream.crowds(range) { acknowledge(at: moment) }
        }
        let hadGap = stream.hasGap
        if range.upperBound > lastAcknowledged {
            window.echo(
                segment.echo,
                length: segment.payload,
                least: delayed.segment,
                now: moment.stamp,
                isRead: reading.takenUpTo >= before
            )
        }
        switch stream.take(range) {
        case .known:
            duplicate = range
            delayed.schedule()
            delayed.alarm(window.promised)
            isAcknowledgementDue = true
        case .keptAlready:
            duplicate = range
        case .gap:
            if measuresAtGaps, delayed.measure(segment.payload, isPushed: segment.isPushed) {
                window.learnSegment(segment.payload)
            }
            // The kernel counts this one when the window has grown.
            grow(segment.payload)
            queue.add(range)
            window.provide(beyond: stream.furthest - stream.next)
            isAcknowledgementDue = false
        case .inOrder:
            queue.add(before..<range.upperBound)
            takeInOrder(segment, timeout: timeout, at: moment)
            if hadGap { queue.join(from: before, to: stream.next) }
            // Data that fills the last gap is acknowledged at once.
            isAcknowledgementDue = hadGap && !stream.hasGap
        }
    }

    /// The other end's FIN counts as a byte after its stream.
    mutating func takeFinish(_ segment: SimulatedSegment) {
        if segment.end < stream.next { duplicate = segment.sequence..<segment.end + 1 }
        _ = stream.take(segment.end..<segment.end + 1)
        delayed.awaitFinish()
    }

    private mutating func takeInOrder(_ segment: SimulatedSegment, timeout: Int, at moment: KernelMoment) {
        let isNews = delayed.data(
            segment.payload,
            isPushed: segment.isPushed,
            window: window.promised,
            timeout,
            at: moment.now
        )
        if isNews { window.learnSegment(segment.payload) }
        window.arrived(upTo: segment.end, at: moment.microseconds)
        if segment.payload >= 128 { grow(segment.payload) }
    }

    private mutating func grow(_ length: Int) {
        if window.grow(length, held: held) { delayed.windowGrew() }
    }

    /// Acknowledges received data, now or later, and lets the application read it.
    mutating func finish(_ roundTrip: RoundTripEstimate, at moment: KernelMoment) {
        let waiting = acknowledgements.count
        decideAcknowledgement(roundTrip, at: moment)
        let answering = acknowledgements.count > waiting ? acknowledging : 0
        if reading.noteArrival(upTo: stream.next, at: moment.now, answering: answering) {
            read(upTo: stream.next, of: stream.next, hasWaited: false, at: moment)
        }
    }

    /// Acknowledges what is owed, now or later.
    mutating func decideAcknowledgement(_ roundTrip: RoundTripEstimate, at moment: KernelMoment) {
        guard delayed.isScheduled || isAcknowledgementDue else { return }
        if owed > delayed.segment { calmIfHalfFull() }
        if owed > delayed.segment && isRoomy || delayed.isQuick || isAcknowledgementDue {
            return acknowledge(at: moment)
        }
        let waits: Bool
        if stream.hasGap {
            _ = delayed.takeExpiredTimer(by: moment.now)
            let sendersRoundTrip = roundTrip.smoothed > 0 ? roundTrip.mean : .max
            waits = compressed.holds(
                gap: stream.next,
                roundTrip: min(window.roundTripMicroseconds, sendersRoundTrip),
                at: moment.stampedAt
            )
        } else {
            waits = !delayed.wait(roundTrip: roundTrip.mean, at: moment.now)
        }
        if !waits { acknowledge(at: moment) }
    }

    /// The kernel does so whenever it works out the window to offer.
    private mutating func calmIfHalfFull() {
        if window.isHalfFull(held: held) { delayed.calm() }
    }

    /// Whether the window can stay as large as last advertised: false if unread data fills the buffer.
    private var isRoomy: Bool { window.offer(held: held) >= window.promised }

    /// Sends the acknowledgements whose timer has expired; `timeout` is the sender's, in ticks.
    mutating func wake(timeout: Int, at moment: KernelMoment) {
        // It sends what is held, and does not count as an acknowledgement that came late.
        if compressed.deadline != nil, delayed.takeExpiredTimer(by: moment.now) { acknowledge(at: moment) }
        if let due = delayed.deadline, due <= moment.now {
            delayed.lapse(timeout: timeout)
            if delayed.isScheduled { acknowledge(at: moment) }
        }
        // The kernel does not read its clock for these: they carry the timestamp of the last packet.
        if let due = compressed.deadline, due <= moment.now {
            acknowledge(at: KernelMoment(moment.now, stampedAt: reading.arrivedAt))
        }
    }

    // MARK: The application

    mutating func expect(_ looks: [ProgramLook], from start: Int) { reading.expect(looks, from: start) }

    mutating func expect(_ ends: [Int]) { for end in ends { records.add(end) } }

    mutating func stopReading() { reading.stop() }
    mutating func resumeReading() { reading.resume() }

    /// The application reads the data that waited. A window update goes out if the room is at least twice
    /// what was advertised.
    mutating func readPending(at moment: KernelMoment) {
        reading.arrive()
        guard reading.isReading, reading.takenUpTo < stream.next else { return }
        let before = reading.takenUpTo
        while let look = reading.takeLook(at: moment.now) {
            read(upTo: look.end, of: look.there, hasWaited: true, at: moment)
        }
        if reading.takenUpTo == before {
            read(upTo: stream.next, of: stream.next, hasWaited: true, at: moment)
            reading.forgetLooks()
        }
        if reading.takenUpTo < stream.next { reading.wait(at: moment.now) }
    }

    /// The application reads up to `end`, of `there` bytes that have arrived, in as many calls as it takes.
    private mutating func read(upTo end: Int, of there: Int, hasWaited: Bool, at moment: KernelMoment) {
        let limit = records.limit(from: reading.takenUpTo)
        let packet = hasWaited ? queue.firstEnd : nil
        take(upTo: min(end, reading.takenUpTo + call))
        window.read(
            upTo: end,
            of: there,
            limit: limit,
            beyond: stream.furthest - stream.next,
            packet: packet,
            at: moment.microseconds
        )
        endCall(at: moment)
        while reading.takenUpTo < end {
            take(upTo: min(end, reading.takenUpTo + call))
            endCall(at: moment)
        }
    }

    private mutating func take(upTo end: Int) {
        reading.take(upTo: end)
        queue.drop(upTo: end)
    }

    /// Acknowledges after a call if something is owed, or if there is much more room.
    private mutating func endCall(at moment: KernelMoment) {
        let isDue = owed > delayed.segment || delayed.isDueWhenRead && reading.takenUpTo == stream.next
        if delayed.isScheduled, owed > 0, isDue { return acknowledge(at: moment) }
        let left = window.left(from: stream.next)
        let offer = window.offer(held: held)
        if window.isWorthTelling(offer, left: left) { acknowledge(at: moment) }
    }

    /// The connection has ended.
    mutating func end() {
        compressed.stop()
        reading.arrive()
        delayed.sent()
    }
}
