import Figures
package import JSON
import Wire

/// Round trips between netlab and a phone, which cross the Wi-Fi and the tunnel and not the line.
package struct PhoneRoundTrips: Hashable, Sendable {
    let asked: Int
    let lost: Int
    /// Of those that were answered; nil if none was.
    let median: Nanoseconds?
    let worst: Nanoseconds?

    init(asked: Int, times: [Nanoseconds]) {
        let times = times.sorted()
        self.asked = asked
        lost = asked - times.count
        median = times.isEmpty ? nil : times[times.count / 2]
        worst = times.last
    }

    package var json: JSONValue {
        [
            "schema": "netlab.phone-check/1", "asked": .integer(Int64(asked)), "lost": .integer(Int64(lost)),
            "medianNs": median.json, "worstNs": worst.json,
        ]
    }

    /// nil if the document is another one.
    init?(_ document: JSONValue) {
        guard let asked = document["asked"]?.int, let lost = document["lost"]?.int else { return nil }
        self.asked = asked
        self.lost = lost
        median = document["medianNs"]?.int64
        worst = document["worstNs"]?.int64
    }

    package var words: String {
        guard let median, let worst else { return "no answer to \(CountFormat.text(asked, "ping"))" }
        let lost = lost == 0 ? "none lost" : "\(lost) lost"
        return
            "round trip \(DurationFormat.text(median)) in the middle, \(DurationFormat.text(worst)) at worst, of "
            + "\(CountFormat.text(asked, "ping")); \(lost)"
    }
}
