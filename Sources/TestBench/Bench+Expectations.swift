import JSON

extension Bench {
    /// Expects so many requests for a path, without its leading slash.
    public func expect(_ count: Int, requestsTo path: String) async throws(Failure) {
        try await expect(count...count, requestsTo: path)
    }

    /// Expects a number of requests in this range for a path, without its leading slash.
    public func expect(_ counts: ClosedRange<Int>, requestsTo path: String) async throws(Failure) {
        let state = try await state()
        let found = state.requests(to: path)
        guard !counts.contains(found.count) else { return }
        let wanted =
            counts.lowerBound == counts.upperBound
            ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
        let seen = found.map { "\($0.method) \($0.status)" }.joined(separator: ", ")
        let others = Set(state.requests.map(\.path)).sorted().prefix(5).joined(separator: ", ")
        throw Failure(
            .expectation,
            "\(found.count) \(found.count == 1 ? "request" : "requests") for /\(path)\(seen.isEmpty ? "" : " (\(seen))"), not \(wanted)",
            advice: found.isEmpty && !others.isEmpty ? "there were requests for \(others)" : nil
        )
    }

    /// Expects `body` to take no longer. The error says how much of the time the line needs for what crossed it.
    @discardableResult
    nonisolated(nonsending) public func within<Value>(
        _ limit: Duration,
        _ body: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        let before = try await state()
        let start = ContinuousClock.now
        let value = try await body()
        let took = ContinuousClock.now - start
        guard took > limit else { return value }
        let after = try await state()
        let floor = LineFloor(after.link, bytes: after.bytes - before.bytes)
        let requests = after.requests.count - before.requests.count
        throw Failure(
            .expectation,
            "it took \(took.rounded), more than the limit of \(limit.rounded): \(floor.words(requests: requests))"
        )
    }
}
