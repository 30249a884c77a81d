import Fixtures
import HTTP
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Origin
@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct FixtureMakerTests {
    /// Makes images when the test allows it, and records them.
    private final class Gate: Sendable {
        let made = Mutex<[FixturePlace]>([])
        let begun = Atomic(0)
        let isOpen = Atomic(false)
        let givenUp = Atomic(0)

        func make(_ place: FixturePlace, _ isWanted: () -> Bool) -> FixtureMaker.Outcome {
            begun.add(1, ordering: .sequentiallyConsistent)
            // Large images wait at the gate.
            if FixtureLane(place) == .large {
                let isOver = Waiting.until {
                    isOpen.load(ordering: .sequentiallyConsistent) || !isWanted()
                }
                #expect(isOver)
            }
            guard isWanted() else {
                givenUp.add(1, ordering: .sequentiallyConsistent)
                return .failure(.image(.unwanted(place.shape.kind)))
            }
            made.withLock { $0.append(place) }
            return .success(Resource(Array(place.name.utf8), place.shape.kind))
        }
    }

    private let gate = Gate()
    private let maker: FixtureMaker

    init() throws {
        maker = try FixtureMaker { [gate] in gate.make($0, $1) }
    }

    private func place(_ size: String) throws -> FixturePlace {
        try FixturePlace(RequestTarget("/fixture/jpeg/\(size)"), defaultSeed: 0)
    }

    private func order(_ place: FixturePlace) throws -> LateResponse {
        try #require(
            maker.order(place) { outcome in
                switch outcome {
                case .success(let resource): ServedResponse(head: .init(status: 200), body: resource.body)
                case .failure(let refusal): .text(400, "\(refusal)")
                }
            }
        )
    }

    @Test func `an image requested twice at once is made once, and small ones do not wait for it`() throws {
        let (large, small) = (try place("9000x9000"), try place("10x10"))
        let waiting = [try order(large), try order(large)]
        #expect(Waiting.until { gate.begun.load(ordering: .sequentiallyConsistent) == 1 })
        let other = try order(small)
        #expect(Waiting.until { other.made != nil })
        #expect(waiting.allSatisfy { $0.made == nil })
        #expect(maker.cache.find(large) == nil)
        let late = try order(large)
        gate.isOpen.store(true, ordering: .sequentiallyConsistent)
        #expect(Waiting.until { (waiting + [late]).allSatisfy { $0.made != nil } })
        #expect(gate.made.withLock { $0 } == [small, large])
        #expect(late.made?.text == large.name)
        #expect(maker.cache.find(large) != nil)
        // From the cache, even if the order came too late to find it there.
        let again = try order(large)
        #expect(Waiting.until { again.made != nil })
        #expect(gate.made.withLock { $0.count } == 2)
        maker.close()
    }

    @Test func `an abandoned request is not started`() throws {
        let first = try order(try place("9000x9000"))
        #expect(Waiting.until { gate.begun.load(ordering: .sequentiallyConsistent) == 1 })
        let left = try order(try place("9001x9000"))
        let last = try order(try place("9002x9000"))
        left.giveUp()
        gate.isOpen.store(true, ordering: .sequentiallyConsistent)
        #expect(Waiting.until { first.made != nil && last.made != nil })
        #expect(gate.begun.load(ordering: .sequentiallyConsistent) == 2)
        #expect(left.made == nil)
        maker.close()
    }

    @Test func `closing the maker cancels the image in progress`() throws {
        let late = try order(try place("9000x9000"))
        #expect(Waiting.until { gate.begun.load(ordering: .sequentiallyConsistent) == 1 })
        maker.close()
        #expect(gate.givenUp.load(ordering: .sequentiallyConsistent) == 1)
        #expect(late.made == nil)
        maker.close()
    }

    @Test func `an image that cannot be made is refused and tried again on the next request`() throws {
        let place = try place("10x10")
        let asked = Mutex(0)
        let maker = try FixtureMaker { place, _ in
            asked.withLock { $0 += 1 }
            return .failure(.image(.tooSmall(place.shape.kind, asked: 4, minimum: 5)))
        }
        for time in 1...2 {
            let late = try #require(
                maker.order(place) { outcome in
                    guard case .failure(let refusal) = outcome else { return .text(200, "") }
                    return .text(400, "\(refusal)")
                }
            )
            #expect(Waiting.until { late.made != nil })
            #expect(late.made?.head.status == 400)
            #expect(late.made?.text.contains("it takes at least 5") == true)
            #expect(asked.withLock { $0 } == time)
        }
        #expect(maker.cache.find(place) == nil)
        maker.close()
    }
}
