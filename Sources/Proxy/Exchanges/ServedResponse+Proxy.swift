import HTTP
import Serving

extension ServedResponse {
    /// A page of the proxy's own, which says what happened. `reason` is a proxy error type of RFC 9209.
    static func proxyPage(_ status: Int, _ text: String, reason: String? = nil) -> ServedResponse {
        var response = ServedResponse.text(status, "netlab proxy: \(text)\n")
        response.head.fields.append("Via", "1.1 netlab")
        if let reason { response.head.fields.append("Proxy-Status", "netlab; error=\(reason)") }
        return response
    }
}
