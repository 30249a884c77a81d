internal import CCurl
internal import COpenSSL

/// TLS sessions that later connections may resume: libcurl keeps the newest few. Every transfer that uses it
/// holds it. It belongs to the loop's thread alone.
final class SessionCache {
    private let share: UnsafeMutableRawPointer?

    init() {
        share = netlab_curl_new_share()
    }

    /// Has the handle's connections take up sessions from there, and leave their own; nil is from nowhere.
    static func serve(_ easy: UnsafeMutableRawPointer, _ sessions: SessionCache?) {
        netlab_curl_set_share(easy, sessions?.share)
    }

    /// Has the handle's connections leave sessions that can be taken up.
    static func keepSessions(_ easy: UnsafeMutableRawPointer) {
        guard ConnectionAgreement.isTold else { return }
        // libcurl 7.88 ends connections of HTTP/2 without TLS's farewell: their sessions could not be taken up.
        netlab_curl_set_tls_context(easy) { _, context, _ in
            context.map { netlab_ssl_keep_copies(OpaquePointer($0)) }
            return CURLE_OK
        }
    }

    deinit {
        curl_share_cleanup(share)
    }
}
