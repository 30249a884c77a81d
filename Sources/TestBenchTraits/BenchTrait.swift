public import TestBench
public import Testing

/// Gives each test of a suite, or one test, a bench of its own: `Bench.current`.
///
/// ```swift
/// @Test(.bench(link: .dsl, origin: .files(["a.txt": .text("hi")])))
/// func `the text arrives`() async throws {
///     let bench = try Bench.current
///     ...
/// }
/// ```
public struct BenchTrait: TestTrait, SuiteTrait, TestScoping {
    let link: Bench.Line
    let origin: Bench.Origin

    /// A suite hands it on to its tests.
    public var isRecursive: Bool { true }

    /// Makes the bench, runs the test with it, and takes it down.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite is no test: its tests have benches of their own.
        guard testCase != nil else { return try await function() }
        try await Bench.with(link: link, origin: origin) { bench in
            try await Bench.$bound.withValue(bench) {
                do {
                    try await function()
                } catch {
                    await bench.attach()
                    throw error
                }
                // Whether an expectation failed is not told here.
                await bench.attach()
            }
        }
    }
}

extension Trait where Self == BenchTrait {
    /// A bench with this line and this server, for each test.
    public static func bench(link: Bench.Line = .unlimited, origin: Bench.Origin = .empty) -> BenchTrait {
        BenchTrait(link: link, origin: origin)
    }
}

extension Bench {
    @TaskLocal static var bound: Bench?

    /// The bench of the test that runs.
    public static var current: Bench {
        get throws {
            guard let bound else {
                throw MissingBench()
            }
            return bound
        }
    }

    /// Adds what the bench has seen to the test's attachments, which `swift test --attachments-path` keeps.
    func attach() async {
        guard let state = try? await state() else { return }
        Attachment.record(state.document, named: "bench-\(id).json")
    }
}
