internal import CCurl
internal import COpenSSL
internal import Logs

/// What both ends of an encrypted connection negotiated.
struct ConnectionAgreement: Hashable {
    var encryption: EncryptionRecord
    /// The ALPN protocol, such as `h2`; nil if none was negotiated.
    var applicationProtocol: String?

    /// True if libcurl was built with OpenSSL and so exposes its sessions.
    static let exposesSessions = String(cString: curl_version()).contains("OpenSSL/")

    /// nil if the transfer's connection is not encrypted, or not by OpenSSL.
    init?(_ easy: UnsafeMutableRawPointer) {
        guard let session = netlab_curl_openssl_session(easy).map(OpaquePointer.init) else { return nil }
        encryption = EncryptionRecord(
            version: Self.version(SSL_version(session)),
            isResumed: SSL_session_reused(session) == 1
        )
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        applicationProtocol = name.map {
            String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
        }
    }

    private static func version(_ number: Int32) -> String {
        // TLS version on the wire: 3.1 is TLS 1.0.
        number >> 8 == 3 && number & 0xFF > 0 ? "1.\((number & 0xFF) - 1)" : "\(number)"
    }
}
