import Inspection
import Programs
import Reports
import Wire

/// Writes one connection's data to standard output while it is read. Main thread only.
package final class FollowedStream: StreamFollower {
    /// Bytes collected for one write.
    private static let burst = 1 << 16

    let stream: Int
    private let console: Console
    private var transcript: any Transcript
    private var pending: [UInt8] = []
    private(set) var byteCounts = (client: 0, server: 0)
    private(set) var missing = (client: 0, server: 0)

    init(_ stream: Int, _ form: FollowForm, on console: Console) {
        self.stream = stream
        self.console = console
        transcript = form.transcript(console.style)
    }

    func receive(_ bytes: RawSpan, isFromClient: Bool) {
        if isFromClient { byteCounts.client += bytes.byteCount } else { byteCounts.server += bytes.byteCount }
        write(transcript.receive(bytes, isFromClient: isFromClient))
    }

    func miss(_ count: Int, isFromClient: Bool) {
        if isFromClient { missing.client += count } else { missing.server += count }
        write(transcript.miss(count, isFromClient: isFromClient))
    }

    func finish() {
        write(transcript.finish())
        flush()
    }

    private func write(_ bytes: [UInt8]) {
        pending += bytes
        if pending.count >= Self.burst { flush() }
    }

    /// Writes what was collected, since more data may take long to arrive.
    package func flush() {
        if !pending.isEmpty { console.write(pending) }
        pending.removeAll(keepingCapacity: true)
    }
}
