import Programs
import Runs
import Testing

@testable import Commands

@Suite(.timeLimit(.minutes(1)))
struct CommandListTests {
    @Test func `every command has a summary and an example`() {
        for command in CommandList.all {
            #expect(!command.summary.hasSuffix("."), "\(command.name): the help adds the full stop")
            #expect(!command.examples.isEmpty)
            #expect(command.examples.allSatisfy { $0.line.contains("netlab \(command.name)") })
            #expect(command.help(100).hasPrefix("usage: netlab \(command.name)"))
        }
    }

    @Test(arguments: [40, 48, 60, 80, 100, 200])
    func `help fits the terminal and never breaks commands to type`(_ width: Int) {
        #expect(HelpCommand.overview(width).split(separator: "\n").allSatisfy { $0.count <= width })
        for command in CommandList.all {
            let typed = Set(command.examples.map { "  \($0.line)" })
            let tooLong = command.help(width).split(separator: "\n").filter {
                $0.count > width && !typed.contains(String($0)) && $0.contains(" ")
            }
            #expect(tooLong == [])
        }
    }

    @Test func `a misspelt command is rejected with the nearest`() {
        let slip = #expect(throws: CommandFailure.self) { _ = try CommandList.named("inspct") }
        #expect(slip?.advice?.contains("netlab inspect") == true)
    }

    @Test func `an interruption outranks a failure, and a failure an unmet expectation`() {
        #expect(ExitStatus.worst(of: []) == .done)
        #expect(ExitStatus.worst(of: [.ok, .expectationsFailed]) == .expectationsNotMet)
        #expect(ExitStatus.worst(of: [.expectationsFailed, .untrusted]) == .failed)
        let own = ExitStatus(rawValue: 75)
        #expect(ExitStatus.worst(of: [.expectationsFailed, .untrusted], untrusted: own) == own)
        #expect(ExitStatus.worst(of: [.untrusted, .failed], untrusted: own) == .failed)
        #expect(ExitStatus.worst(of: [.untrusted, .interrupted], untrusted: own) == .interrupted)
        #expect(ExitStatus.worst(of: [.ok, .expectationsFailed], untrusted: own) == .expectationsNotMet)
        #expect(ExitStatus.worst(of: [.failed, .expectationsFailed]) == .failed)
        #expect(ExitStatus.worst(of: [.failed, .interrupted]) == .interrupted)
    }
}
