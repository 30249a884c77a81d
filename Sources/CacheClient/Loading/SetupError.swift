/// Why a client cannot be made, or cannot go on as asked: what was tried and what the system said.
public struct SetupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried and what the system said.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
