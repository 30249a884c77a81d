import Compression
import Fixtures
import HTTP
import Scenarios

/// Makes the content of each version of a file.
struct FileContent {
    private let file: OriginFile
    private let behaviour: ResponseBehaviour
    private let seed: UInt64
    /// nil if there is nothing to draw images with.
    private let drawing: (any FixtureDrawing)?

    init(
        _ file: OriginFile,
        _ behaviour: ResponseBehaviour,
        seed: UInt64,
        drawing: (any FixtureDrawing)?
    ) {
        self.file = file
        self.behaviour = behaviour
        self.seed = seed
        self.drawing = drawing
    }

    func resource(version: Int) throws(OriginError) -> Resource {
        // A file that changes only its date keeps its bytes.
        let version = behaviour.lastModified.value?.skew == nil ? version : 1
        var resource: Resource
        switch file.content {
        case .image(let image): resource = try made(image, version: version)
        case .text(let text): resource = try copied(Array(text.utf8), MediaType.text, version: version)
        case .json(let json): resource = try copied(Array(json.text.utf8), MediaType.json, version: version)
        case .file(_, let bytes):
            let name = file.name.split(separator: "/").last ?? ""
            resource = try copied(bytes, MediaType.of(Array(name.utf8)), version: version)
        case .nothing: resource = Resource([], mediaType: nil)
        }
        return resource
    }

    private func made(_ image: OriginFile.Image, version: Int) throws(OriginError) -> Resource {
        guard let drawing else { throw .undrawn(file: file.name) }
        do throws(ImageError) {
            let shape = try FixtureShape(
                image.kind,
                bytes: image.size,
                pixels: image.pixels,
                isProgressive: image.isProgressive
            )
            let bytes = try drawing.draw(shape, seed: seed, name: file.name, version: version) { true }
            return Resource(bytes, shape.kind)
        } catch {
            throw .image(file: file.name, error)
        }
    }

    /// Each later version has one more line feed at its end, which does not change the meaning of text, JSON
    /// and most formats.
    private func copied(_ bytes: [UInt8], _ type: String, version: Int) throws(OriginError) -> Resource {
        let bytes = bytes + [UInt8](repeating: UInt8(ascii: "\n"), count: version - 1)
        var resource = Resource(bytes, mediaType: type)
        if MediaType.isCompressible(type) { resource.variants = try variants(of: bytes) }
        return resource
    }

    private func variants(of body: [UInt8]) throws(OriginError) -> [Resource.Variant] {
        var variants: [Resource.Variant] = []
        do throws(CompressionError) {
            for coding in behaviour.compress.value ?? [] {
                let bytes =
                    switch coding {
                    case .gzip: try Gzip.compress(body)
                    case .br: try Brotli.compress(body)
                    }
                variants.append(Resource.Variant(coding: coding, body: bytes))
            }
            return variants
        } catch {
            throw .compression(file: file.name, error)
        }
    }
}
