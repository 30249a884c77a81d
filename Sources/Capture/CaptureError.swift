/// Packets could not be recorded or read: what was tried, on what, and what to do.
package struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case permission
        case interface
        case filter
        case file
        case system
    }

    package var kind: Kind
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
