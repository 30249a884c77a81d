internal import COpenSSL

/// OpenSSL's queue of errors, of which every thread has its own.
enum LibraryErrors {
    /// To be called before what may fail: the library judges an outcome by the queue too.
    static func clear() {
        ERR_clear_error()
    }

    /// The library's words for the first of the errors, which is the cause of the others. Empties the queue.
    static func takeReason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        guard let words = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return String(cString: words)
    }

    /// What the library made, or why it made nothing.
    static func made(_ what: String, _ pointer: OpaquePointer?) throws(TLSError) -> OpaquePointer {
        guard let pointer else { throw .cannotMake(what: what, reason: takeReason()) }
        return pointer
    }

    static func check(_ what: String, _ isDone: Bool) throws(TLSError) {
        guard isDone else { throw .cannotMake(what: what, reason: takeReason()) }
    }
}
