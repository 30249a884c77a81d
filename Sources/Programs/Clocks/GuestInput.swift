import Glibc
import LinuxIO

/// Reads all of standard input for a program in a guest before the guest starts. An idle guest's clock runs
/// ahead, so the guest cannot wait for input from outside.
enum GuestInput {
    /// Milliseconds after which the user is told what netlab waits for.
    private static let patience: Int32 = 1_000
    private static let most = 1 << 30
    private static let piece = 1 << 16

    /// Empty if standard input is a terminal; nil if a signal came first.
    static func read(_ console: Console, _ signals: StopSignals) throws(CommandFailure) -> [UInt8]? {
        guard isatty(STDIN_FILENO) == 0 else { return [] }
        var input: [UInt8] = []
        var isTold = false
        do throws(SystemCallError) {
            let reader = try FileReader("-")
            var chunk = [UInt8](repeating: 0, count: piece)
            while input.count <= most {
                let ready = Readiness.wait(
                    for: [STDIN_FILENO, signals.raw],
                    milliseconds: isTold ? nil : patience
                )
                if ready[1] { return nil }
                guard ready[0] else {
                    console.note(
                        "netlab: virtual time begins when standard input ends (</dev/null ends it at once)"
                    )
                    isTold = true
                    continue
                }
                let count = try reader.read(into: &chunk)
                guard count > 0 else { return input }
                input += chunk.prefix(count)
            }
        } catch {
            // A closed standard input has nothing.
            if error.errno == EBADF { return [] }
            throw CommandFailure(.failed, "standard input cannot be read: \(error)")
        }
        throw CommandFailure(
            .failed,
            "standard input is longer than 1 GiB, which is the most that a guest receives before it starts",
            advice: "let the program read a file instead"
        )
    }
}
