package import JSON
import Wire

extension RedirectHop {
    /// nil if the address, the status or the location is missing.
    package init?(json: JSONValue) {
        guard let url = json["url"]?.text, let status = json["status"]?.int,
            let location = json["location"]?.text
        else { return nil }
        self.init(
            url: url,
            status: status,
            location: location,
            request: json["requestNs"]?.instant,
            firstByte: json["firstByteNs"]?.instant,
            lastByte: json["lastByteNs"]?.instant,
            clientPort: json["clientPort"]?.int64.flatMap(UInt16.init(exactly:))
        )
    }
}
