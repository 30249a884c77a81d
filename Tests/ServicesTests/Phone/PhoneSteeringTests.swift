import LinkModel
import LinuxIO
import Phones
import Programs
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
        var taken: PhoneLine?
        for _ in 0..<1_000 where taken == nil {
            taken = steering.takeOrder()
            Readiness.wait(for: [], milliseconds: 5)
        }
        sender.join()
        #expect(taken == (try Self.line(["--profile", "edge", "--set", "link.down.loss=2%"])))
        #expect(steering.takeOrder() == nil)
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
        "", "{}", "{\"line\": 5}", "{\"line\": [\"--profile\", \"no such\"]}", "{\"line\": [\"--x\"]}",
    ])
    func `an order that cannot be read is dropped`(_ text: String) throws {
        let (scratch, folder) = try place()
        defer { extendLifetime(scratch) }
        let steering = try PhoneSteering(in: folder)
        try WholeFile.write("\(folder.path)/line.json", Array(text.utf8))
        #expect(steering.takeOrder() == nil)
        #expect(!WholeFile.exists("\(folder.path)/line.json"))
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
