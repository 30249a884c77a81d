/// A subject split at its brackets and its first point.
struct SubjectParts {
    var step: String
    var file: String?
    var metric: String
    var fileOffset: Int
    var metricOffset: Int
    /// The whole, for a metric with a point of its own.
    var stepAndMetric: String

    init(_ token: ExpectationToken) {
        let text = token.text
        stepAndMetric = text
        fileOffset = token.offset
        metricOffset = token.offset
        if let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") {
            step = String(text[..<open])
            file = String(text[text.index(after: open)..<close])
            let rest = text[text.index(after: close)...]
            metric = String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
            fileOffset += step.unicodeScalars.count + 1
            metricOffset += text.unicodeScalars.count - metric.unicodeScalars.count
        } else if let point = text.firstIndex(of: ".") {
            step = String(text[..<point])
            metric = String(text[text.index(after: point)...])
            metricOffset += step.unicodeScalars.count + 1
        } else {
            step = text
            metric = ""
        }
    }
}
