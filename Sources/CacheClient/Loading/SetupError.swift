/// Why a client cannot be created or updated: the operation and the system's error.
public struct SetupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed and the system's error.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
