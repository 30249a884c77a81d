/// What stops on the client's side: its thread for a time, and the exchanges that wait until its connections are closed.
struct ClientPauses {
    /// Fetches that wait for a client that stands still to go on; nil where it does not.
    private var standstill: [Int]?
    /// Fetches that wait for the client to have closed its connections; nil where it is not about to.
    private var closing: [Int]?

    var isClosing: Bool { closing != nil }

    /// True if the fetch waits for the closing.
    mutating func holdsForClosing(_ fetch: Int) -> Bool {
        closing?.append(fetch)
        return isClosing
    }

    /// True if the fetch waits for the client to go on.
    mutating func holds(_ fetch: Int) -> Bool {
        standstill?.append(fetch)
        return standstill != nil
    }

    /// False if the client stands still already.
    mutating func standStill() -> Bool {
        guard standstill == nil else { return false }
        standstill = []
        return true
    }

    mutating func resume() -> [Int] {
        defer { standstill = nil }
        return standstill ?? []
    }

    mutating func awaitClosing() { closing = closing ?? [] }

    mutating func close() -> [Int] {
        defer { closing = nil }
        return closing ?? []
    }
}
