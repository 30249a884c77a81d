import Glibc

/// Why a host name has no address.
package struct HostNameError: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// The resolver's own words.
    package let reason: String

    package init(_ name: String, reason: String) {
        self.name = name
        self.reason = reason
    }

    init(_ name: String, _ status: Int32) {
        self.name = name
        reason = gai_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    }

    package var description: String { "the name \(name) has no address: \(reason)" }
}
