/// Pauses on the client's side: of its thread, and of fetches that wait until its connections are closed.
struct ClientPauses {
    /// Fetches that wait for a paused client; nil if it is not paused.
    private var standstill: [Int]?
    /// Fetches that wait until the client has closed its connections; nil if no close is pending.
    private var closing: [Int]?

    var isClosing: Bool { closing != nil }

    /// Queues the fetch and returns true if a close is pending.
    mutating func queueIfClosing(_ fetch: Int) -> Bool {
        closing?.append(fetch)
        return isClosing
    }

    /// Queues the fetch and returns true if the client is paused.
    mutating func holds(_ fetch: Int) -> Bool {
        standstill?.append(fetch)
        return standstill != nil
    }

    /// False if the client is already paused.
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
