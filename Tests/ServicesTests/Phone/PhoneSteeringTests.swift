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

    private static func line(_ words: [String]) throws -> PhoneLine {
        try PhoneLine(words: words)
    }

    @Test func `an order reaches the running netlab once`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder)
        #expect(steering.takeOrder() == nil)
        let sender = try WorkerThread(name: "sender") {
            try? PhoneSteering.change(
                to: PhoneLine(words: ["--profile", "edge", "--set", "link.down.loss=2%"]),
                in: folder
            )
        }
        var taken: PhoneOrder?
        for _ in 0..<1_000 where taken == nil {
            taken = steering.takeOrder()
            Readiness.wait(for: [], milliseconds: 5)
        }
        sender.join()
        #expect(taken == .line(try Self.line(["--profile", "edge", "--set", "link.down.loss=2%"])))
        #expect(steering.takeOrder() == nil)
    }

    @Test(
        arguments: [
            PhoneRoundTrips(asked: 5, times: [3_000_000, 9_000_000, 4_000_000]),
            PhoneRoundTrips(asked: 3, times: []),
        ]
    )
    func `a check is answered with its figures`(_ figures: PhoneRoundTrips) throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder)
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

    @Test func `figures of a check are words that say what was lost`() {
        let some = PhoneRoundTrips(asked: 5, times: [3_000_000, 9_000_000, 4_000_000])
        #expect(some.words == "round trip 4.0 ms in the middle, 9.0 ms at worst, of 5 pings; 2 lost")
        #expect(PhoneRoundTrips(asked: 3, times: []).words == "no answer to 3 pings")
    }

    @Test func `a phone that is not kept cannot be checked, and the asker learns it`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder)
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

    @Test func `nobody is there to take an order`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        #expect(throws: CommandFailure.self) {
            try PhoneSteering.change(to: Self.line(["--profile", "edge"]), in: folder)
        }
        do { _ = try PhoneSteering(in: folder) }
        #expect(throws: CommandFailure.self) {
            try PhoneSteering.change(to: Self.line(["--profile", "edge"]), in: folder)
        }
    }

    @Test func `one netlab of a user serves phones at a time`() throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let first = try PhoneSteering(in: folder)
        #expect(throws: CommandFailure.self) { _ = try PhoneSteering(in: folder) }
        _ = consume first
        _ = try PhoneSteering(in: folder)
    }

    @Test(arguments: [
        "", "{}", "{\"check\": \"a/b\"}", "{\"line\": 5}", "{\"line\": [\"--profile\", \"no such\"]}",
        "{\"line\": [\"--x\"]}",
    ])
    func `an order that cannot be read is dropped`(_ text: String) throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder)
        try WholeFile.write("\(folder.path)/order.json", Array(text.utf8))
        #expect(steering.takeOrder() == nil)
        #expect(!WholeFile.exists("\(folder.path)/order.json"))
    }

    @Test(
        arguments: [(["3g"], []), ([], ["link.down.rate=1Mbit/s"]), (["none"], [])] as [([String], [String])]
    )
    func `a line is one profile, settings, or none`(_ profiles: [String], _ settings: [String]) throws {
        let words = settings.flatMap { ["--set", $0] }
        let arguments = try ParsedArguments(words, taking: ScenarioLoading.options, command: "phone")
        let line = try PhoneLine(profiles, arguments)
        #expect((line.link.down.rateBps == nil) == (profiles == ["none"]))
    }

    @Test(arguments: [[], ["3g", "edge"], ["no such"]] as [[String]])
    func `no line, two, or an unknown one is refused`(_ profiles: [String]) throws {
        let arguments = try ParsedArguments([], taking: ScenarioLoading.options, command: "phone")
        #expect(throws: CommandFailure.self) { try PhoneLine(profiles, arguments) }
    }
}
