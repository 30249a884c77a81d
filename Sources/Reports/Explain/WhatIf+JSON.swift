import Analysis
import JSON

extension WhatIf {
    var json: JSONValue {
        [
            "change": change.words.json, "key": .string(change.rawValue), "beforeNs": before.makespan.json,
            "afterNs": after.makespan.json,
            "gainNs": gain.json, "sumBeforeNs": before.sum.json, "sumAfterNs": after.sum.json,
            "sumGainNs": gainOfSum.json, "measured": trial.json,
        ]
    }
}
