/// The beginning of an entry's file, which says everything about the bytes that follow it.
///
/// Little-endian: magic `NLCE`, version and status (2 bytes each), stored-at in nanoseconds since 1970 (8), lengths of key
/// (4), validator (4, all ones where there is none) and body (8), checksum (8); then key, validator, body. The checksum
/// covers all of it but itself, so that any flipped bit is found.
package struct DiskEntryHeader {
    static let size = 40
    /// Keys and validators longer than this are not stored, and never believed in a file.
    static let longestText = 1 << 16

    private static let magic = Array("NLCE".utf8)
    private static let version: UInt16 = 1
    private static let checksumOffset = 32
    private static let noValidator = UInt32.max

    var status: UInt16
    var storedAt: Int64
    var key: [UInt8]
    var etag: [UInt8]?

    package init(status: UInt16, storedAt: Int64, key: [UInt8], etag: [UInt8]?) {
        self.status = status
        self.storedAt = storedAt
        self.key = key
        self.etag = etag
    }

    /// The header's bytes, ready to be followed by the body.
    package func encoded(body: [UInt8]) -> [UInt8] {
        var fixed = Self.magic
        fixed.append(littleEndian: Self.version)
        fixed.append(littleEndian: status)
        fixed.append(littleEndian: storedAt)
        fixed.append(littleEndian: UInt32(key.count))
        fixed.append(littleEndian: etag.map { UInt32($0.count) } ?? Self.noValidator)
        fixed.append(littleEndian: UInt64(body.count))
        let texts = key + (etag ?? [])
        let sum = Self.checksum(fixed: fixed, texts: texts, body: body)
        fixed.append(littleEndian: sum)
        return fixed + texts
    }

    /// What the first `size` bytes of a file of `fileSize` bytes say; nil where it is no whole entry of this version.
    struct Fixed {
        var keyLength: Int
        var etagLength: Int?
        var bodyLength: Int
        var checksum: UInt64
        /// All before the checksum.
        private var covered: [UInt8]

        init?(_ bytes: [UInt8], fileSize: Int) {
            guard bytes.count == DiskEntryHeader.size, Array(bytes[0..<4]) == DiskEntryHeader.magic,
                bytes.littleEndian(at: 4, as: UInt16.self) == DiskEntryHeader.version
            else { return nil }
            let key = Int(bytes.littleEndian(at: 16, as: UInt32.self))
            let rawEtag = bytes.littleEndian(at: 20, as: UInt32.self)
            let etag = rawEtag == DiskEntryHeader.noValidator ? nil : Int(rawEtag)
            guard key <= DiskEntryHeader.longestText, (etag ?? 0) <= DiskEntryHeader.longestText,
                let body = Int(exactly: bytes.littleEndian(at: 24, as: UInt64.self)),
                body == fileSize - DiskEntryHeader.size - key - (etag ?? 0)
            else { return nil }
            keyLength = key
            etagLength = etag
            bodyLength = body
            checksum = bytes.littleEndian(at: DiskEntryHeader.checksumOffset, as: UInt64.self)
            covered = Array(bytes[..<DiskEntryHeader.checksumOffset])
        }

        /// The length of key and validator, which follow.
        var textsLength: Int { keyLength + (etagLength ?? 0) }

        func matches(texts: [UInt8], body: [UInt8]) -> Bool {
            DiskEntryHeader.checksum(fixed: covered, texts: texts, body: body) == checksum
        }
    }

    /// The image, where a file of `fileSize` bytes is a whole and undamaged entry of `key`.
    ///
    /// `next` answers the file's next so many bytes, fewer where it ends before, or nil where they cannot be read. It is
    /// never asked for more than the file is said to have.
    package static func image(of key: String, fileSize: Int, next: (Int) -> [UInt8]?) -> CachedImage? {
        guard let start = next(size), let fixed = Fixed(start, fileSize: fileSize),
            let texts = next(fixed.textsLength), texts.starts(with: key.utf8),
            key.utf8.count == fixed.keyLength, let body = next(fixed.bodyLength),
            fixed.matches(texts: texts, body: body)
        else { return nil }
        let etag = fixed.etagLength.map { String(decoding: texts.suffix($0), as: UTF8.self) }
        return CachedImage(bytes: body, etag: etag)
    }

    private static func checksum(fixed: [UInt8], texts: [UInt8], body: [UInt8]) -> UInt64 {
        Checksum.of(body, seed: Checksum.of(texts, seed: Checksum.of(fixed)))
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate func littleEndian<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
        withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
    }
}
