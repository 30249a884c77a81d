package import Capture
import LinuxIO
package import Programs

/// Standard input, with an archive or a live recording. Ctrl-C ends the recording, and its results are still shown.
package final class PipedInput {
    private static let descriptor: Int32 = 0
    /// The recorder gets the signal, too, and its last output follows within this time, in milliseconds.
    private static let patience: Int32 = 500

    private let signals: SignalInbox
    private var isStopping = false
    /// Bytes that were read to find out what the input is.
    private(set) var begun: [UInt8] = []

    package init() throws(CommandFailure) {
        do {
            signals = try SignalInbox(SignalInbox.stopping)
        } catch {
            throw CommandFailure(.failed, "cannot receive signals: \(error)")
        }
    }

    /// The input for whoever reads captures.
    package var capture: StandardInput { StandardInput(begun: begun) { self.shouldContinue() } }

    /// Reads as far as it takes to tell an HTTP archive from a capture.
    func isArchive() throws(CommandFailure) -> Bool {
        do throws(SystemCallError) {
            let file = try FileReader("-")
            var chunk = [UInt8](repeating: 0, count: ArchiveSign.mostBytes)
            while true {
                if let isArchive = ArchiveSign.isArchive(begun) { return isArchive }
                guard begun.count < ArchiveSign.mostBytes, shouldContinue() else { return false }
                let count = try file.read(into: &chunk)
                if count == 0 { return false }
                begun += chunk[..<count]
            }
        } catch {
            throw CommandFailure.invalidFile("-: error: standard input cannot be read: \(error)")
        }
    }

    /// Waits for more input or its end; false if nothing more is to be read.
    func shouldContinue() -> Bool {
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
    package func finish() {
        signals.giveBack()
    }
}
