import Wire

extension SimulatedConnection {
    /// The client closes it, unless something is under way. Over HTTP/1 libcurl says so to TLS first.
    func close(at now: Instant) {
        guard isReady, isIdle else { return }
        if let security, !sharesConnection {
            client.write(security.bytes(SimulatedSecurity.farewell), at: now)
        }
        client.close(at: now)
    }

    /// The origin closes it where the client has; true where it does.
    func follow(at now: Instant) -> Bool {
        guard origin.isAbandoned, !origin.isClosed else { return false }
        if let security { origin.write(security.bytes(SimulatedSecurity.farewell), at: now) }
        origin.close(at: now)
        return true
    }
}
