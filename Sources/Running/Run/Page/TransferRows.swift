import JSON
import Testbed
import Wire

/// The transfers of a run that have begun and not ended, as rows of the run's page.
struct TransferRows {
    /// What takes less is not shown under way, and rows change no more often: the page shares the machine with the run.
    static let pause: Nanoseconds = 250_000_000

    private var shown: [BegunTransfer] = []
    /// Those under way, also those that are not listed.
    private(set) var count = 0
    /// The progress that was shown last: its step, and the time since the step's start.
    private var latest: (step: String, elapsed: Nanoseconds)?

    /// Each a JSON text without line breaks. A transfer gets a number among the exchanges when it ends.
    var rows: [[UInt8]] {
        shown.map { transfer in
            let row: JSONValue = [
                "number": nil, "kind": "transfer", "method": "GET", "url": transfer.url.json,
                "step": transfer.step.json, "phase": .string(transfer.phase.rawValue), "status": nil,
                "responseBodyBytes": transfer.bytes.json, "durationNs": transfer.duration.json,
            ]
            return Array(row.line.utf8)
        }
    }

    /// Returns true if the rows have changed.
    mutating func take(_ progress: RunProgress) -> Bool {
        if let latest, latest.step == progress.step, progress.elapsed >= latest.elapsed,
            progress.elapsed - latest.elapsed < Self.pause
        {
            return false
        }
        latest = (progress.step, progress.elapsed)
        let lasting = progress.underWay.filter { $0.duration >= Self.pause }
        if lasting.isEmpty, shown.isEmpty { return false }
        shown = lasting
        count = lasting.isEmpty ? 0 : progress.underWayInAll - (progress.underWay.count - lasting.count)
        return true
    }

    /// A transfer has ended; returns true if the rows have changed.
    mutating func end(_ id: Int) -> Bool {
        guard let place = shown.firstIndex(where: { $0.id == id }) else { return false }
        shown.remove(at: place)
        count -= 1
        return true
    }

    /// Nothing is under way; returns true if the rows have changed.
    mutating func clear() -> Bool {
        latest = nil
        count = 0
        guard !shown.isEmpty else { return false }
        shown = []
        return true
    }
}
