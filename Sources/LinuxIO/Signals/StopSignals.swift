internal import CLinux
import Glibc

/// Ctrl-C, SIGTERM and a closed terminal as something to poll for, instead of something that strikes anywhere.
///
/// Made on the main thread before any other thread exists, so that every thread inherits the blocked signals.
package final class StopSignals: Sendable {
    private let descriptor: OwnedDescriptor

    package init() throws(SystemCallError) {
        // A reader that went away is an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        var stopping = sigset_t()
        sigemptyset(&stopping)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&stopping, number) }
        pthread_sigmask(SIG_BLOCK, &stopping, nil)
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        descriptor = OwnedDescriptor(owning: try systemCall("signalfd") { signalfd(-1, &stopping, flags) })
    }

    /// For poll. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// Takes one signal that has arrived since the last call, if any did.
    package func take() -> Int32? {
        var arrived = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor.raw, &arrived, size) == size else { return nil }
        return Int32(arrived.ssi_signo)
    }

    /// Sleeps until a signal arrives, `other` is readable, or the time is over.
    package func wait(for other: Int32? = nil, milliseconds: Int32) {
        Readiness.wait(for: [descriptor.raw, other].compactMap { $0 }, milliseconds: milliseconds)
    }
}
