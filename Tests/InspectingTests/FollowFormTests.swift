import Programs
import Testing

@testable import Inspecting

struct FollowFormTests {
    private func form(_ words: [String]) throws(CommandFailure) -> FollowForm? {
        try FollowForm(ParsedArguments(words, taking: InspectOptions.all, command: "inspect"))
    }

    @Test func `--follow, --hex and --raw choose the form`() throws {
        #expect(try form(["--stream", "3"]) == nil)
        #expect(try form(["--stream", "3", "--follow"]) == .text)
        #expect(try form(["--stream", "3", "--hex"]) == .hex)
        #expect(try form(["--stream", "3", "--follow", "--hex"]) == .hex)
        #expect(try form(["--stream", "3", "--raw", "client"]) == .raw(isOfClient: true))
        #expect(try form(["--stream", "3", "--raw=server"]) == .raw(isOfClient: false))
    }

    @Test(arguments: [
        (["--follow"], "--stream says which"), (["--stream", "1", "--raw", "both"], "client or server"),
        (["--stream", "1", "--hex", "--raw", "client"], "choose one"),
        (["--stream", "1", "--follow", "--json"], "leave --json out"),
        (["--stream", "1", "--hex", "--slower-than", "1s"], "leave --slower-than out"),
    ])
    func `rejects incompatible options`(_ words: [String], _ advice: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try form(words) }
        #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
    }
}
