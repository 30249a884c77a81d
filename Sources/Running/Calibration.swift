import Experiments
import Fixtures
import LinkModel
package import Programs
package import Reports
import Runs
import ScenarioFormat
import Scenarios
import Testbed
import Wire

/// Downloads over known lines, in real time: how exact this machine is.
///
/// Main thread only.
package struct Calibration {
    /// From slow with a long way to fast with a short one.
    package static let usual = ["nlc/3g", "nlc/lte", "nlc/dsl", "nlc/wifi", "nlc/wifi-ac"]
    /// Downloads over each line, each over a connection of its own.
    private static let downloads = 3
    /// Bytes of a download: about what the line carries in a second.
    private static let sizes = 20_000...8_000_000

    private let profiles: [LinkProfile]

    /// With no names, the usual lines.
    package init(_ names: [String]) throws(CommandFailure) {
        var profiles: [LinkProfile] = []
        for name in names.isEmpty ? Self.usual : names {
            profiles += try ProfileChoice([name]).profiles
        }
        let silent = profiles.filter { !Self.carries($0.link) }
        if let profile = silent.first, silent.count == profiles.count {
            throw CommandFailure(.wrongUsage, "\(profile.name) lets no download through")
        }
        self.profiles = profiles.filter { Self.carries($0.link) }
    }

    private static func carries(_ link: LinkParameters) -> Bool {
        link.down.loss.ratio < 1 && link.up.loss.ratio < 1
    }

    /// Bytes of each download over a line.
    static func size(on link: LinkParameters) -> Int {
        let bytes = link.down.rateBps.map { Int($0 / 8) } ?? sizes.upperBound
        return min(max(bytes, sizes.lowerBound), sizes.upperBound)
    }

    /// nil if interrupted.
    package func report(on console: Console) throws(CommandFailure) -> CalibrationReport? {
        let printer = RunPrinter.ofProblems(on: console)
        var settings = ExperimentSettings()
        settings.line = .packets
        let session = ExperimentSession(settings, signals: try .ofCommand()) { printer.show($0) }
        defer { console.clearProgress() }
        var lines: [CalibratedLine] = []
        do throws(ExperimentError) {
            for (number, profile) in profiles.enumerated() {
                console.showProgress("\(profile.name), line \(number + 1) of \(profiles.count)")
                guard let line = try Self.measured(profile, session) else { return nil }
                lines.append(line)
            }
        } catch {
            throw CommandFailure(error)
        }
        return CalibrationReport(lines)
    }

    /// nil if interrupted.
    private static func measured(
        _ profile: LinkProfile,
        _ session: ExperimentSession
    ) throws(ExperimentError) -> CalibratedLine? {
        let bytes = size(on: profile.link)
        let variant = ScenarioSet.Variant(matrix: [], scenario: scenario(profile.link, bytes))
        guard let (_, result) = try session.passingRecord(of: variant) else { return nil }
        if let failure = result.failure { throw ExperimentError("\(profile.name): \(failure)") }
        guard let line = CalibratedLine(profile, bytes: bytes, result) else {
            throw ExperimentError("the downloads over \(profile.name) produced no figures")
        }
        return line
    }

    private static func scenario(_ link: LinkParameters, _ bytes: Int) -> Scenario {
        let fetches = (1...downloads).map { [Step.fetch("download-\($0)", ["body.jpg"])] }
        return Scenario(
            name: "calibration",
            link: LinkSettings(parameters: link),
            origin: OriginSettings(files: [OriginFile(name: "body.jpg", image: .jpeg, size: bytes)]),
            client: ClientSettings(policy: .none, timeout: 300_000_000_000),
            steps: Array(fetches.joined(separator: [.forget(.connections)]))
        )
    }
}
