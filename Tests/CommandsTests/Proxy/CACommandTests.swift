import Programs
import Testing

@testable import Commands

@Suite(.timeLimit(.minutes(1)))
struct CACommandTests {
    @Test(arguments: [
        ([], "show, export, reset"), (["exprot"], "show, export, reset"),
        (["show", "--der"], "only netlab ca export"),
        (["export", "--der", "--pem"], "one format"),
        (["export", "--der", "--private"], "--private needs --pem"),
    ])
    func `rejects invalid arguments`(_ words: [String], _ told: String) {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try CACommand(ParsedArguments(words[...], taking: CACommand.options, command: "ca"))
        }
        #expect(failure?.status == .wrongUsage && failure?.message.contains(told) == true)
    }
}
