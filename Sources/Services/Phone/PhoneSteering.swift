import JSON
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

    private let folder: PhoneFolder
    private let lock: MachineLock

    private static func place(_ folder: PhoneFolder) -> String { "\(folder.path)/running" }
    private static func order(_ folder: PhoneFolder) -> String { "\(folder.path)/order.json" }
    private static func answer(_ folder: PhoneFolder) -> String { "\(folder.path)/answer.json" }

    /// Takes orders from now on. Only one netlab of a user can: throws if there is one already.
    init(in folder: PhoneFolder) throws(CommandFailure) {
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
        self.folder = folder
        lock = taken
    }

    private static func lock(_ folder: PhoneFolder) throws(CommandFailure) -> MachineLock? {
        let place = place(folder)
        do throws(SystemCallError) {
            if !WholeFile.exists(place) { try WholeFile.write(place, [], mode: 0o600) }
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
        return (try? JSONValue(parsing: bytes)).flatMap { PhoneOrder($0) }
    }

    /// Answers the order that was taken last. Nobody may wait for it any more.
    func answer(_ document: JSONValue) {
        try? WholeFile.replace(Self.answer(folder), Array(document.line.utf8))
    }

    /// Has the user's running `netlab phone` change its line, and waits until it has read the order.
    package static func change(to line: PhoneLine, in folder: PhoneFolder) throws(CommandFailure) {
        try give(.line(line), in: folder)
    }

    /// Has the running `netlab phone` ping a phone, and waits for the outcome.
    package static func check(
        _ name: PhoneName,
        in folder: PhoneFolder
    ) throws(CommandFailure) -> PhoneRoundTrips {
        let path = answer(folder)
        WholeFile.remove(path)
        try give(.check(name), in: folder)
        guard wait(atMost: longestCheck, folder, until: { WholeFile.exists(path) }) else {
            throw CommandFailure(.failed, "the running netlab phone did not answer")
        }
        let document = (try? WholeFile.read(path, limit: longest)).flatMap { try? JSONValue(parsing: $0) }
        WholeFile.remove(path)
        if let figures = document.flatMap({ PhoneRoundTrips($0) }) { return figures }
        let reason = document?["error"]?.text ?? "its answer could not be read"
        throw CommandFailure(.failed, "\(name) could not be checked: \(reason)")
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
            throw CommandFailure(.failed, "the running netlab phone cannot be told: \(error)")
        }
        guard wait(atMost: patience, folder, until: { !WholeFile.exists(path) }) else {
            WholeFile.remove(path)
            throw CommandFailure(.failed, "the running netlab phone did not take the order")
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
