/// Where programs keep what belongs to a user (XDG Base Directory Specification).
package enum DataFolder {
    /// netlab's: `$XDG_DATA_HOME/netlab`, or `~/.local/share/netlab`; nil if neither variable is set. A relative path
    /// in XDG_DATA_HOME does not count.
    package static func path(in environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/netlab" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/.local/share/netlab"
    }
}
