internal import COpenSSL
import Wire

/// OpenSSL's queue of errors; each thread has its own.
enum LibraryErrors {
    /// Call this before anything that may fail: the library also judges an outcome by the queue.
    static func clear() {
        ERR_clear_error()
    }

    /// The library's text for the first error, which caused the others. Empties the queue.
    static func takeReason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        guard let words = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return String(cString: words)
    }

    /// The peer's alert, if that is the first error. The queue stays as it is.
    static var alert: TLSAlert? {
        let reason = Int(ERR_GET_REASON(ERR_peek_error())) - Int(SSL_AD_REASON_OFFSET)
        return UInt8(exactly: reason).map { TLSAlert(isFatal: true, number: $0) }
    }

    /// Returns what the library made, or throws the reason why it made nothing.
    static func made(_ what: String, _ pointer: OpaquePointer?) throws(TLSError) -> OpaquePointer {
        guard let pointer else { throw .cannotMake(what: what, reason: takeReason()) }
        return pointer
    }

    static func check(_ what: String, _ isDone: Bool) throws(TLSError) {
        guard isDone else { throw .cannotMake(what: what, reason: takeReason()) }
    }
}
