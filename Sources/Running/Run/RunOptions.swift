import Capture
import Experiments
package import Programs
import Testbed

/// The options of `netlab run`.
package struct RunOptions {
    /// Maximum repetitions; each has a folder of its own.
    private static let mostRepetitions: UInt64 = 10_000
    /// What `--untrusted-status` takes: others have their meaning, or are a shell's.
    private static let freeStatuses: ClosedRange<UInt64> = 5...124

    package var folder: String?
    var asJSON = false
    var isQuiet = false
    package var hasPage = false
    /// nil takes the usual one, or any if that is in use.
    var pagePort: UInt16?
    /// How the command ends where runs are not to be trusted and nothing else is wrong.
    package var untrustedStatus = ExitStatus.failed
    var settings = ExperimentSettings()

    /// True if the options concern the machine itself: a carrier, or streams.
    package var needsMachine: Bool { settings.carrier != nil || settings.line == .streams }

    /// A single run with default settings.
    init() {}

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        folder = arguments.value("--out")
        asJSON = arguments.has("--json")
        isQuiet = arguments.has("--quiet")
        pagePort = try arguments.pagePort()
        // A guest leaves the page to the program outside.
        hasPage = (arguments.has("--ui") || pagePort != nil) && GuestOverrides.own == nil
        if let folder = GuestOverrides.own?.folder {
            (self.folder, asJSON, isQuiet) = (folder, false, true)
        }
        settings.date = GuestOverrides.own?.date
        settings.repetitions = Int(try arguments.number("--repeat", in: 1...Self.mostRepetitions) ?? 1)
        settings.longest = try arguments.duration("--max-time")
        if let status = try arguments.number("--untrusted-status", in: Self.freeStatuses) {
            untrustedStatus = ExitStatus(rawValue: Int32(status))
        }
        settings.snapLength = try arguments.number("--snap", in: 1...UInt64(RecorderSettings.wholePackets))
            .map {
                Int($0)
            }
        settings.lossAsDelay = arguments.has("--loss-as-delay")
        let line = try arguments.line() ?? .automatic
        settings.line = line
        if settings.lossAsDelay, line == .packets {
            throw CommandFailure(.wrongUsage, "--loss-as-delay needs stream mode: packet mode loses packets")
        }
        guard let carrier = try arguments.carrier() else { return }
        guard line != .streams else {
            throw CommandFailure(
                .wrongUsage,
                "--carrier needs packet mode: stream mode has no packets"
            )
        }
        settings.carrier = carrier
        // `--carrier` implies packet mode.
        settings.line = .packets
    }
}
