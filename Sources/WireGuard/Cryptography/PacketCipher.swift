internal import COpenSSL
import Wire

/// ChaCha20-Poly1305 (RFC 8439) under one key, in one direction. The key is set once; each message changes only the
/// nonce. OpenSSL wipes the key when the cipher goes.
///
/// One thread at a time may use it.
final class PacketCipher {
    static let tagCount = 16

    enum Direction: Int32 {
        case opening = 0
        case sealing = 1
    }

    private let context: OpaquePointer

    init(_ direction: Direction, key: Bytes32) throws(CryptographyFault) {
        guard let context = EVP_CIPHER_CTX_new() else { throw .library }
        self.context = context
        let isReady = key.withBytes {
            EVP_CipherInit_ex(context, EVP_chacha20_poly1305(), nil, $0, nil, direction.rawValue) == 1
        }
        try CryptographyFault.check(isReady)
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Encrypts the bytes from `start` on where they are, but for the last 16, which become the tag. `told` is
    /// authenticated with them.
    func seal(
        _ message: inout [UInt8],
        from start: Int,
        _ nonce: PacketNonce,
        told: [UInt8] = []
    ) throws(CryptographyFault) {
        let length = message.count - start - Self.tagCount
        guard start >= 0, length >= 0, let count = Int32(exactly: length) else { throw .library }
        let context = self.context
        let isSealed = message.withUnsafeMutableBufferPointer { message in
            guard let bytes = message.baseAddress?.advanced(by: start) else { return false }
            var written: Int32 = 0
            return nonce.withBytes { EVP_EncryptInit_ex(context, nil, nil, nil, $0) == 1 }
                && (told.isEmpty
                    || EVP_EncryptUpdate(context, nil, &written, told, Int32(clamping: told.count)) == 1)
                && (length == 0 || EVP_EncryptUpdate(context, bytes, &written, bytes, count) == 1)
                && EVP_EncryptFinal_ex(context, bytes + length, &written) == 1
                && netlab_evp_tag(context, bytes + length, Int32(Self.tagCount)) == 1
        }
        try CryptographyFault.check(isSealed)
    }

    /// The content of a sealed message, whose last 16 bytes are the tag.
    func open(
        _ sealed: RawSpan,
        _ nonce: PacketNonce,
        told: [UInt8] = []
    ) throws(CryptographyFault) -> [UInt8] {
        let length = sealed.byteCount - Self.tagCount
        guard length >= 0, let count = Int32(exactly: length) else { throw .notAuthentic }
        let context = self.context
        var isOpened = false
        let content = [UInt8](unsafeUninitializedCapacity: max(length, 1)) { room, filled in
            isOpened = sealed.withUnsafeBytes { sealed in
                guard let bytes = sealed.bindMemory(to: UInt8.self).baseAddress, let room = room.baseAddress
                else { return false }
                // Setting the tag does not change it.
                let tag = UnsafeMutableRawPointer(mutating: bytes + length)
                var written: Int32 = 0
                return nonce.withBytes { EVP_DecryptInit_ex(context, nil, nil, nil, $0) == 1 }
                    && (told.isEmpty
                        || EVP_DecryptUpdate(context, nil, &written, told, Int32(clamping: told.count)) == 1)
                    && (length == 0 || EVP_DecryptUpdate(context, room, &written, bytes, count) == 1)
                    && netlab_evp_set_tag(context, tag, Int32(Self.tagCount)) == 1
                    && EVP_DecryptFinal_ex(context, room + length, &written) == 1
            }
            filled = isOpened ? length : 0
        }
        try CryptographyFault.check(isOpened, otherwise: .notAuthentic)
        return content
    }
}

extension PacketCipher {
    /// Seals one message under a key that seals no other.
    static func seal(
        _ content: [UInt8],
        key: Bytes32,
        _ nonce: PacketNonce = PacketNonce(counter: 0),
        told: [UInt8]
    ) throws(CryptographyFault) -> [UInt8] {
        var message = content + [UInt8](repeating: 0, count: tagCount)
        try PacketCipher(.sealing, key: key).seal(&message, from: 0, nonce, told: told)
        return message
    }

    /// Opens one message under a key that sealed no other.
    static func open(
        _ sealed: [UInt8],
        key: Bytes32,
        _ nonce: PacketNonce = PacketNonce(counter: 0),
        told: [UInt8]
    ) throws(CryptographyFault) -> [UInt8] {
        try PacketCipher(.opening, key: key).open(sealed.span.bytes, nonce, told: told)
    }
}
