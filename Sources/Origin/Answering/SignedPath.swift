package import HTTP
package import Scenarios
import TLS
import Wire

/// URLs with a limited lifetime, signed by the origin's owner.
package struct SignedPath {
    private let signing: URLSigning

    package init(_ signing: URLSigning) {
        self.signing = signing
    }

    /// The target for `path`, which begins with a slash, valid from `now` on for the signing's lifetime.
    package func target(_ path: String, now: HTTPDate) -> String {
        let end = now.secondsSince1970 + signing.lifetime / 1_000_000_000
        return SignedTarget.signing(path, until: HTTPDate(secondsSince1970: end), digest: digest)
    }

    func verdict(on target: String, now: HTTPDate) -> SignedTarget.Verdict {
        SignedTarget.verdict(on: target, now: now, digest: digest)
    }

    private func digest(_ message: [UInt8]) -> [UInt8] {
        KeyedDigest.sha256(message, key: Array(signing.key.utf8))
    }
}
