import LinuxIO
import Programs
import Testing

@testable import Inspecting

struct RowsOrderTests {
    private func order(_ words: [String], keys: [UInt8] = []) throws(CommandFailure) -> RowsOrder? {
        let arguments = try ParsedArguments(words, taking: InspectOptions.all, command: "inspect")
        return try RowsOrder(arguments, keys: keys)
    }

    @Test(
        arguments: [
            (["--jobs", "2"], "--jobs needs --rows"), (["--rows", "d", "--json"], "leave --json out"),
            (["--rows", "d", "--top", "3"], "leave --top out"),
            (["--rows", "d", "--host", "a"], "leave --host out"),
            (["--rows", "d", "-"], "standard input"), (["--rows", ""], "needs the name of a folder"),
            (["--rows", "d", "--jobs", "0"], "--jobs takes a whole number from 1"),
        ] as [([String], String)]
    )
    func `rejects options that do not apply to rows`(_ words: [String], _ advice: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try order(words) }
        #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
    }

    @Test func `without --rows there is no order, and --jobs defaults to the number of processors`() throws {
        #expect(try order([]) == nil)
        #expect(try order(["--rows", "d"])?.jobs == Machine.processors)
        #expect(try order(["--rows", "d", "--jobs", "3"])?.jobs == 3)
    }

    @Test func `the identity of rows depends on the options that affect them, not on --jobs`() throws {
        let plain = try #require(try order(["--rows", "d"]))
        #expect(plain.identity == [] && plain.words == [])
        #expect(try order(["--rows", "e", "--jobs", "3"])?.identity == [])
        let filtered = try #require(
            try order(["--rows", "d", "--filter", "tcp port 80", "--memory", "64MiB"])
        )
        #expect(filtered.words == ["--memory=64MiB", "--filter=tcp port 80"])
        #expect(filtered.identity.count == 2)
        // A key log is known by what is in it, not by its name.
        let keyed = try #require(try order(["--rows", "d", "--keylog", "a"], keys: [1]))
        #expect(keyed.words == ["--keylog=a"])
        #expect(try order(["--rows", "d", "--keylog", "b"], keys: [1])?.identity == keyed.identity)
        #expect(try order(["--rows", "d", "--keylog", "a"], keys: [2])?.identity != keyed.identity)
    }
}
