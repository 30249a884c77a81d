internal import CLinux
import Glibc

/// The terminal that this process was started from, and whose turn it is there.
package struct ControllingTerminal: Hashable, Sendable {
    private let descriptor: Int32
    private let group: Int32

    /// nil where this process is not in a terminal's foreground.
    package init?() {
        let found = [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO].first { tcgetpgrp($0) == getpgrp() }
        guard let found else { return nil }
        descriptor = found
        group = getpgrp()
    }

    /// True where nobody else of the foreground can want it: this process is no part of a pipeline.
    package var isOursAlone: Bool {
        group == getpid()
            && [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { tcgetpgrp($0) == group }
    }

    /// True where this process's group has it.
    package var isInForeground: Bool { tcgetpgrp(descriptor) == group }

    /// Gives the foreground to another group where it is this one's.
    package func give(to other: Int32) {
        if isInForeground { tcsetpgrp(descriptor, other) }
    }

    /// Takes the foreground back from a program of ours that has it for a group of its own, and has ended or stopped. It
    /// is left where it is when somebody else has it: a shell that put this process into the background.
    package func takeBack() {
        let holder = tcgetpgrp(descriptor)
        guard holder > 0, holder != group, kill(-holder, 0) == -1 || ProcessTree.isBelowThis(holder) else {
            return
        }
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        // Who is in the background is stopped for asking.
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        tcsetpgrp(descriptor, group)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
