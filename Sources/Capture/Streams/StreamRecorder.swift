package import LinuxIO
package import Wire

/// Records the connections of this program in a capture file, without a right to record packets: it makes the
/// packets from what crosses the program's sockets. A thread of its own writes them.
package final class StreamRecorder: StreamTapping {
    /// What has been recorded.
    package struct Summary: Hashable, Sendable {
        package var packets: Int
        /// Bytes that are missing, since the disk was slower than the traffic.
        package var lostBytes: Int
        /// Connections that are missing for the same reason.
        package var lostConnections: Int
        /// Why the file ends before the traffic; nil if it is whole.
        package var failure: SystemCallError?

        package init(
            packets: Int,
            lostBytes: Int,
            lostConnections: Int,
            failure: SystemCallError? = nil
        ) {
            self.packets = packets
            self.lostBytes = lostBytes
            self.lostConnections = lostConnections
            self.failure = failure
        }
    }

    private let writing: StreamWriting
    private let clock: RunClock
    private let thread = ServiceThread()

    /// Creates the file and begins to write. `limit` bounds the bytes that wait to be written. `client` tells the client behind an address that the program
    /// sees, `secrets` takes new lines of the TLS key log, and `failed` is told, once, that the file cannot be
    /// written any longer.
    package init(
        path: String,
        clock: RunClock,
        limit: Int = 64 << 20,
        client: @escaping @Sendable (SocketAddress) -> SocketAddress = { $0 },
        secrets: @escaping @Sendable () -> [String],
        failed: @escaping @Sendable (SystemCallError) -> Void
    ) throws(SystemCallError) {
        self.clock = clock
        writing = try StreamWriting(
            StreamFile(path, clock),
            limit: limit,
            client: client,
            secrets: secrets,
            failed: failed
        )
        try thread.start(name: "netlab-pcap") { [writing] in writing.run() }
    }

    deinit {
        _ = finish()
    }

    package func accepted(from peer: SocketAddress, at local: SocketAddress) -> (any StreamTap)? {
        tap(StreamOpening(leg: .clients, local: local, peer: peer), at: clock.now())
    }

    package func connecting(
        to peer: SocketAddress,
        named name: String,
        from local: SocketAddress,
        at instant: Instant
    ) -> (any StreamTap)? {
        tap(StreamOpening(leg: .servers, local: local, peer: peer, name: name), at: instant)
    }

    /// Bytes of the file so far. They end behind a whole block.
    package var writtenBytes: Int { writing.writtenBytes }

    /// Writes what waits, and completes the file. The connections should have ended.
    package func finish() -> Summary {
        writing.stop()
        thread.join()
        return writing.summary
    }

    private func tap(_ opening: StreamOpening, at instant: Instant) -> (any StreamTap)? {
        let queue = writing.queue
        return queue.open(opening, at: instant).map { RecordedStream($0, on: opening.leg, queue, clock) }
    }
}
