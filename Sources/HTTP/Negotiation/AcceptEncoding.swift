/// The content codings that a client accepts.
package struct AcceptEncoding: Hashable, Sendable {
    /// The name of unencoded content.
    package static let identity = "identity"

    private let qualities: QualityList

    /// nil if there is no such field: the client accepts anything, but prefers nothing.
    package init?(_ fields: HTTPFields) {
        guard let qualities = QualityList(fields, "Accept-Encoding") else { return nil }
        self.qualities = qualities
    }

    /// Preference for a coding, in thousandths; nil if it is not acceptable. Unencoded content is acceptable
    /// without mention, but then less preferred than everything mentioned: 0.
    package func quality(of coding: String) -> Int? {
        let coding = Self.canonical(coding.lowercased())
        let stated =
            qualities.members.first { Self.canonical($0.value) == coding }
            ?? qualities.members.first { $0.value == "*" }
        guard let stated else { return coding == Self.identity ? 0 : nil }
        return stated.quality == 0 ? nil : stated.quality
    }

    /// The most preferred of the server's codings, the first among equals; nil if none is acceptable.
    package func choice(from codings: [String]) -> String? {
        var best: (coding: String, quality: Int)?
        for coding in codings {
            guard let quality = quality(of: coding), quality > best?.quality ?? -1 else { continue }
            best = (coding, quality)
        }
        return best?.coding
    }

    /// Two codings also have an older name.
    private static func canonical(_ coding: String) -> String {
        switch coding {
        case "x-gzip": "gzip"
        case "x-compress": "compress"
        default: coding
        }
    }
}
