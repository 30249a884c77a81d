import Programs
import Testing

@testable import Commands
@testable import Running

@Suite struct RunFollowUpTests {
    private func aftermath(_ words: [String]) throws(CommandFailure) -> RunFollowUp {
        try RunFollowUp(ParsedArguments(words[...], taking: RunCommand.options, command: "run"))
    }

    @Test(arguments: [
        (["dsl"], false), (["dsl", "--report", "csv"], true),
        (["dsl", "--json", "--report", "junit=a.xml,github"], true),
    ])
    func `the aftermath has work only if a report is requested`(_ words: [String], _ isWanted: Bool) throws {
        // Within a workflow there always is.
        #expect(try aftermath(words).isWanted == (isWanted || GitHubWorkflow.own != nil))
    }

    @Test(arguments: [
        (["dsl", "--json", "--report", "tap=-"], "cannot share standard output"),
        (["dsl", "--tolerance", "5%"], "--baseline"), (["dsl", "--report", "cvs"], "not `cvs`"),
        (["dsl", "tiers", "--baseline", "x"], "one scenario"),
        (["dsl", "--baseline", "x", "--tolerance", "5"], "percentage"),
    ])
    func `rejects conflicting options`(_ words: [String], _ told: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try aftermath(words) }
        #expect(
            failure?.status == .wrongUsage && failure?.message.contains(told) == true,
            "\(failure?.message ?? "")"
        )
    }

    @Test func `a missing baseline is reported before any run`() {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try aftermath(["dsl", "--baseline", "/no/such"])
        }
        #expect(failure?.status == .invalidFile)
    }
}
