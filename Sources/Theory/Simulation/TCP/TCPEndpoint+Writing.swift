import Wire

/// What the application has to say, and how its kernel takes it.
extension TCPEndpoint {
    /// So many bytes more are to be sent.
    func write(_ bytes: Int, at moment: Instant) {
        guard bytes > 0 else { return }
        now = moment
        control.willWrite(self)
        restartAfterIdle()
        queue.offer(bytes)
        fill()
    }

    /// The kernel takes as much as it has room for. While it does, full pieces go: the first by one burst, others when what was
    /// pushed last is half a window ago.
    private func fill() {
        while queue.takePiece(acknowledged: unacknowledged, next: next, window: largestPromise) {
            guard stage == .open else { continue }
            if written - pushedUpTo > largestPromise / 2 {
                pushedUpTo = written
                push()
            } else if queue.front == nil {
                push(once: true)
            }
        }
        if stage == .open { push() }
    }

    /// An application that was refused goes on where there is room again.
    func goOnWriting() {
        let isAsked = queue.asksAgain(
            acknowledged: unacknowledged,
            isShort: board.inFlight < window.segments,
            window: control.provisioned(self)
        )
        if isAsked { fill() }
    }
}
