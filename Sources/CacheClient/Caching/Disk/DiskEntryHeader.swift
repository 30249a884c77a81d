internal import HTTP

/// The header of an entry's file, which describes the bytes that follow it.
///
/// Little-endian, 64 bytes: magic `NLCE`, version and status (2 bytes each); the moments of storing, of the
/// request and of the answer in nanoseconds since 1970, and the lifetime in nanoseconds, negative for the
/// cache's own, and the maximum for ever (8 each); lengths of key and fields (4 each) and body (8), checksum
/// (8). Then key, fields, body. The checksum covers everything except itself, so that any flipped bit is
/// detected.
package struct DiskEntryHeader {
    static let size = 64
    /// Maximum bytes of key and of fields: longer ones are not stored, and not accepted in a file.
    static let longestText = 1 << 17
    static let checksumOffset = 56

    private static let magic = Array("NLCE".utf8)
    private static let version: UInt16 = 2

    var status: UInt16
    var storedAt: Int64
    var requestedAt: Int64
    var respondedAt: Int64
    var lifetime: Lifetime
    var keyLength: Int
    var fieldsLength: Int
    var bodyLength: Int

    /// Encodes the part of a file before `image`'s bytes; nil if key or fields are too long to be stored.
    package static func encoded(
        _ image: CachedImage,
        key: String,
        storedAt: Int64,
        lifetime: Lifetime = .ofCache
    ) -> [UInt8]? {
        let fields = DiskEntryFields.encoded(image.head)
        guard key.utf8.count <= longestText, let fields, fields.count <= longestText else { return nil }
        let header = DiskEntryHeader(
            status: UInt16(clamping: image.head.status),
            storedAt: storedAt,
            requestedAt: image.head.requestedAt,
            respondedAt: image.head.respondedAt,
            lifetime: lifetime,
            keyLength: key.utf8.count,
            fieldsLength: fields.count,
            bodyLength: image.bytes.count
        )
        let fixed = header.fixed
        let texts = Array(key.utf8) + fields
        var start = fixed
        start.append(littleEndian: checksum(fixed: fixed, texts: texts, body: image.bytes))
        return start + texts
    }

    /// The header up to the checksum.
    private var fixed: [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(Self.size)
        bytes.append(littleEndian: Self.version)
        bytes.append(littleEndian: status)
        for moment in [storedAt, requestedAt, respondedAt, lifetime.number] {
            bytes.append(littleEndian: moment)
        }
        bytes.append(littleEndian: UInt32(keyLength))
        bytes.append(littleEndian: UInt32(fieldsLength))
        bytes.append(littleEndian: UInt64(bodyLength))
        return bytes
    }

    /// Chains the checksums, so that the parts need not be concatenated.
    static func checksum(fixed: [UInt8], texts: [UInt8], body: [UInt8]) -> UInt64 {
        Checksum.of(body, seed: Checksum.of(texts, seed: Checksum.of(fixed)))
    }
}

extension DiskEntryHeader {
    /// Decodes the first `size` bytes of a file of `fileSize` bytes; nil if it is not a whole entry of this
    /// version.
    init?(_ bytes: some Collection<UInt8>, fileSize: Int) {
        let bytes = Array(bytes)
        guard bytes.count == Self.size, bytes.starts(with: Self.magic),
            bytes.littleEndian(at: 4, as: UInt16.self) == Self.version
        else { return nil }
        status = bytes.littleEndian(at: 6, as: UInt16.self)
        storedAt = bytes.littleEndian(at: 8, as: Int64.self)
        requestedAt = bytes.littleEndian(at: 16, as: Int64.self)
        respondedAt = bytes.littleEndian(at: 24, as: Int64.self)
        lifetime = Lifetime(number: bytes.littleEndian(at: 32, as: Int64.self))
        keyLength = Int(bytes.littleEndian(at: 40, as: UInt32.self))
        fieldsLength = Int(bytes.littleEndian(at: 44, as: UInt32.self))
        guard keyLength <= Self.longestText, fieldsLength <= Self.longestText,
            let body = Int(exactly: bytes.littleEndian(at: 48, as: UInt64.self)),
            body == fileSize - Self.size - keyLength - fieldsLength
        else { return nil }
        bodyLength = body
    }

    /// Returns the entry if a file of `fileSize` bytes is whole, undamaged and of `key`.
    ///
    /// `next` returns the given number of bytes from the file, fewer if it ends earlier, or nil if reading
    /// fails. It is never asked for more than `fileSize` bytes in total.
    package static func entry(of key: String, fileSize: Int, next: (Int) -> [UInt8]?) -> DiskEntry? {
        guard let start = next(size), let header = DiskEntryHeader(start.prefix(size), fileSize: fileSize),
            let texts = next(header.keyLength + header.fieldsLength), texts.starts(with: key.utf8),
            key.utf8.count == header.keyLength, let body = next(header.bodyLength),
            checksum(fixed: Array(start.prefix(checksumOffset)), texts: texts, body: body)
                == start.littleEndian(at: checksumOffset, as: UInt64.self),
            let fields = DiskEntryFields.decoded(texts.dropFirst(header.keyLength))
        else { return nil }
        let head = CachedHead(
            status: Int(header.status),
            fields: fields.fields,
            varying: fields.varying,
            requestedAt: header.requestedAt,
            respondedAt: header.respondedAt
        )
        let image = CachedImage(bytes: body, head: head)
        return DiskEntry(image: image, storedAt: header.storedAt, lifetime: header.lifetime)
    }
}
