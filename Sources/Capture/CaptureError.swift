/// Why packets could not be recorded or read, and what to do about it.
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
