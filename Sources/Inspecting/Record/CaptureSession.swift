import Capture
import Experiments
import Figures
import LinuxIO
package import Programs
import Wire

/// One `netlab capture`, from the first packet to the summary.
package struct CaptureSession {
    private static let interval: Nanoseconds = 200_000_000

    private let options: CaptureOptions
    private let console: Console
    private let signals: StopSignals
    private let clock = RunClock()

    package init(_ options: CaptureOptions, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.console = console
        signals = try .ofCommand()
    }

    package func run() throws(CommandFailure) -> ExitStatus {
        let watch = options.watch.map {
            CaptureWatch($0, interface: options.settings.interface, console)
        }
        let recorder = try begin(watch?.mailbox)
        if !options.isQuiet {
            let end = options.seconds.map { "for \($0) s" } ?? "until Ctrl-C"
            let interface = options.settings.interface
            console.note(
                options.target == .nowhere
                    ? "watching \(interface) \(end)" : "recording \(interface) into \(place) \(end)"
            )
        }
        let isStopped = attend(recorder, watch)
        let summary = recorder.stop()
        console.clearProgress()
        watch?.finish(dropped: summary.dropped)
        let elapsed = clock.now() - .zero
        if !options.isQuiet { console.note("\(Self.words(summary)) in \(DurationFormat.text(elapsed))") }
        if summary.dropped > 0 {
            console.warn(
                "\(CountFormat.text(summary.dropped, "packet")) arrived too fast and \(summary.dropped == 1 ? "was" : "were") not recorded: "
                    + "--snap 128 or --filter reduces the work, --buffer 512MiB holds longer bursts"
            )
        }
        if let error = summary.writeError ?? summary.readError {
            throw CommandFailure(.failed, "\(options.target.path): recording ended early: \(error)")
        }
        // Without a time limit, a signal is the normal end.
        return isStopped && options.seconds != nil ? .interrupted : .done
    }

    private func begin(_ watcher: PacketMailbox?) throws(CommandFailure) -> Recorder {
        do {
            return try Recorder(options.settings, into: options.target, watcher: watcher)
        } catch {
            switch error.kind {
            case .permission:
                let program = Executable.path ?? "netlab"
                throw CommandFailure(
                    .failed,
                    "this user may not record on \(options.settings.interface)",
                    advice: "run it as root, or once: sudo setcap cap_net_raw+ep \(program)"
                )
            case .interface:
                throw CommandFailure(
                    .failed,
                    error.description,
                    advice: "choose one of \(CaptureOptions.interfaces), or `any` for all of them"
                )
            case .filter: throw CommandFailure(.wrongUsage, error.description)
            case .file, .system: throw CommandFailure(.failed, error.description)
            }
        }
    }

    /// Runs until a signal, the time limit or a failure; true if a signal ended it.
    private func attend(_ recorder: Recorder, _ watch: CaptureWatch?) -> Bool {
        let end = options.seconds.map { Nanoseconds($0) * 1_000_000_000 }
        while true {
            let left = end.map { $0 - (clock.now() - .zero) } ?? .max
            if left <= 0 { return false }
            signals.wait(atMost: min(Self.interval, left))
            if signals.take() != nil { return true }
            watch?.look()
            let progress = recorder.progress
            if progress.failure != nil { return false }
            if !options.isQuiet { show(progress) }
        }
    }

    private func show(_ progress: RecorderProgress) {
        let dropped =
            progress.dropped > 0 ? ", \(ByteFormat.grouped(progress.dropped)) DROPPED" : ", 0 dropped"
        console.showProgress(
            "\(CountFormat.text(progress.packets, "packet")), \(ByteFormat.text(progress.bytes))\(dropped)"
        )
    }

    private var place: String {
        switch options.target.ring {
        case let ring?: "\(options.target.path(1)) and on, the newest \(ring.files) files"
        case nil: options.target.path == "-" ? "standard output" : options.target.path
        }
    }

    private static func words(_ summary: RecorderSummary) -> String {
        "\(ByteFormat.grouped(summary.packets)) packet\(summary.packets == 1 ? "" : "s"), "
            + "\(ByteFormat.text(summary.bytes)), \(ByteFormat.grouped(summary.dropped)) dropped,"
    }
}
