import LinuxIO

/// Where runs go that nobody gave a folder.
package struct RunFolderPlaces: Hashable, Sendable {
    /// In the working folder.
    package private(set) var here: String
    /// For a working folder that may not be written to, the better one first. All are the user's own.
    package let elsewhere: [String]

    /// For the working folder of this process.
    package init(_ variables: [String: String] = Environment.variables, user: UInt32 = CurrentUser.identifier)
    {
        here = Folder.exists("captures") ? "captures" : "netlab-runs"
        let state =
            Self.absolute(variables["XDG_STATE_HOME"])
            ?? Self.absolute(variables["HOME"]).map { "\($0)/.local/state" }
        let temporary = Self.absolute(variables["TMPDIR"]) ?? "/tmp"
        elsewhere = (state.map { ["\($0)/netlab/runs"] } ?? []) + ["\(temporary)/netlab-runs-\(user)"]
    }

    /// The same with another folder in place of the working folder's.
    func here(_ path: String) -> RunFolderPlaces {
        var places = self
        places.here = path
        return places
    }

    /// All of them, for finding the newest run.
    package static var all: [String] { ["captures", "netlab-runs"] + RunFolderPlaces().elsewhere }

    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
