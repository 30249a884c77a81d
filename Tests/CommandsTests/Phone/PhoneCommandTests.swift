import Programs
import Testing

@testable import Commands

@Suite struct PhoneCommandTests {
    /// The message of what is wrong with these words; nil if nothing is.
    private static func objection(_ words: [String]) -> String? {
        do throws(CommandFailure) {
            _ = try PhoneCommand(ParsedArguments(words, taking: PhoneCommand.options, command: "phone"))
            return nil
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        [], ["anna"], ["anna", "--profile", "3g", "--json"], ["add", "bert"],
        ["add", "bert", "--conf", "b.conf", "--port", "7000", "-q"], ["check"], ["check", "anna", "--json"],
        ["throttle", "edge"], ["throttle", "3g", "--set", "link.down.loss=2%"], ["list"], ["forget", "anna"],
        ["throttle", "edge", "--phone", "anna"], ["throttle", "--shared", "--phone", "anna"],
        ["--profile", "3g", "--line", "bert=edge", "--control"],
        ["--intercept", "api.example.com", "--ui"],
        ["--ui"], ["anna", "--ui-port", "9000"],
    ])
    func `what the help shows is understood`(_ words: [String]) {
        #expect(Self.objection(words) == nil)
    }

    @Test(arguments: [
        (["add"], "takes one name"), (["add", "a", "b"], "takes one name"),
        (["add", "a/b"], "cannot be a phone's name"),
        (["add", "bert", "--profile", "3g"], "phone add does not take --profile"),
        (["check", "a", "b"], "takes one name"),
        (["check", "--conf", "x"], "phone check does not take --conf"),
        (["list", "anna"], "takes no name"), (["forget"], "takes one name"),
        (["throttle", "3g", "--json"], "phone throttle does not take --json"),
        (["anna", "bert"], "takes one name, not 2"),
        (["anna", "--phone", "bert"], "is for netlab phone throttle"),
        (["--shared"], "is for netlab phone throttle"), (["throttle", "--shared"], "returns one phone"),
        (["throttle", "--line", "a=3g"], "phone throttle does not take --line"),
        (["throttle", "--set", "link.ip=6"], "`link.ip` cannot change while phones use the line"),
        (["--line", "anna"], "--line takes NAME=PROFILE"),
        (["add", "x", "--control"], "does not take --control"),
        (["--insecure", "a.test"], "name hosts with --intercept"),
    ])
    func `invalid operands and options are refused by name`(_ words: [String], _ message: String) {
        let objection = Self.objection(words)
        #expect(objection?.contains(message) == true, "\(objection ?? "nothing")")
    }
}
