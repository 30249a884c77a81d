import Fixtures
import Scenarios

/// An origin written as the lines of a mapping.
struct OriginYAML {
    private let origin: OriginSettings

    init(_ origin: OriginSettings) {
        self.origin = origin
    }

    func lines(indent: String) -> [String] {
        let http = origin.http.map(\.rawValue).joined(separator: ", ")
        let machine = ["tls: \(encryption)", "http: [\(http)]", "congestion: \(origin.congestion.rawValue)"]
        let window = origin.initialWindow.map { ["initialWindow: \($0)"] } ?? []
        return (machine + window + answers).map { indent + $0 }
    }

    /// Hosts by name, as `origins:`; empty if there are none.
    static func lines(_ origins: [NamedOrigin]) -> [String] {
        guard !origins.isEmpty else { return [] }
        return ["origins:"]
            + origins.flatMap { origin in
                ["  \(origin.host.quotedForYAML):"] + OriginYAML(origin.settings).answers.map { "    " + $0 }
            }
    }

    private var answers: [String] {
        var lines = BehaviourYAML(origin.behaviour).fields
        if !origin.paths.isEmpty {
            lines.append("paths:")
            lines += origin.paths.map { path in
                "  \(path.pattern.quotedForYAML): \(Self.mapping(BehaviourYAML(path.behaviour).fields))"
            }
        }
        if origin.files.isEmpty { return lines }
        lines.append("files:")
        return lines
            + origin.files.map { file in
                "  \(file.name.quotedForYAML): \(Self.mapping(content(file) + BehaviourYAML(file.behaviour).fields))"
            }
    }

    private var encryption: String {
        guard let encryption = origin.encryption else { return "false" }
        guard encryption != OriginEncryption() else { return "true" }
        let version = encryption.version.map { ["version: \($0.rawValue)"] } ?? []
        return Self.mapping(
            version + [
                "certificate: \(encryption.certificate.rawValue)", "resumption: \(encryption.resumes)",
            ]
        )
    }

    private func content(_ file: OriginFile) -> [String] {
        switch file.content {
        case .image(let image):
            ["image: \(image.kind.rawValue)", "size: \(image.size) B"]
                + (image.pixels.map { ["pixels: \($0)"] } ?? [])
                + (image.isProgressive ? ["progressive: true"] : [])
        case .text(let text): ["text: \(text.quotedForYAML)"]
        case .json(let json): ["json: \(json.text)"]
        case .file(let path, _): ["from: \(path.quotedForYAML)"]
        case .nothing: []
        }
    }

    private static func mapping(_ fields: [String]) -> String {
        fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    }
}
