internal import CCurl
internal import COpenSSL

/// TLS sessions that later connections may resume; libcurl keeps the newest few. Every transfer that uses it
/// retains it. It belongs to the loop's thread alone.
final class SessionCache {
    private let share: UnsafeMutableRawPointer?

    init() {
        share = netlab_curl_new_share()
    }

    /// Makes the handle's connections resume sessions from the cache and store theirs in it; nil detaches the
    /// cache.
    static func serve(_ easy: UnsafeMutableRawPointer, _ sessions: SessionCache?) {
        netlab_curl_set_share(easy, sessions?.share)
    }

    /// Makes the handle's connections leave sessions that can be resumed.
    static func keepSessions(_ easy: UnsafeMutableRawPointer) {
        guard ConnectionAgreement.exposesSessions else { return }
        // libcurl 7.88 closes HTTP/2 connections without TLS's close_notify, so their sessions could not be
        // resumed.
        netlab_curl_set_tls_context(easy) { _, context, _ in
            context.map { netlab_ssl_keep_copies(OpaquePointer($0)) }
            return CURLE_OK
        }
    }

    deinit {
        curl_share_cleanup(share)
    }
}
