/// A target that its owner makes readable until a moment:
/// `/a.jpg?w=300&expires=1700000000&signature=0f3a...`.
///
/// The signature is a keyed digest, such as HMAC-SHA256, of everything before it. It comes last, so text
/// appended to it invalidates it. The room has no cryptography: the caller supplies the digest.
package enum SignedTarget {
    package enum Verdict: Hashable, Sendable {
        case valid
        /// Signed correctly, but expired.
        case expired
        /// Not the owner's: changed, signed with another key, or malformed.
        case forged
        /// There is no signature.
        case unsigned
    }

    /// `target` with the two items that make it valid until `expires`, that second not included.
    package static func signing(
        _ target: String,
        until expires: HTTPDate,
        digest: ([UInt8]) -> [UInt8]
    ) -> String {
        let message = "\(target)\(target.contains("?") ? "&" : "?")expires=\(expires.secondsSince1970)"
        return "\(message)\(mark)\(hexadecimal(digest(Array(message.utf8))))"
    }

    /// Validity of a target at a moment. A forged target is reported as forged even if it is also expired.
    package static func verdict(
        on target: String,
        now: HTTPDate,
        digest: ([UInt8]) -> [UInt8]
    ) -> Verdict {
        guard let items = QueryItems(target: target) else { return .forged }
        guard items.items.contains(where: { $0.name == "signature" }) else { return .unsigned }
        let expiries = items.values("expires")
        guard let place = target.ranges(of: mark).last, items.values("signature").count == 1,
            expiries.count == 1,
            let expires = HTTPText.number(ArraySlice(expiries[0].utf8))
        else { return .forged }
        let message = Array(target[..<place.lowerBound].utf8)
        let expected = Array(hexadecimal(digest(message)).utf8)
        guard ConstantTime.isEqual(Array(target[place.upperBound...].utf8), expected) else { return .forged }
        return now.secondsSince1970 < Int64(expires) ? .valid : .expired
    }

    private static let mark = "&signature="

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
