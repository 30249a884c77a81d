internal import CCurl

/// The server that libcurl connects to for a URL.
struct AskedServer: Hashable {
    var scheme: String
    var host: String
    var port: String

    /// nil if libcurl refuses the URL.
    init?(_ url: String) {
        guard !url.utf8.contains(0), let address = curl_url() else { return nil }
        defer { curl_url_cleanup(address) }
        // As `curl_easy_perform` reads `CURLOPT_URL`.
        let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME)
        guard curl_url_set(address, CURLUPART_URL, url, flags) == CURLUE_OK else { return nil }
        func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(address, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text).lowercased()
        }
        guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST),
            let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
        else { return nil }
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }
}
