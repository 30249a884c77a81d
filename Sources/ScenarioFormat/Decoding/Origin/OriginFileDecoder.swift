import Scenarios
import Wire

/// One entry of `files:` -> the file's content and how it is answered.
struct OriginFileDecoder {
    static let contentKeys = ["image", "from", "json", "text"]

    let values: ValueReader
    let contents: ContentLoader

    /// Returns the file under its name even if the rest of it is wrong, so that steps that fetch it are
    /// valid.
    func decode(_ entry: YAMLEntry) -> OriginFile {
        var file = OriginFile(name: entry.key, content: .nothing)
        guard let section = Section(entry.value, entry.key, .file, values: values) else { return file }
        file.behaviour = BehaviourDecoder(section: section).behaviour
        if let content = content(section, entry) { file.content = content }
        return file
    }

    private func content(_ section: Section, _ entry: YAMLEntry) -> OriginFile.Content? {
        let said = (entry.value.entries ?? []).map(\.key).filter(Self.contentKeys.contains)
        for other in said.dropFirst() {
            section.log.report(
                "`\(said[0])` and `\(other)` together: a file has one content",
                at: section.keySpan(other)
            )
        }
        if let only = said.first, only != "image" {
            for key in MadeImageDecoder.keys where section.has(key) && !Self.contentKeys.contains(key) {
                section.log.report("`\(key)` belongs to an `image`", at: section.keySpan(key))
            }
        }
        switch said.first {
        case "from": return section["from"].flatMap(copied)
        case "json": return section["json"].map { .json(JSONContent($0)) }
        case "text": return section.value("text", .text).map { .text($0) }
        case nil where !section.has("size") && (section.has("status") || section.has("redirect")):
            return .nothing
        default:
            let decoder = MadeImageDecoder(section: section, name: entry.key, place: entry.keySpan)
            return decoder.image().map { .image($0) }
        }
    }

    private func copied(_ node: YAMLNode) -> OriginFile.Content? {
        guard let path = values.path(node, "from") else { return nil }
        do throws(ScenarioFileProblem) {
            return .file(path: path, bytes: try contents.bytes(path))
        } catch {
            values.log.report("\(path.quoted) cannot be read: \(error.message)", at: node.span)
            return nil
        }
    }
}
