/// A load of a picture under way, for its caller to cancel. Any thread may.
public final class PictureLoad: Sendable {
    private let end: @Sendable () -> Bool
    private let prioritise: @Sendable (TransferPriority) -> Void

    init(
        end: @escaping @Sendable () -> Bool,
        prioritise: @escaping @Sendable (TransferPriority) -> Void
    ) {
        self.end = end
        self.prioritise = prioritise
    }

    /// Gives the load up: its caller is told `cancelled`, and nothing else later; false where it has been told. What is under
    /// way ends where nobody else waits for it.
    @discardableResult
    public func cancel() -> Bool {
        end()
    }

    /// How urgent it is from now on, among what waits for a connection or to be decoded.
    public func setPriority(_ priority: TransferPriority) {
        prioritise(priority)
    }
}
