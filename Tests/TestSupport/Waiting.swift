import LinuxIO

/// Waiting for what other threads and programs do, and never for ever.
package enum Waiting {
    /// Milliseconds between two looks.
    private static let pause = 5

    /// Waits until something is so; false where it is not after about so many seconds.
    package static func until(seconds: Int = 30, _ isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<seconds * 1000 / pause {
            if try isSo() { return true }
            Readiness.wait(for: [], milliseconds: Int32(pause))
        }
        return try isSo()
    }

    /// The same in a task, which holds no thread meanwhile.
    package static func inTask(seconds: Int = 30, until isSo: () throws -> Bool) async throws -> Bool {
        for _ in 0..<seconds * 1000 / pause {
            if try isSo() { return true }
            try await Task.sleep(for: .milliseconds(pause))
        }
        return try isSo()
    }

    /// Waits for the task's being cancelled, and for nothing else.
    package static func forCancelling() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        // As long as somebody could, it may yield.
        extendLifetime(continuation)
    }
}
