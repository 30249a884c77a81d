internal import CLinux
import Glibc

/// SIGPIPE: where a call cannot be told to leave it out, its thread does.
package enum BrokenPipeSignal {
    /// From here on a write of the calling thread to a connection that is gone is an error and nothing more.
    package static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
