import LinuxIO

/// Waiting for other threads and programs, with a limit.
package enum Waiting {
    /// Milliseconds between two checks.
    private static let pause = 5

    /// Waits until the condition holds; false if it does not within about `seconds`.
    package static func until(seconds: Int = 30, _ isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<seconds * 1000 / pause {
            if try isSo() { return true }
            Readiness.wait(for: [], milliseconds: Int32(pause))
        }
        return try isSo()
    }

    /// The same in a task, without blocking a thread.
    package static func inTask(seconds: Int = 30, until isSo: () throws -> Bool) async throws -> Bool {
        for _ in 0..<seconds * 1000 / pause {
            if try isSo() { return true }
            try await Task.sleep(for: .milliseconds(pause))
        }
        return try isSo()
    }

    /// Waits until the task is cancelled.
    package static func forCancelling() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        // Kept alive, because a continuation that could still be resumed must not be released.
        extendLifetime(continuation)
    }
}
