import Wire

/// How a connection ends. A segment that says so and is lost is not sent again: nobody waits for it.
extension TCPEndpoint {
    /// The application has no use for it any more, and reads nothing of what comes.
    func close(at moment: Instant) {
        guard stage == .open, !isClosed else { return }
        now = moment
        isClosed = true
        var last = segment()
        last.kind = .finish
        outbox.append(last)
    }

    /// The other end has closed it, and everything before that has come.
    var isAbandoned: Bool { stage == .open && peerEnd.map { stream.next >= $0 } ?? false }

    func receiveFinish(_ segment: SimulatedSegment) {
        peerEnd = segment.end
        if isClosed { sendAcknowledgement() }
    }

    /// What comes for an application that is gone is refused, and the connection with it.
    func refuse(_ segment: SimulatedSegment) {
        guard segment.payload > 0 || segment.kind == .finish else { return }
        var answer = self.segment()
        answer.kind = .reset
        outbox.append(answer)
        end()
    }

    func end() {
        stage = .closed
        timerAt = nil
        heldRepeat = nil
        releaseTimer = nil
        readDue = nil
        habit.sent()
    }
}
