import Archives
import Figures
import JSON
import Wire

extension ArchiveEntry {
    /// What netlab's archives tell besides, under the same names as a row.
    private static let extraKeys = [
        "kind", "keptAlive", "retries", "upstreamProxy", "tlsVersion", "tlsCipher", "tlsResumed", "failure",
        "run", "step", "source", "isWhole", "messages", "messagesSent", "messageBytesSent",
        "messagesReceived",
        "messageBytesReceived",
    ]
    /// A proxy's archives tell these exactly, where the format has only phases that add up.
    private static let phases = [
        "nameNs", "connectNs", "tunnelNs", "tlsNs", "requestNs", "latencyNs", "responseNs", "heldNs",
        "lineNs",
    ]

    /// The entry as a row of the page. `origin` is the session's start, in nanoseconds since 1970.
    func row(_ number: Int, from origin: Int64) -> [UInt8] {
        let secure = timings.secure ?? 0
        let begin = (started ?? origin) - origin
        let end = begin + (duration ?? timings.total)
        // A proxy waits for people, browsers and the client of a run for a free connection.
        let isOfRun = details?["transfer"] != nil
        let (held, blocked) = details == nil || isOfRun ? (nil, timings.blocked) : (timings.blocked, nil)
        let row: JSONValue = [
            "number": number.json, "at": started.map { TimestampFormat.text($0) }.json,
            "client": (details?["client"]?.text ?? connection).json, "method": request.method.json,
            "url": request.url.json, "status": response.status == 0 ? nil : response.status.json,
            "clientProtocol": request.version.json, "contentType": response.mediaType.json,
            "contentEncoding": response.fields.value(of: "content-encoding").json,
            "serverAddress": serverAddress.json, "cache": isFromCache ? "hit" : nil,
            "requestHeadBytes": request.headerBytes.json, "requestBodyBytes": request.bodyBytes.json,
            "responseHeadBytes": response.headerBytes.json, "responseBodyBytes": response.bodyBytes.json,
            "requestFirstByteNs": begin.json, "serverLastByteNs": end.json,
            "serverFirstByteNs": (end - (timings.receive ?? 0)).json,
            "durationNs": (duration ?? timings.total).json, "blockedNs": blocked.json, "heldNs": held.json,
            "nameNs": timings.lookup.json, "connectNs": timings.connect.map { $0 - secure }.json,
            "tlsNs": timings.secure.json, "requestNs": timings.send.json, "latencyNs": timings.wait.json,
            "responseNs": timings.receive.json, "responseBitsPerSecond": rate.json,
        ]
        guard case .object(var members) = row else { return [] }
        let isExact = details?["lineNs"] != nil
        if isExact { members.removeAll { Self.phases.contains($0.key) } }
        for key in Self.extraKeys + (isExact ? Self.phases : []) {
            if let value = details?[key] { members.append(JSONValue.Member(key: key, value: value)) }
        }
        if isOfRun, let error = details?["error"] {
            members.append(JSONValue.Member(key: "failure", value: error))
        }
        return Array(JSONValue.object(members).line.utf8)
    }

    private var rate: Int64? {
        guard let bytes = response.bodyBytes, let time = timings.receive, time > 0 else { return nil }
        return Int64(Double(bytes) * 8e9 / Double(time))
    }
}
