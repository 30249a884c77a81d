import Glibc

/// Ends the program, as a crash that the fuzzer keeps the input of, where what must hold does not.
package func demand(_ holds: Bool, _ otherwise: @autoclosure () -> String, line: UInt = #line) {
    guard !holds else { return }
    // The optimiser leaves the message of a failed precondition out.
    let message = Array("line \(line): \(otherwise())\n".utf8)
    _ = write(STDERR_FILENO, message, message.count)
    abort()
}
