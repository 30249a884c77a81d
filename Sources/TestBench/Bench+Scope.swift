import BenchControl
import Grounds
import JSON

extension Bench {
    /// Makes a bench, hands it to `body`, and takes it down however that ends.
    ///
    /// A request that matched no file is an error that names the nearest one, unless `allowsUnmatched`. What `body` throws
    /// is thrown as it is, or within a ``Failure`` if the bench knows something about it: such requests, or a machine that
    /// was too busy for the line to be trusted. In the latter case the test is done again on a new bench, up to `attempts`
    /// times in all.
    nonisolated(nonsending) public static func with<Value>(
        link: Line = .unlimited,
        origin: Origin = .empty,
        allowsUnmatched: Bool = false,
        attempts: Int = 1,
        _ body: nonisolated(nonsending) (Bench) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            let bench = try await make(link: link, origin: origin)
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await body(bench))
            } catch {
                outcome = .failure(error)
            }
            let state = try await bench.end()
            if case .failure = outcome, !state.doubts.isEmpty, attempt < attempts {
                attempt += 1
                continue
            }
            return try state.settle(outcome, allowsUnmatched: allowsUnmatched)
        }
    }

    /// Makes a bench that stays until it is ended: ``with(link:origin:allowsUnmatched:attempts:_:)`` does both.
    static func make(link: Line, origin: Origin) async throws(Failure) -> Bench {
        let place = try await BenchControlPlace.current()
        let document: JSONValue
        do throws(BenchError) {
            document = try await place.client.ask("POST", "/benches", Array(Order.text(link, origin).utf8))
        } catch {
            throw Failure(.notMade, error.message, advice: error.advice)
        }
        return try Bench(document, from: place)
    }
}

extension Bench.State {
    /// What a test's outcome is, with what the bench knows.
    func settle<Value>(_ outcome: Result<Value, any Error>, allowsUnmatched: Bool) throws -> Value {
        var remarks = allowsUnmatched ? [] : unmatched.map(\.description)
        if let failure = failures.first { throw Bench.Failure(.broken, failure) }
        switch outcome {
        case .success(let value):
            guard remarks.isEmpty else { throw Bench.Failure(.unmatched, remarks.joined(separator: "; ")) }
            return value
        case .failure(let error):
            remarks += doubts.map { "the line cannot be trusted: \($0)" }
            guard !remarks.isEmpty else { throw error }
            throw Bench.Failure(.test, "\(error): \(remarks.joined(separator: "; "))", underlying: error)
        }
    }
}
