internal import CLinux
import Glibc

/// A program that serves this one until its input ends.
package struct ServingTool: ~Copyable, Sendable {
    private let process: pid_t
    private let input: OwnedDescriptor

    init(process: pid_t, input: consuming OwnedDescriptor) {
        self.process = process
        self.input = input
    }

    /// Leaves it to serve until this program ends.
    package consuming func leave() {
        _ = input.release()
    }

    /// Ends its input, and waits for it.
    package consuming func end() {
        let process = process
        _ = consume input
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, netlab_errno() == EINTR {}
    }
}
