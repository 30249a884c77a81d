import LinuxIO

/// Standard input with a live recording. Ctrl-C ends the recording, and its results are still shown.
final class PipedInput {
    private static let descriptor: Int32 = 0
    /// The recorder gets the signal, too, and its last output follows within this time, in milliseconds.
    private static let patience: Int32 = 500

    private let signals: SignalInbox
    private var isStopping = false

    init() throws(CommandFailure) {
        do {
            signals = try SignalInbox(SignalInbox.stopping)
        } catch {
            throw CommandFailure(.failed, "signals cannot be received: \(error)")
        }
    }

    /// Waits for more input or its end; false if nothing more is to be read.
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
        // A second signal ends the input at once.
        let isReady = Readiness.wait(for: [signals.raw, Self.descriptor], milliseconds: Self.patience)
        return isReady[1] && !isReady[0]
    }

    /// Restores the signals' default effect after everything was read.
    func finish() {
        signals.giveBack()
    }
}
