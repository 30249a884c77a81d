package import Wire

/// Parts of a transfer's time as the client saw them. Their sum is at most the transfer's duration.
package struct TransferPhases: Hashable, Sendable {
    package var cache: Nanoseconds
    /// Waiting for a connection slot.
    package var blocked: Nanoseconds
    package var dns: Nanoseconds
    package var connect: Nanoseconds
    package var tls: Nanoseconds
    package var request: Nanoseconds
    package var wait: Nanoseconds
    package var receive: Nanoseconds
    package var decode: Nanoseconds

    package init(
        cache: Nanoseconds = 0,
        blocked: Nanoseconds = 0,
        dns: Nanoseconds = 0,
        connect: Nanoseconds = 0,
        tls: Nanoseconds = 0,
        request: Nanoseconds = 0,
        wait: Nanoseconds = 0,
        receive: Nanoseconds = 0,
        decode: Nanoseconds = 0
    ) {
        self.cache = cache
        self.blocked = blocked
        self.dns = dns
        self.connect = connect
        self.tls = tls
        self.request = request
        self.wait = wait
        self.receive = receive
        self.decode = decode
    }
}
