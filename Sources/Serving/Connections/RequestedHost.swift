import HTTP
import Wire

/// The server that a request in the clear is for, by its `Host` field, before the request is read as a whole.
enum RequestedHost: Equatable {
    /// Without a port.
    case named(String)
    case unnamed
    /// The field may still come.
    case incomplete

    /// `bytes` begin with a request line.
    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // The last one has not ended.
        for line in lines.dropLast().dropFirst() {
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            if text.isEmpty {
                self = .unnamed
                return
            }
            guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "host" else {
                continue
            }
            let value = text[text.index(after: colon)...].filter { $0 != " " && $0 != "\t" }
            let host = HTTPAuthority(parsing: value)?.host ?? ""
            self = host.isEmpty ? .unnamed : .named(host)
            return
        }
        self = .incomplete
    }
}
