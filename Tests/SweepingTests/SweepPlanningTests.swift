import LinuxIO
import Programs
import TestSupport
import Testing

@testable import Sweeping

@Suite struct SweepPlanningTests {
    private final class Written {
        var output = ""
        var errors = ""

        var console: Console {
            Console(
                environment: [:],
                noColour: true,
                streams: ConsoleStreams { bytes in
                    self.output += String(decoding: bytes, as: UTF8.self)
                    return nil
                } errors: { bytes in
                    self.errors += String(decoding: bytes, as: UTF8.self)
                }
            )
        }
    }

    private static let sweep = """
        sweep: 1
        scenarios: [dsl]
        axes:
          link.profile: [nlc/dsl, nlc/wifi, nlc/3g]
        """

    private func loading() throws -> SweepLoading {
        // No guest kernel is needed to plan for real time.
        try SweepLoading(
            ParsedArguments(["--clock", "real"], taking: SweepLoading.options, command: "sweep")
        )
    }

    @Test func `a planned folder reports its number of cells, all unfinished`() throws {
        let (scratch, written) = (try ScratchFolder(), Written())
        try scratch.write("lines.yaml", Self.sweep)
        let planning = SweepPlanning(try loading(), written.console)
        let status = try planning.plan(scratch.file("lines.yaml"), into: scratch.file("cells"))
        #expect(status == .done)
        #expect(written.errors.hasSuffix("cells: 3 cells in real time\n"), "\(written.errors)")
        #expect(written.output.isEmpty)

        let folder = SweepPlanning.place(
            of: try loading().load(scratch.file("lines.yaml")),
            at: scratch.file("cells")
        )
        #expect(try SweepStatusReport(folder).tell(on: written.console, asJSON: false) == .done)
        #expect(written.output.contains("0 of 3 cells are finished, 3 are not"), "\(written.output)")
    }

    @Test func `without a folder each cell is a line of output`() throws {
        let (scratch, written) = (try ScratchFolder(), Written())
        try scratch.write("lines.yaml", Self.sweep)
        _ = try SweepPlanning(try loading(), written.console).plan(scratch.file("lines.yaml"), into: nil)
        let lines = written.output.split(separator: "\n")
        #expect(lines.first == "{\"schema\":\"netlab.sweep-plan/1\"}")
        #expect(lines.dropFirst().map { $0.contains("\"scenario\":\"dsl\"") } == [true, true, true])
        #expect(written.errors.isEmpty)
    }
}
