import Fixtures
import LinuxIO
import Serving
import Synchronization

/// Makes requested images that are not in the cache, on threads of its own: some 20 ms each for a JPEG of a
/// megabyte, up to seconds for the largest.
///
/// One thread for small images and one for large ones, started by the first request, so at most two are made
/// at once. Measured files belong into the scenario: those are made before the first request.
final class FixtureMaker: Sendable {
    typealias Outcome = Result<Resource, FixtureRefusal>

    /// A response that waits for an image, and how to answer then.
    struct WaitingResponse: Sendable {
        let response: LateResponse
        let answer: @Sendable (Outcome) -> ServedResponse
    }

    /// The part that the threads refer to, so that a forgotten maker still ends.
    private final class Shared: Sendable {
        let cache = FixtureCache()
        let queue = Mutex(FixtureQueue<WaitingResponse>(capacity: FixtureMaker.mostWaitingResponses))
        let isClosed = Atomic(false)
        let make: Maker

        init(_ make: @escaping Maker) {
            self.make = make
        }
    }

    private struct Worker {
        let thread = ServiceThread()
        let wakeUp: WakeUp
    }

    /// Makes an image, and gives up when it is no longer wanted.
    typealias Maker =
        @Sendable (FixturePlace, _ isWanted: @escaping @Sendable () -> Bool) -> Outcome

    /// More than a server has connections; each holds its client's request, some kilobytes.
    private static let mostWaitingResponses = 10_000

    private let shared: Shared
    private let small: Worker
    private let large: Worker

    init(_ make: @escaping Maker) throws(SystemCallError) {
        shared = Shared(make)
        small = Worker(wakeUp: try WakeUp())
        large = Worker(wakeUp: try WakeUp())
    }

    convenience init(_ drawing: any FixtureDrawing) throws(SystemCallError) {
        try self.init { Self.make($0, with: drawing, isWanted: $1) }
    }

    deinit {
        close()
    }

    var cache: FixtureCache { shared.cache }

    /// Orders the image and calls `answer` with it on the thread that made it. nil if too many wait already.
    func order(
        _ place: FixturePlace,
        _ answer: @escaping @Sendable (Outcome) -> ServedResponse
    ) -> LateResponse? {
        let lane = FixtureLane(place)
        let worker = lane == .small ? small : large
        do throws(SystemCallError) {
            try worker.thread.start(name: lane == .small ? "netlab-images-s" : "netlab-images-l") {
                [shared, wakeUp = worker.wakeUp] in
                Self.work(shared, lane, wakeUp)
            }
        } catch {
            return nil
        }
        let customer = WaitingResponse(response: LateResponse(), answer: answer)
        guard shared.queue.withLock({ $0.add(customer, to: place) }) else { return nil }
        worker.wakeUp.ring()
        return customer.response
    }

    /// Gives up the images under way and waiting; nobody is answered any more. A second call does nothing.
    func close() {
        shared.isClosed.store(true, ordering: .releasing)
        for worker in [small, large] {
            worker.wakeUp.ring()
            worker.thread.join()
        }
        shared.queue.withLock { $0.clear() }
    }

    private static func work(_ shared: Shared, _ lane: FixtureLane, _ wakeUp: WakeUp) {
        // The server's thread, which starts this one, may run with precedence.
        ThreadTiming.makeOrdinary()
        while !shared.isClosed.load(ordering: .acquiring) {
            let next = shared.queue.withLock { $0.next(in: lane) { !$0.response.isUnwanted } }
            guard let next else {
                wakeUp.wait()
                continue
            }
            let outcome = outcome(shared, next)
            let customers = shared.queue.withLock { $0.finish(next) }
            if shared.isClosed.load(ordering: .acquiring) { return }
            for customer in customers { customer.response.fulfil(customer.answer(outcome)) }
        }
    }

    /// It may have been made between the check of the cache and the order.
    private static func outcome(_ shared: Shared, _ place: FixturePlace) -> Outcome {
        if let found = shared.cache.find(place) { return .success(found) }
        let outcome = shared.make(place) { !shared.isClosed.load(ordering: .relaxed) }
        guard case .success(var resource) = outcome else { return outcome }
        resource.moveToKernel(named: place.name)
        shared.cache.keep(resource, at: place)
        return .success(resource)
    }

    private static func make(
        _ place: FixturePlace,
        with drawing: any FixtureDrawing,
        isWanted: @escaping @Sendable () -> Bool
    ) -> Outcome {
        do throws(ImageError) {
            let bytes = try drawing.draw(
                place.shape,
                seed: place.seed,
                name: place.name,
                version: place.version,
                isWanted: isWanted
            )
            return .success(Resource(bytes, place.shape.kind))
        } catch {
            return .failure(.image(error))
        }
    }
}
