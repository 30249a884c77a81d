internal import CQUIC

/// The libraries that HTTP/3 needs: ngtcp2, nghttp3 and GnuTLS. They are loaded when somebody first asks.
package enum QUICLibrary {
    package static let isLoaded = netlab_quic_load() != 0

    /// What to do if they cannot be loaded.
    package static let missing =
        "HTTP/3 needs libngtcp2-16, libngtcp2-crypto-gnutls8 and libnghttp3-9, and one of them is not installed"
        + " (Debian 12 has them in bookworm-backports)"

    static func check() throws(HTTP3Error) {
        guard isLoaded else { throw .cannotMake(what: "an HTTP/3 connection", reason: missing) }
    }

    /// ngtcp2's text for one of its codes.
    static func reason(_ code: Int) -> String { String(cString: ngtcp2_strerror(Int32(clamping: code))) }

    /// Random bytes of GnuTLS's generator.
    static func randomBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = gnutls_rnd(GNUTLS_RND_RANDOM, &bytes, count)
        return bytes
    }
}
