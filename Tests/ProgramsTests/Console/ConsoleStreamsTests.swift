import LinuxIO
import Testing

@testable import Programs

@Suite struct ConsoleStreamsTests {
    /// What a console wrote to either stream.
    private final class Written {
        var output = ""
        var errors = ""
        /// What standard output fails with.
        var failure: SystemCallError?

        var console: Console {
            Console(
                environment: ["TERM": "dumb"],
                noColour: true,
                streams: ConsoleStreams { bytes in
                    if let failure = self.failure { return failure }
                    self.output += String(decoding: bytes, as: UTF8.self)
                    return nil
                } errors: { bytes in
                    self.errors += String(decoding: bytes, as: UTF8.self)
                }
            )
        }
    }

    @Test func `results go to standard output, everything else to standard error`() {
        let written = Written()
        let console = written.console
        console.print("a result")
        console.note("a note")
        console.warn("a warning")
        console.report(CommandFailure(.failed, "a failure", advice: "an advice"))
        console.report(.invalidFile("a.yaml:1:2: error: wrong"))
        #expect(written.output == "a result\n")
        #expect(
            written.errors == """
                a note
                netlab: warning: a warning
                netlab: error: a failure
                  an advice
                a.yaml:1:2: error: wrong

                """
        )
    }

    @Test func `after a failed write the error is kept and no further result is written`() {
        let written = Written()
        let console = written.console
        written.failure = SystemCallError("write", on: "standard output", errno: 28)
        console.print("lost")
        #expect(console.lostOutput == written.failure)
        written.failure = nil
        console.print("too late")
        #expect(written.output.isEmpty)
    }
}
