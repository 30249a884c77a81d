import LinuxIO

/// Standard input, into which somebody may be recording. Ctrl-C ends the recording, and what it brought is wanted then.
final class PipedInput {
    private static let descriptor: Int32 = 0
    /// Who records got the signal as well: the last of it comes soon, in milliseconds.
    private static let patience: Int32 = 500

    private let signals: SignalInbox
    private var isStopping = false

    init() throws(CommandFailure) {
        do {
            signals = try SignalInbox(SignalInbox.stopping)
        } catch {
            throw CommandFailure(.failed, "signals could not be listened for: \(error)")
        }
    }

    /// Waits for more, or for its end; false where nothing more is to be read.
    func goesOn() -> Bool {
        if !isStopping {
            while true {
                let isReady = Readiness.wait(for: [signals.raw, Self.descriptor])
                if isReady[0] { break }
                if isReady[1] { return true }
            }
            _ = signals.take()
            isStopping = true
        }
        // A second signal is in earnest.
        let isReady = Readiness.wait(for: [signals.raw, Self.descriptor], milliseconds: Self.patience)
        return isReady[1] && !isReady[0]
    }

    /// All has been read: signals end the program again.
    func finish() {
        signals.giveBack()
    }
}
