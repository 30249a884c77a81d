internal import COpenSSL

/// A BIO over memory: bytes go in at one end and out at the other.
struct MemoryBuffer: ~Copyable {
    /// For the library's calls. Borrowed, unless `release` gave it away.
    let raw: OpaquePointer

    init() throws(TLSError) {
        raw = try LibraryErrors.made("a buffer", BIO_new(BIO_s_mem()))
    }

    deinit {
        BIO_free(raw)
    }

    /// Gives the BIO to the caller that takes the pointer.
    consuming func release() -> OpaquePointer {
        let raw = self.raw
        discard self
        return raw
    }

    func append(_ text: String) throws(TLSError) {
        var text = text
        let count = text.withUTF8 { BIO_write(raw, $0.baseAddress, Int32(clamping: $0.count)) }
        // Fails only if no memory is left, or for empty text, which is not written.
        guard text.isEmpty || count == text.utf8.count else {
            throw .cannotMake(what: "a buffer", reason: "out of memory")
        }
    }

    var text: String {
        var count = 0
        let bytes = netlab_bio_bytes(raw, &count)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
