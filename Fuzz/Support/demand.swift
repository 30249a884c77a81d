import Glibc

/// If the condition fails, ends the program as a crash, for which the fuzzer keeps the input.
package func demand(_ holds: Bool, _ otherwise: @autoclosure () -> String, line: UInt = #line) {
    guard !holds else { return }
    // The optimiser would drop the message of a failed precondition.
    let message = Array("line \(line): \(otherwise())\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    abort()
}
