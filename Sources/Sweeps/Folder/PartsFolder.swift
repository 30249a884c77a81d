import LinuxIO

/// Where cells or shards are made before they are whole; nothing in it counts.
struct PartsFolder {
    /// A part that nothing was done to for longer was left by a process that was killed, here or elsewhere.
    private static let longest: Int64 = 2 * 86_400_000_000_000

    let path: String

    /// A place that nobody else has, also on other machines. Its name says whose it is.
    func fresh(_ name: String) -> String { "\(path)/\(name)-\(ProcessTag.own.text)-\(RandomToken.text())" }

    /// Parts under way, and those that killed processes have left.
    var count: Int { (try? Folder.names(in: path).count) ?? 0 }

    /// Removes what killed processes have left: those of this machine at once, those of others when it is old. `now` is in
    /// nanoseconds since 1970.
    func removeAbandoned(now: Int64) {
        for (name, status) in (try? Folder.files(in: path)) ?? []
        where now - status.modified > Self.longest || Self.isOrphaned(name) {
            let place = "\(path)/\(name)"
            if status.isFolder { Folder.removeWhole(place) } else { WholeFile.remove(place) }
        }
    }

    private static func isOrphaned(_ name: String) -> Bool {
        name.split(separator: "-").dropLast().last.flatMap(ProcessTag.init)?.hasEnded ?? false
    }
}
