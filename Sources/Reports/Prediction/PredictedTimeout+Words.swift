import Figures
package import JSON
package import Theory

extension PredictedTimeout: JSONRepresentable {
    /// The expected timeout, and the key that avoids it.
    package var sentence: String {
        let others = transfers > 1 ? " (and \(CountFormat.text(transfers - 1, "other")) in this step)" : ""
        return
            "`\(step)`: theory predicts \(DurationFormat.text(duration)) for \(file)\(others), but the client gives up after "
            + "\(DurationFormat.text(limit)): raise `client.timeout`"
    }

    package var json: JSONValue {
        [
            "step": step.json, "file": file.json, "durationNs": duration.json, "timeoutNs": limit.json,
            "transfers": transfers.json,
        ]
    }
}
