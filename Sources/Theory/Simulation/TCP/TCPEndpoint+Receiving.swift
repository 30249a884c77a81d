import Wire

/// Data that comes, and when it is acknowledged.
extension TCPEndpoint {
    /// An acknowledgement beyond a gap waits for so many others at most, and for so long; the timer may be late by as much
    /// as the kernel lets it, and on a machine with nothing else to do it is.
    private static let mostRepeatsHeld = 44
    private static let longestHold: Nanoseconds = 1_000_000
    private static let holdSlack: Nanoseconds = 100_000

    func receivePlain(_ segment: SimulatedSegment) {
        acknowledge(segment)
        if segment.sequence <= stream.next { recentStamp = max(recentStamp, segment.stamp) }
        if segment.payload > 0 { take(segment) }
        if segment.isWindowProbe { sendAcknowledgement() }
        push()
        goOnWriting()
        guard segment.payload > 0 else { return }
        decideAcknowledgement()
        tellApplication()
    }

    private func take(_ segment: SimulatedSegment) {
        let range = segment.sequence..<segment.end
        let before = stream.next
        if range.lowerBound > before {
            habit.schedule()
            // What waits to be told goes ahead: this one comes with the next.
            if heldRepeat != nil, stream.crowds(range) { sendAcknowledgement() }
        }
        switch stream.take(range) {
        case .known:
            duplicate = range
            habit.alarm(promise.promised)
            isAcknowledgementDue = true
        case .keptAlready:
            duplicate = range
        case .gap:
            grow(segment.payload, waiting: stream.waiting - 1)
            promise.provide(beyond: stream.furthest - stream.next)
            isAcknowledgementDue = false
        case .inOrder:
            promise.echo(
                segment.echo,
                length: segment.payload,
                now: KernelTime.milliseconds(stampedAt),
                isRead: readUpTo >= before
            )
            let isNews = habit.data(
                segment.payload,
                isPushed: segment.isPushed,
                window: promise.promised,
                timeout,
                at: now
            )
            if isNews { promise.learnSegment(segment.payload) }
            promise.arrived(next: before, at: microseconds)
            if segment.payload >= 128 { grow(segment.payload, waiting: stream.waiting + unread - 1) }
            // What fills a gap is acknowledged at once.
            isAcknowledgementDue = stream.hasGap || stream.next > segment.end
        }
    }

    private func grow(_ length: Int, waiting: Int) {
        if promise.grow(length, waiting: waiting) { habit.windowGrew() }
    }

    private func decideAcknowledgement() {
        guard habit.isScheduled || isAcknowledgementDue else { return }
        if owed > habit.segment && isRoomy || habit.isQuick || isAcknowledgementDue {
            isAcknowledgementDue = false
            sendAcknowledgement()
            return
        }
        guard stream.hasGap else {
            if habit.wait(roundTrip: roundTrip.mean, at: now) { sendAcknowledgement() }
            return
        }
        repeatAcknowledgement()
    }

    /// Beyond a gap: three at once, then those of a moment together, a twentieth of a round trip.
    private func repeatAcknowledgement() {
        if repeatsAt != stream.next {
            repeatsAt = stream.next
            repeats = 0
        }
        if repeats < 3 {
            repeats += 1
            sendAcknowledgement()
            return
        }
        repeatsHeld += 1
        if repeatsHeld > Self.mostRepeatsHeld { return sendAcknowledgement() }
        if heldRepeat != nil { return }
        let roundTrip = min(promise.roundTripMicroseconds, roundTrip.smoothed > 0 ? roundTrip.mean : .max)
        heldRepeat = now + min(Self.longestHold, Nanoseconds(roundTrip) * 1000 / 20) + Self.holdSlack
    }

    /// Whether as much can be promised as was last: not where the application leaves what comes.
    private var isRoomy: Bool {
        isReading && readDue == nil || promise.free(waiting: stream.waiting + unread) >= promise.promised
    }

    /// The application looks again at what has come. More room is told of where it is twice what is known.
    func resume(at moment: Instant) {
        now = moment
        isReading = true
        readWhatWaited()
    }

    /// The application has come round to it.
    func readWhatWaited() {
        readDue = nil
        guard stage == .open, isReading, readUpTo < stream.next else { return }
        let left = promise.left(from: stream.next)
        let told = outbox.count
        let readBefore = readUpTo
        while let look = looks.take(at: now) { read(upTo: look.end, of: look.there, hasWaited: true) }
        if readUpTo == readBefore {
            read(upTo: stream.next, of: stream.next, hasWaited: true)
            looks.forget(upTo: readUpTo)
        }
        if readUpTo < stream.next { readDue = looks.due ?? now + LookSchedule.patience }
        let free = promise.free(waiting: stream.waiting)
        if outbox.count == told, free > 0, free >= 2 * left { sendAcknowledgement() }
    }

    /// It takes all there is, at once or as soon as it is awake.
    private func tellApplication() {
        looks.came(upTo: stream.next, at: cameAt)
        if looks.knows(beyond: readUpTo) {
            guard isReading, readUpTo < stream.next else { return }
            readDue = looks.due.map { max($0, now) } ?? readDue ?? now + LookSchedule.patience
            return
        }
        guard wakingTakes > 0 else { return read(upTo: stream.next, of: stream.next, hasWaited: false) }
        guard isReading, readDue == nil, readUpTo < stream.next else { return }
        readDue = now + wakingTakes
    }

    /// The application takes what has come up to `end`, with as much there as `there`.
    private func read(upTo end: Int, of there: Int, hasWaited: Bool) {
        guard isReading else { return }
        readUpTo = end
        promise.read(
            upTo: end,
            of: there,
            beyond: stream.furthest - stream.next,
            hasWaited: hasWaited,
            at: microseconds
        )
        let isDue = owed > habit.segment || habit.isDueWhenRead && readUpTo == stream.next
        if habit.isScheduled, owed > 0, isDue { sendAcknowledgement() }
    }
}
