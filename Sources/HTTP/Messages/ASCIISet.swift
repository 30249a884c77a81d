/// A set of ASCII characters with a lookup in constant time.
struct ASCIISet: Sendable {
    /// One bit for each character: from 0 on, and from 64 on.
    let lower: UInt64
    let upper: UInt64

    /// Characters of tokens: letters, digits and ``!#$%&'*+-.^_`|~``.
    static let token = ASCIISet(lower: 0x03FF_6CFA_0000_0000, upper: 0x57FF_FFFF_C7FF_FFFE)
    /// Characters of host names: unreserved characters, escapes and delimiters, that is letters, digits and
    /// `!$%&'()*+,-.;=_~`.
    static let hostName = ASCIISet(lower: 0x2BFF_7FF2_0000_0000, upper: 0x47FF_FFFE_87FF_FFFE)

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        return (byte < 64 ? lower : upper) &>> UInt64(byte & 63) & 1 != 0
    }
}
