internal import CLinux
import Glibc

/// Signals as a descriptor to poll instead of interruptions.
///
/// Made on the main thread before any other thread exists, so that every thread inherits the blocked signals.
package final class SignalInbox: Sendable {
    /// A signal that arrived.
    package struct Arrival: Hashable, Sendable {
        package var number: Int32
        /// True if a process sent it to this one. False if the kernel did, as for Ctrl-C, which signals every
        /// process in the terminal's foreground.
        package var isFromProcess: Bool
    }

    /// Code of signals that no process sent.
    private static let fromKernel: Int32 = 0x80

    /// Signals that end a program in the foreground.
    package static let stopping = [SIGINT, SIGTERM]

    private let descriptor: OwnedDescriptor
    private let awaited: sigset_t

    package init(_ numbers: [Int32]) throws(SystemCallError) {
        var awaited = sigset_t()
        sigemptyset(&awaited)
        for number in numbers { sigaddset(&awaited, number) }
        self.awaited = awaited
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        descriptor = OwnedDescriptor(owning: try systemCall("signalfd") { signalfd(-1, &awaited, flags) })
    }

    /// An inbox for this signal, with all others blocked.
    static func hearingOnly(_ number: Int32) throws(SystemCallError) -> SignalInbox {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        return try SignalInbox([number])
    }

    /// From here on, signals interrupt this thread again.
    package func giveBack() {
        var awaited = awaited
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    }

    /// For poll. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// True if a signal is waiting to be taken.
    package var hasMail: Bool { Readiness.wait(for: [descriptor.raw], milliseconds: 0) == [true] }

    /// Takes one signal that has arrived, if any.
    package func take() -> Arrival? {
        var arrived = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor.raw, &arrived, size) == size else { return nil }
        return Arrival(number: Int32(arrived.ssi_signo), isFromProcess: arrived.ssi_code != Self.fromKernel)
    }
}
