import JSON
import LinkModel
import LinuxIO
import Phones
import Programs
import Synchronization
import TestSupport
import Testing

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct PhoneSteeringTests {
    /// With the folder that a book makes.
    private func place() throws -> (scratch: ScratchFolder, folder: PhoneFolder) {
        let scratch = try ScratchFolder()
        let folder = PhoneFolder(scratch.file("phones"))
        _ = try PhoneBook(in: folder)
        return (scratch, folder)
    }

    private static func throttle(_ words: [String], of phone: String? = nil) throws -> PhoneThrottle {
        PhoneThrottle(try PhoneLine(words: words), of: try phone.map { try PhoneName($0) })
    }

    /// What the command says to an order that is answered so; the order as the running netlab gets it.
    private func told(
        _ throttle: PhoneThrottle,
        _ answer: JSONValue
    ) throws -> (order: PhoneOrder?, said: Result<String, CommandFailure>?) {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder, over: .v4)
        #expect(steering.takeOrder() == nil)
        let said = Mutex<Result<String, CommandFailure>?>(nil)
        var taken: PhoneOrder?
        try withExtendedLifetime(said) {
            let sender = try WorkerThread(name: "sender") {
                let result = Result { () throws(CommandFailure) in
                    try PhoneSteering.change(throttle, in: folder)
                }
                said.withLock { $0 = result }
            }
            for _ in 0..<1_000 where taken == nil {
                taken = steering.takeOrder()
                Readiness.wait(for: [], milliseconds: 5)
            }
            steering.answer(answer)
            sender.join()
        }
        #expect(steering.takeOrder() == nil)
        return (taken, said.withLock { $0 })
    }

    @Test func `an order reaches the running netlab once, and its answer reaches the command`() throws {
        let throttle = try Self.throttle(["--profile", "edge", "--set", "link.down.loss=2%"])
        let (order, said) = try told(throttle, ["line": "down 240 kbit/s"])
        #expect(order == .throttle(throttle))
        #expect(try said?.get() == "line: down 240 kbit/s")
    }

    @Test func `a change to one phone's line is reported with the phone's name`() throws {
        let own = try Self.throttle(["--profile", "edge"], of: "anna")
        let (order, said) = try told(own, ["line": "down 240 kbit/s"])
        #expect(order == .throttle(own))
        #expect(try said?.get() == "line of anna: down 240 kbit/s")
        let back = PhoneThrottle(nil, of: try PhoneName("anna"))
        #expect(try told(back, ["line": "x"]).said?.get() == "anna is on the shared line: x")
    }

    @Test func `a refused order is reported with advice`() throws {
        let name = try PhoneName("bert")
        let error = PhoneLineError.unknown(name, known: [])
        let said = try told(Self.throttle(["--profile", "edge"], of: "bert"), error.json).said
        let failure = #expect(throws: CommandFailure.self) { try said?.get() }
        #expect(failure?.message == "there is no phone `bert`")
        #expect(failure?.advice == "netlab phone list shows them")
    }

    @Test func `the list of phones comes from the running netlab`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        #expect(try PhoneSteering.phones(in: folder) == nil)
        let steering = try PhoneSteering(in: folder, over: .v4)
        let found = Mutex<[PhoneName: String]?>(nil)
        try withExtendedLifetime(found) {
            let asker = try WorkerThread(name: "asker") {
                let lines = try? PhoneSteering.phones(in: folder)?.ownLines
                found.withLock { $0 = lines }
            }
            while steering.takeOrder() != .phones { Readiness.wait(for: [], milliseconds: 5) }
            steering.answer([
                "phones": [
                    ["name": "anna", "own": .bool(true), "line": "down 1 Mbit/s"],
                    ["name": "bert", "own": .bool(false), "line": "down 9 Mbit/s"],
                ]
            ])
            asker.join()
        }
        #expect(try found.withLock { $0 } == [PhoneName("anna"): "down 1 Mbit/s"])
    }

    @Test(arguments: IPVersions.allCases)
    func `a netlab that does not take orders yet already publishes its phones' IP versions`(_ ip: IPVersions)
        throws
    {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        #expect(PhoneSteering.ip(in: folder) == nil)
        do {
            let steering = try PhoneSteering(in: folder, over: ip)
            #expect(PhoneSteering.ip(in: folder) == ip)
            _ = consume steering
        }
        #expect(PhoneSteering.ip(in: folder) == nil)
    }

    @Test func `orders of several commands wait for each other`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder, over: .v4)
        let said = Mutex<[String]>([])
        try withExtendedLifetime(said) {
            let senders = try ["anna", "bert", "carl", "dora"].map { name in
                let throttle = try Self.throttle(["--profile", "edge"], of: name)
                return try WorkerThread(name: "sender") {
                    let words = try? PhoneSteering.change(throttle, in: folder)
                    said.withLock { $0.append(words ?? "lost") }
                }
            }
            while said.withLock({ $0.count }) < 4 {
                if case .throttle(let throttle)? = steering.takeOrder() {
                    steering.answer(["line": (throttle.phone?.text).json])
                }
                Readiness.wait(for: [], milliseconds: 1)
            }
            for sender in senders { sender.join() }
        }
        #expect(
            Set(said.withLock { $0 }) == [
                "line of anna: anna", "line of bert: bert", "line of carl: carl", "line of dora: dora",
            ]
        )
    }

    @Test(
        arguments: [
            PhoneRoundTrips(asked: 5, times: [3_000_000, 9_000_000, 4_000_000]),
            PhoneRoundTrips(asked: 3, times: []),
        ]
    )
    func `a check returns the measured round trips`(_ figures: PhoneRoundTrips) throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder, over: .v4)
        let name = try PhoneName("anna")
        let answer = Mutex<PhoneRoundTrips?>(nil)
        try withExtendedLifetime(answer) {
            let asker = try WorkerThread(name: "asker") {
                let found = try? PhoneSteering.check(name, in: folder)
                answer.withLock { $0 = found }
            }
            while steering.takeOrder() != .check(name) { Readiness.wait(for: [], milliseconds: 5) }
            steering.answer(figures.json)
            asker.join()
        }
        #expect(answer.withLock { $0 } == figures)
    }

    @Test func `the result of a check says how many pings were lost`() {
        let some = PhoneRoundTrips(asked: 5, times: [3_000_000, 9_000_000, 4_000_000])
        #expect(some.words == "median round trip 4.0 ms, worst 9.0 ms, of 5 pings; 2 lost")
        #expect(PhoneRoundTrips(asked: 3, times: []).words == "no answer to 3 pings")
    }

    @Test func `checking an unknown phone fails, and the asker learns why`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder, over: .v4)
        let name = try PhoneName("bert")
        let message = Mutex("")
        let asker = try WorkerThread(name: "asker") {
            do throws(CommandFailure) {
                _ = try PhoneSteering.check(name, in: folder)
            } catch {
                message.withLock { $0 = error.message }
            }
        }
        while steering.takeOrder() == nil { Readiness.wait(for: [], milliseconds: 5) }
        steering.answer(["error": "there is no such phone"])
        asker.join()
        #expect(message.withLock { $0 } == "bert could not be checked: there is no such phone")
    }

    @Test func `an order fails if no netlab is running`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        #expect(throws: CommandFailure.self) {
            try PhoneSteering.change(Self.throttle(["--profile", "edge"]), in: folder)
        }
        do { _ = try PhoneSteering(in: folder, over: .v4) }
        #expect(throws: CommandFailure.self) {
            try PhoneSteering.change(Self.throttle(["--profile", "edge"]), in: folder)
        }
    }

    @Test func `only one netlab of a user serves phones at a time`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let first = try PhoneSteering(in: folder, over: .v4)
        #expect(throws: CommandFailure.self) { _ = try PhoneSteering(in: folder, over: .v4) }
        _ = consume first
        _ = try PhoneSteering(in: folder, over: .v4)
    }

    @Test(arguments: [
        "", "{}", "{\"check\": \"a/b\"}", "{\"line\": 5}", "{\"line\": [\"--profile\", \"no such\"]}",
        "{\"line\": [\"--x\"]}", "{\"line\": null}", "{\"line\": [], \"phone\": \"a/b\"}", "{\"tell\": 1}",
        "{\"line\": [\"--set\", \"link.ip=6\"]}",
    ])
    func `an order that cannot be read is dropped, and refused`(_ text: String) throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder, over: .v4)
        try WholeFile.write("\(folder.path)/order.json", Array(text.utf8))
        #expect(steering.takeOrder() == nil)
        #expect(!WholeFile.exists("\(folder.path)/order.json"))
        let answer = try JSONValue(parsing: WholeFile.read("\(folder.path)/answer.json", limit: 1_000))
        #expect(answer["error"]?.text?.contains("cannot read the order") == true)
    }
}
