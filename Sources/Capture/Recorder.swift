import LinuxIO
import Synchronization

/// Records the packets of one interface into a file, or a ring of files, on its own thread.
///
/// The file can be read at any time; it lags by at most a fifth of a second. Its mode is 0600, since packets
/// hold secrets.
package final class Recorder: Sendable {
    private let stopping: WakeUp
    private let thread: WorkerThread
    private let outcome: Outcome

    /// Carries the recording to the thread, and its summary back.
    private final class Outcome: Sendable {
        let recording: Mutex<RecorderLoop?>
        let progress = Mutex(RecorderProgress())
        let summary = Mutex<RecorderSummary?>(nil)

        init(_ recording: consuming sending RecorderLoop) {
            self.recording = Mutex(recording)
        }
    }

    /// Starts recording: packets are in the file from the time that this returns.
    ///
    /// The calling thread must be in the interface's network namespace; later calls may come from any thread.
    /// `watcher` receives copies of the packets.
    package init(
        _ settings: RecorderSettings,
        into target: RecordingTarget,
        watcher: PacketMailbox? = nil
    ) throws(CaptureError) {
        let interface = settings.interface
        let pace = RecorderPace.on(.ofThisMachine)
        let source = try PacketRing.open(settings, retireMilliseconds: pace.retireMilliseconds)
        do {
            let front = RecordingFile.Front(
                interface: interface,
                description: settings.description,
                linkType: source.linkType,
                snapLength: settings.snapLength,
                hostNames: settings.hostNames
            )
            let file = try RecordingFile(target, front)
            let outcome = Outcome(
                RecorderLoop(
                    source: source,
                    ringBytes: settings.bufferBytes,
                    pace: pace,
                    file: file,
                    watcher: watcher
                )
            )
            let stopping = try WakeUp()
            self.outcome = outcome
            self.stopping = stopping
            thread = try WorkerThread(name: "record \(interface)") {
                guard let work = outcome.recording.withLock({ $0.take() }) else { return }
                let summary = work.run(until: stopping) { progress in
                    outcome.progress.withLock { $0 = progress }
                }
                outcome.summary.withLock { $0 = summary }
            }
        } catch {
            throw CaptureError(.file, "cannot record into \(target.path): \(error.reason)")
        }
    }

    /// At most a fifth of a second old while packets arrive.
    package var progress: RecorderProgress { outcome.progress.withLock { $0 } }

    deinit {
        stopping.ring()
        thread.join()
    }

    /// Waits until every packet up to now is in the file, then completes and closes it. Later calls return
    /// the same summary.
    @discardableResult
    package func stop() -> RecorderSummary {
        stopping.ring()
        thread.join()
        return outcome.summary.withLock { $0 } ?? RecorderSummary(packets: 0, bytes: 0, dropped: 0)
    }
}
