internal import COpenSSL

/// Why a cryptographic step gave nothing.
enum CryptographyFault: Error, Hashable, Sendable {
    /// The message was not sealed with this key, or was changed on the way.
    case notAuthentic
    /// A public key that makes a secret which anyone can guess.
    case weakKey
    /// OpenSSL failed: no memory, or no such algorithm in this build of it.
    case library

    /// Empties the thread's queue of OpenSSL's errors, by which other callers on this thread judge an outcome.
    static func check(_ isDone: Bool, otherwise fault: CryptographyFault = .library) throws(CryptographyFault)
    {
        guard !isDone else { return }
        ERR_clear_error()
        throw fault
    }
}
