import Scenarios
import Testing
import Wire

@testable import Programs

@Suite struct ClockOptionsTests {
    private func options(_ words: String..., environment: [String: String] = [:]) throws(CommandFailure)
        -> ClockOptions
    {
        let arguments = try ParsedArguments(
            words,
            taking: [ClockOptions.option, ClockOptions.kernels],
            command: "run"
        )
        return try ClockOptions(arguments, environment)
    }

    @Test func `without option or variable there is no choice`() throws {
        #expect(try options().choice == nil && options().versions.isEmpty)
    }

    @Test func `the command line overrides the environment`() throws {
        #expect(try options(environment: ["NETLAB_CLOCK": "virtual"]).choice == .virtual)
        #expect(try options("--clock", "real", environment: ["NETLAB_CLOCK": "virtual"]).choice == .real)
        #expect(try options("--clock=auto", environment: ["NETLAB_CLOCK": "virtual"]).choice == .automatic)
    }

    @Test func `--kernel implies virtual time`() throws {
        let options = try options("--kernel", "6.1,6.12", environment: ["NETLAB_CLOCK": "real"])
        #expect(options.choice == .virtual && options.versions == ["6.1", "6.12"])
        #expect(throws: CommandFailure.self) { try self.options("--kernel", "6.1", "--clock", "real") }
    }

    @Test func `an error names the option or variable`() {
        let line = #expect(throws: CommandFailure.self) { try options("--clock", "vrtual") }
        #expect(line?.message == "--clock is auto, real or virtual: not `vrtual`")
        let variable = #expect(throws: CommandFailure.self) { try options(environment: ["NETLAB_CLOCK": ""]) }
        #expect(variable?.message.hasPrefix("NETLAB_CLOCK is") == true)
    }
}
