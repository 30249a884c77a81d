import HTTP
import LinuxIO
import Serving

extension ServedResponse {
    /// A page of the proxy's own, which says what happened. `reason` is a proxy error type of RFC 9209.
    static func proxyPage(_ status: Int, _ text: String, reason: String? = nil) -> ServedResponse {
        var response = ServedResponse.text(status, "netlab proxy: \(text)\n")
        response.head.fields.append("Via", "1.1 netlab")
        if let reason { response.head.fields.append("Proxy-Status", "netlab; error=\(reason)") }
        return response.dated()
    }

    /// The same with the time of now, unless it states one or is no response (RFC 9110, 6.6.1).
    func dated() -> ServedResponse {
        guard framing != .bare, !head.fields.has("Date") else { return self }
        var response = self
        let now = HTTPDate(secondsSince1970: RunClock.wall() / 1_000_000_000)
        response.head.fields.append("Date", now.description)
        return response
    }
}
