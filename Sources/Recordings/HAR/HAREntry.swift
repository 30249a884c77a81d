import HTTP
import JSON

/// The fields of an entry of an HTTP archive that a replay needs. Archives differ: values that one tool
/// omits, gives as -1 or stores under its own name are looked up in every possible place.
struct HAREntry {
    private let entry: JSONValue

    init(_ entry: JSONValue) {
        self.entry = entry
    }

    private var request: JSONValue? { entry["request"] }
    private var response: JSONValue? { entry["response"] }

    var url: String { request?["url"]?.text ?? "" }
    var method: String { request?["method"]?.text ?? "GET" }
    /// 0 without a valid one: tools write numbers of any size.
    var status: Int {
        let number = response?["status"]?.number ?? 0
        return number >= 0 && number < 1000 ? Int(number) : 0
    }
    /// Nanoseconds since 1970.
    var started: Int64? { entry["startedDateTime"]?.text.flatMap(HARMoment.nanoseconds) }
    var connection: String? { entry["connection"]?.text.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the browser had it cached, by Chrome's field or by Safari's.
    var isFromCache: Bool {
        entry["_fromCache"]?.text != nil || entry["_fetchType"]?.text?.hasSuffix(" Cache") == true
    }

    var isHTTP2: Bool {
        let versions = [request?["httpVersion"]?.text, response?["httpVersion"]?.text].compactMap {
            $0?.lowercased()
        }
        return versions.contains {
            $0.hasPrefix("h2") || $0.hasPrefix("h3") || $0.hasPrefix("http/2") || $0.hasPrefix("http/3")
        }
    }

    /// A phase in nanoseconds; 0 if it is absent.
    func time(_ phase: String) -> Int64 {
        let milliseconds = entry["timings"]?[phase]?.number ?? 0
        return Self.nanoseconds(milliseconds)
    }

    /// Total duration in nanoseconds.
    var duration: Int64 { Self.nanoseconds(entry["time"]?.number ?? 0) }

    private static func nanoseconds(_ milliseconds: Double) -> Int64 {
        milliseconds > 0 && milliseconds < 1e9 ? Int64((milliseconds * 1e6).rounded()) : 0
    }

    var fields: [HTTPField] {
        (response?["headers"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.text, let value = field["value"]?.text else { return nil }
            return HTTPField(name: name, value: value)
        }
    }

    var isPacked: Bool {
        fields.contains {
            $0.name.lowercased() == "content-encoding" && $0.value.lowercased() != "identity"
        }
    }

    var mediaType: String? {
        let type =
            response?["content"]?["mimeType"]?.text
            ?? fields.first { $0.name.lowercased() == "content-type" }?.value
        return type == "x-unknown" ? nil : type.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The body as transferred.
    var bodyBytes: Int {
        if let size = bytes(response?["bodySize"]), size > 0 { return size }
        if let whole = bytes(response?["_transferSize"]), whole > 0 {
            return max(0, whole - max(0, bytes(response?["headersSize"]) ?? 0))
        }
        let size = bytes(response?["content"]?["size"]) ?? content?.count ?? 0
        return max(0, max(0, size) - max(0, bytes(response?["content"]?["compression"]) ?? 0))
    }

    private func bytes(_ value: JSONValue?) -> Int? {
        value?.number.flatMap { Int(exactly: $0.rounded()) }
    }

    /// The body, unpacked; nil if the archive lacks it or has only a part.
    var content: [UInt8]? {
        guard let content = response?["content"], let text = content["text"]?.text else { return nil }
        let isEncoded = content["encoding"]?.text?.lowercased() == "base64"
        guard let bytes = isEncoded ? Base64.decoded(Array(text.utf8)[...]) : Array(text.utf8) else {
            return nil
        }
        // Text may be in another encoding than it was sent in, and long bodies are cut.
        if let size = self.bytes(content["size"]), size > 0, size != bytes.count { return nil }
        return bytes
    }
}
