package import LinkModel
package import Runs
package import Wire

/// What downloads over a known line showed of the machine.
package struct CalibratedLine: Hashable, Sendable {
    package var profile: LinkProfile
    /// Bytes of each download.
    package var bytes: Int
    /// Each download's time as measured, with its set-up, and as the simulator foretells it.
    package var downloads: [Download]
    package var emulation: EmulationResult

    package struct Download: Hashable, Sendable {
        package var measured: Nanoseconds
        package var theory: Nanoseconds

        package init(measured: Nanoseconds, theory: Nanoseconds) {
            self.measured = measured
            self.theory = theory
        }

        /// How far the measurement is beyond theory, as a share of it.
        var error: Double { Double(measured - theory) / Double(max(1, theory)) }
    }

    package init(_ profile: LinkProfile, bytes: Int, downloads: [Download], _ emulation: EmulationResult) {
        self.profile = profile
        self.bytes = bytes
        self.downloads = downloads
        self.emulation = emulation
    }

    /// nil if a download gave no figures.
    package init?(_ profile: LinkProfile, bytes: Int, _ result: RunResult) {
        var downloads: [Download] = []
        for transfer in result.transfers {
            guard let measured = transfer.measured, let theory = transfer.theory?.alone else { return nil }
            downloads.append(Download(measured: measured, theory: theory))
        }
        guard !downloads.isEmpty else { return nil }
        self.init(profile, bytes: bytes, downloads: downloads, result.emulation)
    }

    /// The download that is furthest from theory.
    var worst: Download? { downloads.max { abs($0.error) < abs($1.error) } }
}
