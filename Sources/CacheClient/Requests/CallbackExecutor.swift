public import Dispatch

/// Where an answer is handed over.
public struct CallbackExecutor: Sendable {
    private let execute: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// A place by how it runs something, once, now or later.
    public init(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.execute = execute
    }

    private init() {
        execute = nil
    }

    /// On the caller's own thread where memory answers at once, else on one of the client's, which must not be held up.
    public static let direct = CallbackExecutor()

    /// On a queue, such as the main one.
    public static func queue(_ queue: DispatchQueue) -> CallbackExecutor {
        CallbackExecutor { work in queue.async(execute: work) }
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        if let execute { execute(work) } else { work() }
    }
}
