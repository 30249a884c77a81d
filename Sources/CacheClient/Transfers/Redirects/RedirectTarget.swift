internal import CCurl

/// Resolves a `Location` against the address that sent it (RFC 3986, 5), by libcurl's URL parser.
package enum RedirectTarget {
    /// The absolute URL without a fragment, which is never sent; nil if it cannot be resolved.
    package static func resolve(_ location: String, from base: String) -> String? {
        guard let address = curl_url() else { return nil }
        defer { curl_url_cleanup(address) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_set(address, CURLUPART_URL, base, 0) == CURLUE_OK,
            curl_url_set(address, CURLUPART_URL, location, flags) == CURLUE_OK,
            curl_url_set(address, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
            curl_url_get(address, CURLUPART_URL, &text, 0) == CURLUE_OK, let text
        else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
