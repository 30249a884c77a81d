import Wire

extension SimulatedConnection {
    /// Closes the connection for the client if no exchange is under way. Over HTTP/1, libcurl sends a TLS
    /// close alert first.
    func close(at now: Instant) {
        guard isReady, isIdle else { return }
        if let security, !sharesConnection {
            client.write(security.bytes(SimulatedSecurity.farewell), at: now)
            farewellEnd = client.offered
        }
        client.close(at: now)
    }

    /// Closes the origin's end once the client has closed, or said so by a close alert; true if it did.
    func follow(at now: Instant) -> Bool {
        let isLeft = origin.isAbandoned || farewellEnd.map { origin.received >= $0 } ?? false
        guard isLeft, !origin.isClosed else { return false }
        if let security { origin.write(security.bytes(SimulatedSecurity.farewell), at: now) }
        origin.close(at: now)
        return true
    }
}
