public import Dispatch

/// Where a response is delivered.
public struct CallbackExecutor: Sendable {
    private let execute: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// Makes an executor from a closure that runs its argument once, now or later.
    public init(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.execute = execute
    }

    private init() {
        execute = nil
    }

    /// On the caller's own thread if memory answers at once, otherwise on one of the client's threads, which
    /// must not be blocked.
    public static let direct = CallbackExecutor()

    /// On a queue, such as the main one.
    public static func queue(_ queue: DispatchQueue) -> CallbackExecutor {
        CallbackExecutor { work in queue.async(execute: work) }
    }

    private static let mainMark = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// On the main queue: at once if the caller is on it, otherwise later. A memory hit that the main actor
    /// requests is delivered before the call returns.
    public static let main = CallbackExecutor { work in
        if DispatchQueue.getSpecific(key: mainMark) == true {
            work()
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }

    var isDirect: Bool { execute == nil }

    func run(_ work: @escaping @Sendable () -> Void) {
        if let execute { execute(work) } else { work() }
    }

    /// Delivers `value`.
    func hand<Value: Sendable>(_ value: Value, to receiver: @escaping @Sendable (Value) -> Void) {
        if let execute { execute { receiver(value) } } else { receiver(value) }
    }
}
