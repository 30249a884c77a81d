import Capture
import Inspecting
import Programs
import Testing

@testable import Commands
@testable import Inspecting

@Suite struct CaptureOptionsTests {
    private func options(_ ring: String) throws(CommandFailure) -> CaptureOptions {
        let words = ["-i", "lo", "-o", "a.pcapng", "--ring", ring]
        return try CaptureOptions(
            ParsedArguments(words[...], taking: CaptureCommand.options, command: "capture")
        )
    }

    @Test func `a ring has at most 100,000 files`() throws {
        #expect(try options("100000x1MB").target.ring?.files == 100_000)
        for wrong in ["100001x1MB", "0x1MB", "10x4095B", "10", "x"] {
            let failure = #expect(throws: CommandFailure.self) { try options(wrong) }
            #expect(failure?.message.contains("--ring takes a number of files and their size") == true)
        }
    }
}
