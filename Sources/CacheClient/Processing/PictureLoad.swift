/// A load of a picture in progress, which its caller can cancel. Any thread may call it.
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

    /// Cancels the load: its caller receives `cancelled` and nothing later. False if the caller already has
    /// an outcome. The work itself ends unless others wait for it.
    @discardableResult
    public func cancel() -> Bool {
        end()
    }

    /// Sets the load's priority among those that wait for a connection or for decoding.
    public func setPriority(_ priority: TransferPriority) {
        prioritise(priority)
    }
}
