import LinuxIO
import Synchronization

/// Records every packet of one interface into a pcapng file, on a thread of its own.
///
/// The file can be read at any moment, up to a fifth of a second ago. Its mode is 0600: packets hold secrets.
package final class Recorder: Sendable {
    private let stopping: WakeUp
    private let thread: WorkerThread
    private let outcome: Outcome

    /// Carries the work to the thread and its summary back.
    private final class Outcome: Sendable {
        let recording: Mutex<Recording?>
        let summary = Mutex<RecorderSummary?>(nil)

        init(_ recording: consuming sending Recording) {
            self.recording = Mutex(recording)
        }
    }

    /// Starts recording: packets from the return on are in the file.
    ///
    /// The calling thread must be in the interface's network namespace; no later call need be.
    /// `description` is what readers of the file see beside the interface's name, `hostNames` what they call IPv4
    /// addresses (in host order). At most `snapLength` bytes are kept of a packet; `bufferBytes` is the kernel's
    /// ring, for packets that come faster than they are written.
    package init(
        interface: String,
        description: String,
        file path: String,
        hostNames: [(address: UInt32, name: String)] = [],
        snapLength: Int = 262_144,
        bufferBytes: Int = 64 << 20
    ) throws(CaptureError) {
        let source = try PacketSource.open(
            PacketSource.Settings(
                interface: interface,
                snapLength: snapLength,
                bufferBytes: bufferBytes,
                retireMilliseconds: Recording.retireMilliseconds
            )
        )
        do {
            let recording = Recording(
                source: source,
                file: try FileWriter(path: path),
                interface: interface,
                description: description,
                snapLength: snapLength,
                hostNames: hostNames
            )
            let outcome = Outcome(recording)
            let stopping = try WakeUp()
            self.outcome = outcome
            self.stopping = stopping
            thread = try WorkerThread(name: "record \(interface)") {
                guard let work = outcome.recording.withLock({ $0.take() }) else { return }
                let summary = work.run(until: stopping)
                outcome.summary.withLock { $0 = summary }
            }
        } catch {
            throw CaptureError(.file, "recording \(interface) into \(path) failed: \(error)")
        }
    }

    deinit {
        stopping.ring()
        thread.join()
    }

    /// Waits until every packet up to now is in the file, ends it and closes it. Later calls answer the same.
    @discardableResult
    package func stop() -> RecorderSummary {
        stopping.ring()
        thread.join()
        return outcome.summary.withLock { $0 } ?? RecorderSummary(packets: 0, dropped: 0)
    }
}
