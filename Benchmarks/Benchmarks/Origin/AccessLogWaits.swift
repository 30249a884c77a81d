import JSON

/// Time from request to first byte of the response, from the lines of `netlab serve --log json`.
enum AccessLogWaits {
    static func milliseconds(_ log: String) -> [Double] {
        log.split(separator: "\n").compactMap { line in
            guard let entry = try? JSONValue(parsing: Array(line.utf8)),
                case .integer(let asked) = entry["requestLastByteNs"],
                case .integer(let answered) = entry["responseFirstByteNs"]
            else { return nil }
            return Double(answered - asked) / 1e6
        }
    }
}
