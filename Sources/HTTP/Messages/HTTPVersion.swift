/// The version that a message states.
package struct HTTPVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var major: Int
    package var minor: Int

    package init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    package static let http10 = HTTPVersion(major: 1, minor: 0)
    package static let http11 = HTTPVersion(major: 1, minor: 1)
    package static let http2 = HTTPVersion(major: 2, minor: 0)
    package static let http3 = HTTPVersion(major: 3, minor: 0)

    package var description: String { self == .http11 ? "HTTP/1.1" : "HTTP/\(major).\(minor)" }

    package static func < (lhs: HTTPVersion, rhs: HTTPVersion) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}
