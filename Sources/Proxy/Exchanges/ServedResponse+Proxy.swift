import HTTP
import Serving

extension ServedResponse {
    /// A page of the proxy's own, which says what happened.
    static func proxyPage(_ status: Int, _ text: String) -> ServedResponse {
        var response = ServedResponse.text(status, "netlab proxy: \(text)\n")
        response.head.fields.append("Via", "1.1 netlab")
        return response
    }
}
