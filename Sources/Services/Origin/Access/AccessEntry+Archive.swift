import Archives
import HTTP
import JSON
import LinuxIO
import Logs
import Wire

extension AccessEntry {
    /// The exchange as the server saw it, in the form of an archive. The server knows no name lookup and no
    /// connecting, and notes no fields of its responses.
    func archived(isEncrypted: Bool) -> ArchiveEntry {
        let host = fields?["Host"] ?? "localhost"
        let isWhole = log.target.hasPrefix("http://") || log.target.hasPrefix("https://")
        let base = isWhole ? "" : "\(isEncrypted ? "https" : "http")://\(host)"
        var request = ArchiveRequest(method: log.method, url: base + log.target)
        request.version = log.stream == nil ? version ?? "" : "HTTP/2"
        request.fields = fields.map { Array($0) } ?? []
        var response = ArchiveResponse(status: log.status)
        response.version = request.version
        response.headerBytes = log.headerBytes
        response.bodyBytes = log.bodyBytes
        var entry = ArchiveEntry(started: wall, request: request, response: response)
        entry.duration = duration
        entry.timings.send = log.requestLastByte - log.requestFirstByte
        entry.timings.wait = log.responseFirstByte.map { $0 - log.requestLastByte }
        if let first = log.responseFirstByte, let end { entry.timings.receive = end - first }
        entry.connection = client.description
        let cut: String? = end == nil ? "the response was cut short" : nil
        entry.details = ["kind": "served", "client": .string(client.description), "failure": cut.json]
        return entry
    }
}
