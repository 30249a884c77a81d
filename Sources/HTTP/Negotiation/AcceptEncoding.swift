/// The content codings that a client takes.
package struct AcceptEncoding: Hashable, Sendable {
    /// What stands for bytes as they are.
    package static let identity = "identity"

    private let qualities: QualityList

    /// nil where there is no such field: the client takes anything, but prefers nothing.
    package init?(_ fields: HTTPFields) {
        guard let qualities = QualityList(fields, "Accept-Encoding") else { return nil }
        self.qualities = qualities
    }

    /// How welcome a coding is, in thousandths; nil where it is not acceptable. Bytes as they are need no mention to
    /// be acceptable, but are then less welcome than all that is mentioned: 0.
    package func quality(of coding: String) -> Int? {
        let coding = Self.canonical(coding.lowercased())
        let stated =
            qualities.members.first { Self.canonical($0.value) == coding }
            ?? qualities.members.first { $0.value == "*" }
        guard let stated else { return coding == Self.identity ? 0 : nil }
        return stated.quality == 0 ? nil : stated.quality
    }

    /// The most welcome of the codings that the server has, the first among equals; nil where it has none that is
    /// acceptable.
    package func choice(from codings: [String]) -> String? {
        var best: (coding: String, quality: Int)?
        for coding in codings {
            guard let quality = quality(of: coding), quality > best?.quality ?? -1 else { continue }
            best = (coding, quality)
        }
        return best?.coding
    }

    /// Two codings have an older name, too.
    private static func canonical(_ coding: String) -> String {
        switch coding {
        case "x-gzip": "gzip"
        case "x-compress": "compress"
        default: coding
        }
    }
}
