import Grounds
import LinkModel
import LinuxIO
package import Programs
package import ScenarioFormat
import Scenarios
import Sweeps
import VirtualTime
import Wire

/// Loads a sweep's file, and pins what its cells are run under.
package struct SweepLoading {
    package static let options = [
        CommandOption(
            "--clock",
            value: "KIND",
            known: .one(of: ClockKind.allCases.map(\.rawValue)),
            about: "virtual (default) or real; overrides the sweep"
        ),
        CommandOption("--kernel", value: "VERSION", about: "the guest kernel of virtual time: 6.12"),
        CommandOption(
            "--link",
            value: "MODE",
            known: .one(of: LinkMode.allCases.map(\.rawValue)),
            about: "packet (default) or stream; overrides the sweep"
        ),
    ]

    private let clock: ClockKind?
    private let kernel: String?
    private let line: LinkMode?

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        clock = try Self.choice(arguments, "--clock")
        line = try Self.choice(arguments, "--link")
        kernel = arguments.value("--kernel")
        if kernel != nil, clock == .real {
            throw CommandFailure(.wrongUsage, "--kernel names a guest kernel, which only virtual time uses")
        }
    }

    /// As the sweep says.
    init() {
        (clock, kernel, line) = (nil, nil, nil)
    }

    /// True if options say what a plan pins.
    package var pins: Bool { clock != nil || kernel != nil || line != nil }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ arguments: ParsedArguments,
        _ option: String
    ) throws(CommandFailure) -> Choice? {
        guard let word = arguments.value(option) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
        throw CommandFailure(.wrongUsage, "\(option) of a sweep is \(words), not `\(word)`")
    }

    /// Reads a sweep, or a scenario with a matrix.
    package func load(_ name: String) throws(CommandFailure) -> LoadedSweep {
        try load(ScenarioLibrary.readSweep(name))
    }

    func load(_ source: ScenarioLibrary.Source) throws(CommandFailure) -> LoadedSweep {
        do throws(ScenarioError) {
            var loaded = try SweepLoader.load(
                text: source.text,
                file: source.file,
                files: ScenarioFiles(besides: source.file)
            ) { name throws(ScenarioFileProblem) in try Self.found(name, besides: source.file) }
            if let clock { loaded.design.conditions.clock = clock }
            if let line { loaded.design.conditions.line = line }
            if let kernel { loaded.design.conditions.kernel = kernel }
            return loaded
        } catch {
            throw CommandFailure.invalidFile(error.description)
        }
    }

    /// A scenario that a sweep names: a file beside the sweep's own, else a bundled one.
    private static func found(
        _ name: String,
        besides file: String
    ) throws(ScenarioFileProblem) -> (file: String, text: [UInt8], files: ScenarioFiles) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let beside = name.hasPrefix("/") ? name : folder + name
        do throws(CommandFailure) {
            let source = try ScenarioLibrary.readSweep(WholeFile.exists(beside) ? beside : name)
            return (source.file, source.text, ScenarioFiles(besides: source.file))
        } catch {
            throw ScenarioFileProblem(error.message)
        }
    }

    /// What cells are run under here and now.
    static func conditions(of design: SweepDesign) throws(CommandFailure) -> CellConditions {
        let wanted = design.conditions
        let kernel: String
        switch wanted.clock {
        case .real: kernel = Machine.kernel
        case .virtual: kernel = try GuestKernels.named(wanted.kernel.map { [$0] } ?? [])[0].version
        }
        return CellConditions(
            netlab: NetlabVersion.text,
            clock: wanted.clock,
            kernel: kernel,
            line: wanted.line
        )
    }
}
