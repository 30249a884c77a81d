import LinuxIO

/// Where cells or shards are made before they are whole; nothing in it counts.
struct PartsFolder {
    /// A part that nothing was done to for longer was left by a process that was killed.
    private static let longest: Int64 = 2 * 86_400_000_000_000

    let path: String

    /// A place that nobody else has, also on other machines.
    func fresh(_ name: String) -> String { "\(path)/\(name)-\(RandomToken.text())" }

    /// Parts under way, and those that killed processes have left.
    var count: Int { (try? Folder.names(in: path).count) ?? 0 }

    /// Removes what killed processes have left, here or elsewhere. `now` is in nanoseconds since 1970.
    func removeOld(now: Int64) {
        for (name, status) in (try? Folder.files(in: path)) ?? []
        where now - status.modified > Self.longest {
            let place = "\(path)/\(name)"
            if status.isFolder { Folder.removeWhole(place) } else { WholeFile.remove(place) }
        }
    }
}
