import Wire

/// One end of a connection with Linux's TCP: a sender and a receiver that share handshake, close and outgoing
/// segments.
///
/// It reads no clock: callers pass the time.
///
/// One simulation owns it and never calls it from within a call. Its properties are therefore not checked for
/// exclusive access at run time, which was a seventh of a prediction's time.
final class TCPEndpoint {
    enum Stage {
        case closed, asking, answering, open
    }

    /// Timeouts after which a closed connection is forgotten.
    private static let mostFinishes = 8

    let isClient: Bool
    @exclusivity(unchecked) private(set) var stage = Stage.closed
    @exclusivity(unchecked) private(set) var outbox: [SimulatedSegment] = []
    @exclusivity(unchecked) private var sender: TCPSender
    @exclusivity(unchecked) private var receiver: TCPReceiver
    @exclusivity(unchecked) private var handshake: HandshakeTimer
    private let clock: HostClock
    /// Time of the current call.
    @exclusivity(unchecked) private var moment = KernelMoment(.zero)
    /// The application has closed it.
    @exclusivity(unchecked) private(set) var isClosed = false
    /// End of the other end's stream, once its FIN has arrived.
    @exclusivity(unchecked) private var peerEnd: Int?
    /// End of the own stream, its FIN included, which counts as a byte.
    @exclusivity(unchecked) private var finishEnd: Int?
    /// The other end closed first: this one has nothing to wait for once its FIN is acknowledged.
    @exclusivity(unchecked) private var closesLast = false

    init(_ settings: TCPSettings, isClient: Bool, flow: UInt32) {
        self.isClient = isClient
        clock = settings.clock
        handshake = HandshakeTimer(settings.wheel.makeTimer(), settings.kernel)
        sender = TCPSender(isClient ? settings.ofClient : settings, flow: flow)
        receiver = TCPReceiver(settings, isClient: isClient)
    }

    // MARK: How it stands

    /// Time of the next timer, or of the application's next read.
    var deadline: Instant? {
        let timer: Instant? = .earliest(.earliest(sender.deadline, receiver.deadline), handshake.deadline)
        return .earliest(timer.map(clock.departure), reading.due)
    }

    /// Bytes offered by its application, and bytes that its kernel has taken.
    var offered: Int { sender.sequence.offered }
    var written: Int { sender.sequence.written }
    /// Its application has more to write than it has offered.
    var hasMore: Bool {
        get { sender.hasMore }
        set { sender.hasMore = newValue }
    }
    /// Its application waits for room in the send buffer.
    var waitsForRoom: Bool { sender.sequence.waitsForRoom }
    var retransmissions: Int { sender.retransmissions }
    /// Contiguous end of the other end's stream.
    var received: Int { receiver.received }
    /// What the application has read, and when it reads next.
    var reading: ApplicationReading { receiver.reading }

    /// The other end has closed, and everything before its FIN has arrived.
    var isAbandoned: Bool { stage == .open && peerEnd.map { receiver.received >= $0 } ?? false }

    /// How its sender stands.
    var senderState: SimulatedSenderState { sender.summary }

    func takeOutbox(_ take: (SimulatedSegment) -> Void) {
        for segment in outbox { take(segment) }
        outbox.removeAll(keepingCapacity: true)
    }

    // MARK: What may happen to it

    func open(at now: Instant) {
        moment = KernelMoment(now)
        stage = .asking
        sendHandshake(.syn)
    }

    /// The application writes this many more bytes.
    func write(_ bytes: Int, as kind: SendCalls.Kind = .message, at now: Instant) {
        guard bytes > 0 else { return }
        hand(bytes, kind, at: now)
    }

    /// The application goes on with a write that the kernel did not take whole, told or not that there is room.
    func writeAgain(at now: Instant) {
        guard written < offered else { return }
        hand(0, .message, at: now)
    }

    private func hand(_ bytes: Int, _ kind: SendCalls.Kind, at now: Instant) {
        moment = KernelMoment(now)
        sender.carry(options: receiver.options)
        sender.write(bytes, as: kind, at: now)
        sendData()
    }

    func receive(_ segment: SimulatedSegment, _ hearing: SimulatedHost.HandlingTimes) {
        moment = KernelMoment(hearing.heard, stampedAt: hearing.came)
        receiver.heard(hearing)
        switch segment.kind {
        case .syn: receiveOpening(segment)
        case .synAck: receiveAnswer(segment)
        case .plain, .finish:
            if stage == .answering { establish(from: segment) }
            if stage == .closed, isClosed { return refuse() }
            guard stage == .open else { return }
            // What it has already is only acknowledged again.
            if isClosed, segment.payload > 0, segment.end > receiver.received { return refuse() }
            receivePlain(segment)
            if segment.kind == .finish { receiveFinish(segment) }
            if closesLast, let finishEnd, sender.sequence.unacknowledged >= finishEnd { end() }
        case .reset: end()
        }
    }

    /// Handles an expired deadline.
    func wake(at now: Instant) {
        let fired = clock.fired(at: now)
        moment = KernelMoment(fired)
        receiver.wake(timeout: sender.roundTrip.timeout, at: moment)
        sendAcknowledgements()
        if handshake.expires(at: fired), stage == .asking || stage == .answering {
            handshake.countRepeat()
            sendHandshake(isClient ? .syn : .synAck)
        }
        sender.carry(options: receiver.options)
        sender.wake(at: fired)
        sendData()
        if isClosed, sender.timeouts > Self.mostFinishes { end() }
        if let due = reading.due, due <= now {
            moment = KernelMoment(now)
            readPending()
        }
    }

    /// When its timers in the kernel's wheel are due.
    var retransmission: Instant? { handshake.deadline ?? sender.retransmission }
    var delayedAcknowledgement: Instant? { receiver.delay }

    // MARK: The application's reading

    /// Adds the client's known reads of an answer that begins at `start`.
    func expect(_ looks: [ProgramLook], from start: Int) { receiver.expect(looks, from: start) }

    /// Records of the other end's stream end there.
    func expect(_ records: [Int]) { receiver.expect(records) }

    func stopReading() { receiver.stopReading() }

    /// The application reads again.
    func resume(at now: Instant) {
        moment = KernelMoment(now)
        receiver.resumeReading()
        readPending()
    }

    private func readPending() {
        guard stage == .open else { return }
        receiver.readPending(at: moment)
        sendAcknowledgements()
    }

    // MARK: Segments

    private func receivePlain(_ segment: SimulatedSegment) {
        if segment.kind != .finish, receiver.isOutdated(segment) {
            receiver.drop(segment, at: moment)
            return sendAcknowledgements()
        }
        // An acknowledgement since the last packet may have taken a report of a duplicate along.
        sender.carry(options: receiver.options)
        // The kernel counts data that it predicted before it looks at what they acknowledge.
        let isPredicted = receiver.predicts(segment)
        let timeoutBefore = sender.roundTrip.timeout
        // What the acknowledgement makes it send again echoes that segment's timestamp already.
        if segment.acknowledged >= sender.sequence.unacknowledged { receiver.note(stamp: segment) }
        sender.acknowledge(segment, at: moment)
        sendData()
        if segment.payload > 0 {
            let timeout = isPredicted ? timeoutBefore : sender.roundTrip.timeout
            receiver.take(segment, timeout: timeout, at: moment)
            sendAcknowledgements()
        }
        sender.carry(options: receiver.options)
        if segment.isWindowProbe { sendAcknowledgement() }
        sender.push()
        sender.goOnWriting()
        sendData()
        if segment.payload > 0 {
            receiver.finish(sender.roundTrip, at: moment)
        } else if !isPredicted, segment.kind != .finish {
            receiver.decideAcknowledgement(sender.roundTrip, at: moment)
        }
        sendAcknowledgements()
    }

    /// Sends the sender's departures, each with the current acknowledgement.
    private func sendData() {
        guard !sender.departures.isEmpty else { return }
        var hasData = false
        var header: SimulatedSegment?
        for departure in sender.departures {
            var segment =
                departure.continuesBurst
                ? header ?? receiver.segment(at: moment) : receiver.segment(at: moment)
            header = segment
            segment.sequence = departure.range.lowerBound
            segment.payload = departure.range.count
            if finishEnd == departure.range.upperBound, !departure.range.isEmpty {
                segment.kind = .finish
                segment.payload -= 1
            }
            segment.isPushed = departure.isPushed
            segment.isRetransmission = departure.isRetransmission
            segment.isWindowProbe = departure.isWindowProbe
            outbox.append(segment)
            if segment.payload > 0 { hasData = true }
        }
        sender.forgetDepartures()
        if hasData { receiver.answered(at: moment.now) }
    }

    private func sendAcknowledgements() {
        receiver.send(from: sender.sequence.next, to: &outbox)
    }

    private func sendAcknowledgement() {
        outbox.append(bareSegment())
    }

    private func bareSegment() -> SimulatedSegment {
        var segment = receiver.segment(at: moment)
        segment.sequence = sender.sequence.next
        return segment
    }

    // MARK: The handshake

    private func sendHandshake(_ kind: SimulatedSegment.Kind) {
        outbox.append(receiver.opening(kind, at: moment))
        handshake.sent(isClient: isClient, at: moment)
    }

    private func receiveOpening(_ segment: SimulatedSegment) {
        guard stage == .closed || stage == .answering else { return }
        receiver.open(segment)
        sender.open(window: segment.window)
        stage = .answering
        sendHandshake(.synAck)
    }

    private func receiveAnswer(_ segment: SimulatedSegment) {
        guard stage == .asking else {
            // The acknowledgement that ended the handshake was lost.
            if stage == .open { sendAcknowledgement() }
            return
        }
        receiver.open(segment)
        sender.open(window: segment.window)
        settle(echo: segment.echo)
        sendAcknowledgement()
        if sender.sequence.unsent > 0 {
            sender.push()
            sendData()
        }
    }

    private func establish(from segment: SimulatedSegment) {
        sender.open(window: segment.window, from: segment.acknowledged)
        settle(echo: segment.echo)
    }

    private func settle(echo: Int) {
        stage = .open
        handshake.stop()
        sender.begin(
            roundTrip: handshake.roundTrip(echo: echo, at: moment),
            isCautious: handshake.isCautious(echo: echo),
            at: moment.now
        )
        receiver.begin(at: moment)
    }

    // MARK: Ending

    /// The application closes the connection and reads nothing more.
    func close(at now: Instant) {
        guard stage == .open, !isClosed else { return }
        isClosed = true
        closesLast = isAbandoned
        finishEnd = offered + 1
        sender.isFinishing = true
        hand(1, .message, at: now)
    }

    private func receiveFinish(_ segment: SimulatedSegment) {
        let isRepeated = peerEnd != nil
        peerEnd = segment.end
        receiver.takeFinish(segment)
        if isClosed || isRepeated { return sendAcknowledgement() }
        receiver.decideAcknowledgement(sender.roundTrip, at: moment)
        sendAcknowledgements()
    }

    /// Refuses data for a closed application with a reset, which ends the connection: after that any packet.
    private func refuse() {
        var answer = bareSegment()
        answer.kind = .reset
        outbox.append(answer)
        end()
    }

    private func end() {
        stage = .closed
        handshake.stop()
        sender.end()
        receiver.end()
    }
}
