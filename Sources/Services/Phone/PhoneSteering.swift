import JSON
package import LinkModel
import LinuxIO
package import Phones
package import Programs
import Wire

/// How another command of the same user orders something of a `netlab phone` that runs: by a file beside the phones' keys,
/// which the running one takes away when it has read it. Another file has the answer, if there is one.
///
/// Whoever may write there has the keys. The kernel releases the lock, by which the running one is known, however it ends.
package struct PhoneSteering: ~Copyable {
    private static let longest = 1 << 16
    /// How long the running netlab may take to read an order.
    private static let patience: Nanoseconds = 5_000_000_000
    /// Twenty pings, all lost but for the first ones.
    private static let longestCheck: Nanoseconds = 40_000_000_000
    private static let lookMilliseconds: Int32 = 20
    /// The answer to an order that another netlab cannot read.
    private static let unread: JSONValue = [
        "error": "the running netlab phone is another version, and cannot read the order"
    ]

    private let folder: PhoneFolder
    private let lock: MachineLock

    private static func place(_ folder: PhoneFolder) -> String { "\(folder.path)/running" }
    private static func order(_ folder: PhoneFolder) -> String { "\(folder.path)/order.json" }
    private static func answer(_ folder: PhoneFolder) -> String { "\(folder.path)/answer.json" }
    /// What other commands need to know of the running netlab before it takes orders.
    private static func facts(_ folder: PhoneFolder) -> String { "\(folder.path)/running.json" }
    /// Whose lock the one command has that waits for an answer.
    private static func asking(_ folder: PhoneFolder) -> String { "\(folder.path)/asking" }

    /// Takes orders from now on. Only one netlab of a user can: throws if there is one already. `ip` are the versions of IP that
    /// its phones have.
    init(in folder: PhoneFolder, over ip: IPVersions) throws(CommandFailure) {
        guard let taken = try Self.lock(folder) else {
            throw CommandFailure(
                .failed,
                "another netlab phone of this user runs already",
                advice:
                    "one serves all phones: `netlab phone add` shows the code of another, and `netlab phone throttle` changes its line"
            )
        }
        // What a killed netlab did not read.
        WholeFile.remove(Self.order(folder))
        WholeFile.remove(Self.answer(folder))
        do throws(SystemCallError) {
            let facts: JSONValue = ["ip": .string(ip.rawValue)]
            try WholeFile.replace(Self.facts(folder), Array(facts.line.utf8))
        } catch {
            throw CommandFailure(.failed, "other commands cannot be informed about the phones: \(error)")
        }
        self.folder = folder
        lock = taken
    }

    private static func lock(_ folder: PhoneFolder) throws(CommandFailure) -> MachineLock? {
        let place = place(folder)
        do throws(SystemCallError) {
            try WholeFile.append(place, [])
            return try MachineLock.attempt(on: place)
        } catch {
            throw CommandFailure(.failed, "the phones' line cannot be changed while it runs: \(error)")
        }
    }

    /// What was ordered since the last call; nil if nothing was.
    func takeOrder() -> PhoneOrder? {
        let path = Self.order(folder)
        guard WholeFile.exists(path), let bytes = try? WholeFile.read(path, limit: Self.longest) else {
            return nil
        }
        WholeFile.remove(path)
        let order = (try? JSONValue(parsing: bytes)).flatMap { PhoneOrder($0) }
        if order == nil { answer(Self.unread) }
        return order
    }

    /// Answers the order that was taken last. Nobody may wait for it any more.
    func answer(_ document: JSONValue) {
        try? WholeFile.replace(Self.answer(folder), Array(document.line.utf8))
    }

    /// Has the user's running `netlab phone` change a line, and waits until that is in force. Returns what it then is, as a
    /// sentence.
    package static func change(
        _ throttle: PhoneThrottle,
        in folder: PhoneFolder
    ) throws(CommandFailure) -> String {
        let answer = try ask(.throttle(throttle), in: folder, atMost: patience)
        guard let words = answer["line"]?.text else { throw refusal(answer) }
        return PhoneJournal.sentence(of: throttle.phone, line: words, isOwn: throttle.line != nil)
    }

    /// Has the running `netlab phone` ping a phone, and waits for the outcome.
    package static func check(
        _ name: PhoneName,
        in folder: PhoneFolder
    ) throws(CommandFailure) -> PhoneRoundTrips {
        let answer = try ask(.check(name), in: folder, atMost: longestCheck)
        if let figures = PhoneRoundTrips(answer) { return figures }
        var failure = refusal(answer)
        failure.message = "\(name) could not be checked: \(failure.message)"
        throw failure
    }

    /// The versions of IP that phones of the running `netlab phone` have; nil if none runs.
    package static func ip(in folder: PhoneFolder) -> IPVersions? {
        guard isRunning(folder), let bytes = try? WholeFile.read(facts(folder), limit: longest) else {
            return nil
        }
        return (try? JSONValue(parsing: bytes))?["ip"]?.text.flatMap(IPVersions.init(rawValue:))
    }

    /// What the running `netlab phone` tells of its phones; nil if none runs.
    package static func phones(in folder: PhoneFolder) throws(CommandFailure) -> RunningPhones? {
        guard isRunning(folder) else { return nil }
        let answer = try ask(.phones, in: folder, atMost: patience)
        guard let phones = RunningPhones(answer) else { throw refusal(answer) }
        return phones
    }

    private static func refusal(_ answer: JSONValue) -> CommandFailure {
        CommandFailure(
            .failed,
            answer["error"]?.text ?? "the answer of the running netlab phone could not be read",
            advice: answer["advice"]?.text
        )
    }

    /// There is one file for orders and one for answers: the orders of several commands wait for each other.
    private static func ask(
        _ order: PhoneOrder,
        in folder: PhoneFolder,
        atMost time: Nanoseconds
    ) throws(CommandFailure) -> JSONValue {
        let turn = turn(folder)
        defer { extendLifetime(turn) }
        let path = answer(folder)
        WholeFile.remove(path)
        try give(order, in: folder)
        guard wait(atMost: time, folder, until: { WholeFile.exists(path) }) else {
            throw CommandFailure(.failed, "the running netlab phone did not answer")
        }
        let document = (try? WholeFile.read(path, limit: longest)).flatMap { try? JSONValue(parsing: $0) }
        WholeFile.remove(path)
        return document ?? .null
    }

    /// nil on file systems without locks.
    private static func turn(_ folder: PhoneFolder) -> MachineLock? {
        let place = asking(folder)
        // Whoever comes first makes the file. It is never replaced: two would each lock one of their own.
        try? WholeFile.append(place, [])
        return try? MachineLock.take(place)
    }

    private static func give(_ order: PhoneOrder, in folder: PhoneFolder) throws(CommandFailure) {
        guard isRunning(folder) else {
            throw CommandFailure(
                .failed,
                "no netlab phone of this user runs",
                advice: "netlab phone --profile 3g starts one"
            )
        }
        let path = Self.order(folder)
        do throws(SystemCallError) {
            try WholeFile.replace(path, Array(order.json.line.utf8))
        } catch {
            throw CommandFailure(
                .failed,
                "the command could not be passed to the running netlab phone: \(error)"
            )
        }
        guard wait(atMost: patience, folder, until: { !WholeFile.exists(path) }) else {
            WholeFile.remove(path)
            throw CommandFailure(.failed, "the running netlab phone did not accept the command")
        }
    }

    /// False if the time runs out, or if no netlab runs any more, before it is so.
    private static func wait(atMost time: Nanoseconds, _ folder: PhoneFolder, until isSo: () -> Bool) -> Bool
    {
        let clock = RunClock()
        while !isSo() {
            guard clock.now().nanoseconds < time, isRunning(folder) else { return false }
            Readiness.wait(for: [], milliseconds: lookMilliseconds)
        }
        return true
    }

    /// Whether a `netlab phone` of the user runs.
    package static func isRunning(_ folder: PhoneFolder) -> Bool {
        let place = place(folder)
        guard WholeFile.exists(place) else { return false }
        do throws(SystemCallError) {
            let lock = try MachineLock.attempt(on: place)
            return if case .none = lock { true } else { false }
        } catch {
            return false
        }
    }
}
