import LinuxIO

/// The guide that was installed with the program: `docs/` of the sources.
enum InstalledGuide {
    /// From the folder that the program's `bin` is in.
    static let place = "share/doc/netlab/docs/README.md"

    /// The guide of this program; nil if it was not installed with one.
    static var path: String? {
        guard let program = Executable.path else { return nil }
        let prefix = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        return WholeFile.exists("\(prefix)/\(place)") ? "\(prefix)/\(place)" : nil
    }
}
