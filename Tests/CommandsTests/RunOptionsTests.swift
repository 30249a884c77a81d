import Experiments
import Programs
import Running
import Runs
import Testbed
import Testing

@testable import Commands
@testable import Running

@Suite(.timeLimit(.minutes(1)))
struct RunOptionsTests {
    private func options(_ words: String...) throws(CommandFailure) -> RunOptions {
        try RunOptions(ParsedArguments(words[...], taking: RunCommand.options, command: "run"))
    }

    @Test func `uses the requested line, or chooses automatically`() throws {
        #expect(try options("dsl").settings.line == .automatic)
        #expect(try options("dsl", "--link", "auto").settings.line == .automatic)
        #expect(try options("dsl", "--link", "packet").settings.line == .packets)
        #expect(try options("dsl", "--link", "stream", "--loss-as-delay").settings.lossAsDelay)
        // `--carrier` implies packet mode.
        let carried = try options("dsl", "--carrier", "veth")
        #expect(carried.settings.line == .packets)
        #expect(carried.settings.carrier == .veth)
    }

    @Test func `a run is repeated at most 10,000 times`() throws {
        #expect(try options("dsl", "--repeat", "10000").settings.repetitions == 10_000)
        #expect(throws: CommandFailure.self) { try options("dsl", "--repeat", "10001") }
    }

    @Test func `untrusted figures can have their own exit status`() throws {
        #expect(try options("dsl").untrustedStatus == .failed)
        #expect(try options("dsl", "--untrusted-status", "75").untrustedStatus.rawValue == 75)
        // Those have a meaning already.
        for taken in ["0", "3", "4", "125", "130"] {
            #expect(throws: CommandFailure.self) { try options("dsl", "--untrusted-status", taken) }
        }
    }

    @Test(arguments: [
        ["--link", "streams"], ["--link", "packet", "--loss-as-delay"],
        ["--link", "stream", "--carrier", "tun"], ["--carrier", "tap"],
    ])
    func `rejects conflicting options`(_ words: [String]) throws {
        let arguments = try ParsedArguments(words[...], taking: RunCommand.options, command: "run")
        let failure = #expect(throws: CommandFailure.self) { _ = try RunOptions(arguments) }
        #expect(failure?.status == .wrongUsage)
    }
}
