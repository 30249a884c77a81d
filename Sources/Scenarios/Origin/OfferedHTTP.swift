/// A version of HTTP that the origin offers.
package enum OfferedHTTP: String, Hashable, Sendable, CaseIterable {
    case http3 = "h3"
    case http2 = "h2"
    case http11 = "http/1.1"
}
