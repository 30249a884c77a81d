import Figures
package import LinuxIO
package import Runs

/// A run's folder, with mode 0700 since captures contain the transferred data.
package struct RunFolder: Hashable, Sendable {
    package let path: String
    /// True if the working folder may not be written to, and the run is among the user's own.
    package let isElsewhere: Bool

    private init(path: String, isElsewhere: Bool = false) {
        self.path = path
        self.isElsewhere = isElsewhere
    }

    /// A folder named by the caller. Creates it if it is missing; refuses it if it is not empty.
    package static func named(_ path: String) throws(RunFolderError) -> RunFolder {
        let isTaken: Bool
        do {
            try Folder.make(path, mode: 0o700)
            isTaken = try !Folder.names(in: path).isEmpty
        } catch {
            throw .unusable(error)
        }
        if isTaken { throw .notEmpty(path) }
        return RunFolder(path: path)
    }

    /// The named folder, or a fresh one without a name.
    package static func make(
        _ path: String?,
        scenario: String,
        wall: Int64
    ) throws(RunFolderError) -> RunFolder {
        guard let path else { return try fresh(scenario: scenario, wall: wall) }
        return try named(path)
    }

    /// Creates a folder for a run of `scenario` in `captures` if the working folder has one, else in
    /// `netlab-runs`, and points `latest` beside it to it. If the working folder may not be written to, the run
    /// goes to the user's own runs. `wall` is the time in its name, in nanoseconds since 1970.
    package static func fresh(
        scenario: String,
        wall: Int64,
        in places: RunFolderPlaces = RunFolderPlaces()
    ) throws(RunFolderError) -> RunFolder {
        let stem = "\(fileName(scenario))-\(stamp(wall))"
        do throws(SystemCallError) {
            return RunFolder(path: try fresh(stem, in: places.here), isElsewhere: false)
        } catch {
            guard error.isForbidden || error.isReadOnly else { throw .unusable(error) }
            for place in places.elsewhere {
                if let path = try? fresh(stem, in: place) { return RunFolder(path: path, isElsewhere: true) }
            }
            throw .unusable(error)
        }
    }

    private static func fresh(_ stem: String, in parent: String) throws(SystemCallError) -> String {
        try Folder.make(parent, mode: parent.hasPrefix("/") ? 0o700 : 0o777)
        var name = stem
        var attempt = 1
        while try !Folder.makeNew("\(parent)/\(name)", mode: 0o700) {
            attempt += 1
            name = "\(stem.dropLast())-\(attempt)Z"
        }
        try Folder.replaceLink("\(parent)/latest", target: name)
        return "\(parent)/\(name)"
    }

    /// Subfolder of the n-th run of several.
    package func numbered(_ number: Int, of count: Int) throws(RunFolderError) -> RunFolder {
        let digits = String(count).count
        let plain = String(number)
        let name = String(repeating: "0", count: max(0, digits - plain.count)) + plain
        do {
            try Folder.make("\(path)/\(name)", mode: 0o700)
        } catch {
            throw .unusable(error)
        }
        return RunFolder(path: "\(path)/\(name)")
    }

    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    package func file(_ artifact: Artifact) -> String {
        file(artifact.fileName)
    }

    package func write(_ name: String, _ bytes: [UInt8]) throws(SystemCallError) {
        try WholeFile.write(file(name), bytes)
    }

    /// For example `20261120T165523Z`.
    private static func stamp(_ wall: Int64) -> String {
        TimestampFormat.text(wall).prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// A scenario's name as part of a folder's name; characters that could trouble a shell or a path become
    /// dashes.
    private static func fileName(_ scenario: String) -> String {
        let plain = scenario.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" }
        return String(plain.drop { $0 == "." || $0 == "-" }.prefix(100))
    }
}
