internal import CLinux
import Glibc

/// The terminal that this process was started from, and its foreground.
package struct ControllingTerminal: Hashable, Sendable {
    private let descriptor: Int32
    private let group: Int32

    /// nil if this process is not in a terminal's foreground.
    package init?() {
        let found = [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO].first { tcgetpgrp($0) == getpgrp() }
        guard let found else { return nil }
        descriptor = found
        group = getpgrp()
    }

    /// True if no other process in the foreground can need the terminal: this one is not part of a pipeline.
    package var isOursAlone: Bool {
        group == getpid()
            && [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { tcgetpgrp($0) == group }
    }

    /// True if this process's group has the foreground.
    package var isInForeground: Bool { tcgetpgrp(descriptor) == group }

    /// Gives the foreground to another group if this group has it.
    package func give(to other: Int32) {
        if isInForeground { tcsetpgrp(descriptor, other) }
    }

    /// Takes the foreground back from a child with its own group that has ended or stopped. Leaves it if
    /// another process has it, such as a shell that put this process into the background.
    package func takeBack() {
        let holder = tcgetpgrp(descriptor)
        guard holder > 0, holder != group, kill(-holder, 0) == -1 || ProcessTree.isBelowThis(holder) else {
            return
        }
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        // The kernel stops a background process that asks for the foreground, unless SIGTTOU is blocked.
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        tcsetpgrp(descriptor, group)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
