internal import CLinux
import Glibc

/// Blocks SIGPIPE for threads whose calls cannot suppress it.
package enum BrokenPipeSignal {
    /// From here on, writing to a closed connection on the calling thread only returns an error.
    package static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
