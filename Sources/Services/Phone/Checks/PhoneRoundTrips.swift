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

    package var json: JSONValue { .object([.init(key: "schema", value: "netlab.phone-check/1")] + members) }

    /// The same as a part of another document.
    var figures: JSONValue { .object(members) }

    private var members: [JSONValue.Member] {
        [
            .init(key: "asked", value: asked.json), .init(key: "lost", value: lost.json),
            .init(key: "medianNs", value: median.json), .init(key: "worstNs", value: worst.json),
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

    /// The same where there is little room; nil if nothing was answered.
    var shortWords: String? {
        median.map { "\(DurationFormat.text($0)), \(lost == 0 ? "none" : "\(lost) of \(asked)") lost" }
    }

    package var words: String {
        guard let median, let worst else { return "no answer to \(CountFormat.text(asked, "ping"))" }
        let lost = lost == 0 ? "none lost" : "\(lost) lost"
        return
            "median round trip \(DurationFormat.text(median)), worst \(DurationFormat.text(worst)), of "
            + "\(CountFormat.text(asked, "ping")); \(lost)"
    }
}
