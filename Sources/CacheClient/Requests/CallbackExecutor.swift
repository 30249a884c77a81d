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

    private static let mainMark = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// On the main queue: at once where that is the caller's own, else later. A hit in memory that the main actor asks for
    /// is handed over before the call returns.
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

    /// Hands `value` over.
    func hand<Value: Sendable>(_ value: Value, to receiver: @escaping @Sendable (Value) -> Void) {
        if let execute { execute { receiver(value) } } else { receiver(value) }
    }
}
