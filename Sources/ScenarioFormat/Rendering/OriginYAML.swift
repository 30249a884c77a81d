import Fixtures
import Scenarios

/// An origin written as the lines of a mapping.
struct OriginYAML {
    private let origin: OriginSettings

    init(_ origin: OriginSettings) {
        self.origin = origin
    }

    func lines(indent: String) -> [String] {
        (origin.fields + answers).map { indent + $0 }
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
        var lines = origin.behaviour.fields
        if !origin.paths.isEmpty {
            lines.append("paths:")
            lines += origin.paths.map { path in
                "  \(path.pattern.quotedForYAML): \(KeyWriter.mapping(path.behaviour.fields))"
            }
        }
        if origin.files.isEmpty { return lines }
        lines.append("files:")
        return lines
            + origin.files.map { file in
                "  \(file.name.quotedForYAML): \(KeyWriter.mapping(content(file) + file.behaviour.fields))"
            }
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
}
