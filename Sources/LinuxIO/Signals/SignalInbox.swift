internal import CLinux
import Glibc

/// Signals as something to poll for, instead of something that strikes anywhere.
///
/// Made on the main thread before any other thread exists, so that every thread inherits the blocked signals.
package final class SignalInbox: Sendable {
    /// A signal that has come.
    package struct Arrival: Hashable, Sendable {
        package var number: Int32
        /// True where a process sent it to this one; false where the kernel did, as for Ctrl-C: then every process of
        /// the terminal's foreground got it.
        package var isFromProcess: Bool
    }

    /// What the kernel puts as a signal's code where no process sent it.
    private static let fromKernel: Int32 = 0x80

    /// What ends a program that somebody waits for.
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

    /// Deaf to every signal but this one.
    static func hearingOnly(_ number: Int32) throws(SystemCallError) -> SignalInbox {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        return try SignalInbox([number])
    }

    /// From here on signals strike this thread as ever.
    package func giveBack() {
        var awaited = awaited
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
    }

    /// For poll. Borrowed.
    package var raw: Int32 { descriptor.raw }

    /// True where one waits to be taken.
    package var hasMail: Bool { Readiness.wait(for: [descriptor.raw], milliseconds: 0) == [true] }

    /// Takes one signal that has arrived since the last call, if any did.
    package func take() -> Arrival? {
        var arrived = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(descriptor.raw, &arrived, size) == size else { return nil }
        return Arrival(number: Int32(arrived.ssi_signo), isFromProcess: arrived.ssi_code != Self.fromKernel)
    }
}
