import Figures
import HTTP
package import JSON
import Wire

extension ArchiveEntry {
    /// Reads an entry. Values that one tool omits, gives as -1 or stores under its own name are looked up in
    /// every possible place. Contents take long to decode, and not every reader needs them.
    package init(_ json: JSONValue, withContents: Bool = true) {
        let (asked, told) = (json["request"], json["response"])
        var request = ArchiveRequest(
            method: asked?["method"]?.text ?? "GET",
            url: asked?["url"]?.text ?? ""
        )
        request.version = asked?["httpVersion"]?.text ?? ""
        request.fields = Self.fields(asked)
        request.headerBytes = Self.bytes(asked?["headersSize"]).flatMap { $0 >= 0 ? $0 : nil }
        request.bodyBytes = Self.bytes(asked?["bodySize"]).flatMap { $0 >= 0 ? $0 : nil }
        if withContents { request.content = asked?["postData"].flatMap { Self.content($0) } }
        let started = json["startedDateTime"]?.text.flatMap(TimestampReading.nanoseconds)
        self.init(started: started, request: request, response: Self.response(told, withContents))
        duration = Self.nanoseconds(json["time"])
        timings = Self.timings(json["timings"])
        serverAddress = json["serverIPAddress"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        connection = json["connection"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        // Chrome's field, and Safari's.
        isFromCache = json["_fromCache"]?.text != nil || json["_fetchType"]?.text?.hasSuffix(" Cache") == true
        // Chrome's field and Charles's.
        failure = told?["_error"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        if let status = json["_charlesStatus"]?.text, status != "COMPLETE" { failure = failure ?? status }
        page = json["pageref"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        details = json["_netlab"]
    }

    private static func response(_ json: JSONValue?, _ withContents: Bool) -> ArchiveResponse {
        // Tools write numbers of any size.
        let number = json?["status"]?.number ?? 0
        var response = ArchiveResponse(status: number >= 0 && number < 1000 ? Int(number) : 0)
        response.version = json?["httpVersion"]?.text ?? ""
        response.fields = fields(json)
        let type = json?["content"]?["mimeType"]?.text ?? response.fields.value(of: "content-type")
        response.mediaType = type.flatMap { $0.isEmpty || $0 == "x-unknown" ? nil : $0 }
        if withContents { response.content = json?["content"].flatMap { content($0) } }
        response.headerBytes = bytes(json?["headersSize"]).flatMap { $0 >= 0 ? $0 : nil }
        response.savedBytes = bytes(json?["content"]?["compression"])
        response.decodedBytes = bytes(json?["content"]?["size"]).flatMap { $0 >= 0 ? $0 : nil }
        response.bodyBytes = bodyBytes(json, response.content)
        return response
    }

    /// The body as transferred.
    private static func bodyBytes(_ json: JSONValue?, _ content: [UInt8]?) -> Int {
        if let size = bytes(json?["bodySize"]), size > 0 { return size }
        if let whole = bytes(json?["_transferSize"]), whole > 0 {
            return max(0, whole - max(0, bytes(json?["headersSize"]) ?? 0))
        }
        let size = bytes(json?["content"]?["size"]) ?? content?.count ?? 0
        return max(0, max(0, size) - max(0, bytes(json?["content"]?["compression"]) ?? 0))
    }

    private static func content(_ json: JSONValue) -> [UInt8]? {
        guard let text = json["text"]?.text else { return nil }
        let isEncoded = json["encoding"]?.text?.lowercased() == "base64"
        guard let bytes = isEncoded ? Base64.decoded(Array(text.utf8)[...]) : Array(text.utf8) else {
            return nil
        }
        // Text may be in another encoding than it was sent in, and long bodies are cut.
        if let size = self.bytes(json["size"]), size > 0, size != bytes.count { return nil }
        return bytes
    }

    private static func fields(_ json: JSONValue?) -> [HTTPField] {
        (json?["headers"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.text, let value = field["value"]?.text else { return nil }
            return HTTPField(name: name, value: value)
        }
    }

    private static func timings(_ json: JSONValue?) -> ArchiveTimings {
        var timings = ArchiveTimings()
        timings.blocked = nanoseconds(json?["blocked"])
        timings.lookup = nanoseconds(json?["dns"])
        timings.connect = nanoseconds(json?["connect"])
        timings.secure = nanoseconds(json?["ssl"])
        timings.send = nanoseconds(json?["send"])
        timings.wait = nanoseconds(json?["wait"])
        timings.receive = nanoseconds(json?["receive"])
        return timings
    }

    /// nil for -1, which stands for a phase that did not occur.
    private static func nanoseconds(_ milliseconds: JSONValue?) -> Nanoseconds? {
        milliseconds?.number.flatMap { $0 >= 0 && $0 < 1e9 ? Nanoseconds(($0 * 1e6).rounded()) : nil }
    }

    private static func bytes(_ value: JSONValue?) -> Int? {
        value?.number.flatMap { Int(exactly: $0.rounded()) }
    }
}
