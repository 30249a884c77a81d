import BenchControl
import Grounds
import HTTP
import JSON
import LinuxIO

/// A line and a server behind it, for one test.
///
/// ```swift
/// import TestBench
/// import Testing
///
/// @Test func `the feed is there within two seconds on 3G`() async throws {
///     try await Bench.with(link: .threeG, origin: .files(["feed.json": .json("{}")])) { bench in
///         try await bench.within(.seconds(2)) {
///             try await Feed(from: bench.url("feed.json")).load()
///         }
///         try await bench.expect(1, requestsTo: "feed.json")
///     }
/// }
/// ```
///
/// Benches are independent: each has its own line, address and server, so that tests run side by side. Their
/// lines carry packets of the kernel's own TCP behind `netlab exec -- swift test`, and wherever there is a program `netlab`
/// on PATH that may make them. Otherwise they carry byte streams on this machine's loopback, which needs no rights
/// (``Bench/mode``).
public final class Bench: Sendable {
    /// Names it among those of the process.
    public let id: Int
    /// What carries the line: packets, or byte streams where packets are not to be had.
    public let mode: Mode
    /// URL of the server, without a slash at its end.
    public let origin: String
    /// The same with TLS; nil if the server does not speak it. Programs behind `netlab exec` trust its certificate.
    public let secureOrigin: String?
    /// The certificates that vouch for it, in PEM.
    public let authority: String
    /// The server's address on the far side of the line, for ``clientSocket()``: `198.18.1.2`, or `127.0.0.1:40001`.
    public let address: String
    private let client: ControlClient
    private let gates: BenchForwarders?

    init(_ document: JSONValue, from place: BenchControlPlace) throws(Failure) {
        guard let id = document["id"]?.int, let url = document["url"]?.text,
            let mode = document["mode"]?.text.flatMap(Mode.init)
        else { throw Failure(.notMade, "the control's answer does not describe a bench: \(document.line)") }
        self.id = id
        self.mode = mode
        authority = place.authority
        client = place.client
        let address = String(url.drop { $0 != "/" }.dropFirst(2))
        self.address = address
        gates =
            if let sockets = client.sockets { try BenchForwarders(to: address, over: sockets) } else { nil }
        origin = gates?.origin ?? url
        secureOrigin = gates?.secureOrigin ?? document["secureUrl"]?.text
    }

    /// URL of a file, by its path.
    public func url(_ path: String) -> String {
        "\(origin)/\(path.drop { $0 == "/" })"
    }

    /// URL of a file over TLS; nil if the server does not speak it.
    public func secureURL(_ path: String) -> String? {
        secureOrigin.map { "\($0)/\(path.drop { $0 == "/" })" }
    }

    /// What it has seen so far. A request is there once its response has left.
    public func state() async throws(Failure) -> State {
        State(try await ask("GET", ""))
    }

    /// Changes the line from now on. Packets under way stay as they are.
    public func change(link: Line) async throws(Failure) {
        _ = try await ask("PUT", "/link", Array(link.order.utf8))
    }

    /// Gives files new bytes and new validators: these, or all. A file that is not there is an error.
    public func change(files: [String] = []) async throws(Failure) {
        let names = files.isEmpty ? "" : "?files=\(files.map(Self.escaped).joined(separator: ","))"
        _ = try await ask("POST", "/change\(names)")
    }

    /// Moves the server's date ahead without waiting, so that what it said of freshness runs out.
    public func advance(by time: Duration) async throws(Failure) {
        _ = try await ask("POST", "/advance?by=\(Self.escaped(time.quantity))")
    }

    /// A TCP socket on the client's side of the line, not connected and not blocking, for clients that take one, such as
    /// libcurl (`CURLOPT_OPENSOCKETFUNCTION`). It connects to ``address``. The caller closes it.
    ///
    /// ``url(_:)`` suits every client. Where this process is not behind `netlab exec`, such URLs lead to gates on the
    /// loopback, which pass bytes on: a client then believes to be connected before the line has carried anything. With a
    /// socket of the client's host it measures the handshake itself.
    public func clientSocket() throws(Failure) -> Int32 {
        do throws(BenchError) {
            if let sockets = client.sockets { return try sockets.make().release() }
        } catch {
            throw Failure(.broken, error.message, advice: error.advice)
        }
        do throws(SystemCallError) {
            return try StreamSocket.unconnected().release()
        } catch {
            throw Failure(.broken, "\(error)")
        }
    }

    /// Ends it.
    private func end() async throws(Failure) -> State {
        let state = State(try await ask("DELETE", ""))
        gates?.stop()
        return state
    }

    private func ask(_ method: String, _ rest: String, _ content: [UInt8] = []) async throws(Failure)
        -> JSONValue
    {
        do throws(BenchError) {
            return try await client.ask(method, "/benches/\(id)\(rest)", content)
        } catch {
            throw Failure(.broken, error.message, advice: error.advice)
        }
    }

    private static func escaped(_ text: String) -> String {
        PercentEncoding.encoded(text)
    }
}

// MARK: Expectations

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
        let floor = LineLowerBound(after.link, bytes: after.bytes - before.bytes)
        let requests = after.requests.count - before.requests.count
        throw Failure(
            .expectation,
            "it took \(took.rounded), more than the limit of \(limit.rounded): \(floor.words(requests: requests))"
        )
    }
}

// MARK: Scope

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
    private static func make(link: Line, origin: Origin) async throws(Failure) -> Bench {
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
