package import Fixtures
package import Wire

/// A file that the origin serves, and how it answers for it.
package struct OriginFile: Hashable, Sendable {
    /// An image made to an exact size.
    package struct Image: Hashable, Sendable {
        package var kind: ImageKind
        package var size: Int
        /// nil lets the maker choose pixels that suit the size.
        package var pixels: PixelSize?
        /// For JPEG: first the whole picture coarsely, then in finer and finer scans.
        package var isProgressive: Bool

        package init(_ kind: ImageKind, size: Int, pixels: PixelSize? = nil, isProgressive: Bool = false) {
            self.kind = kind
            self.size = size
            self.pixels = pixels
            self.isProgressive = isProgressive
        }
    }

    package enum Content: Hashable, Sendable {
        case image(Image)
        case text(String)
        case json(JSONContent)
        /// The bytes of a file named by the scenario, with a path relative to the scenario's file.
        case file(path: String, bytes: [UInt8])
        /// No content, for a file that only has a status.
        case nothing
    }

    /// Path in the URL, without the leading slash.
    package var name: String
    package var content: Content
    /// The file's own settings.
    package var behaviour: ResponseBehaviour

    package init(name: String, content: Content, behaviour: ResponseBehaviour = ResponseBehaviour()) {
        self.name = name
        self.content = content
        self.behaviour = behaviour
    }

    package init(
        name: String,
        image: ImageKind,
        size: Int,
        pixels: PixelSize? = nil,
        isProgressive: Bool = false,
        delay: Nanoseconds? = nil
    ) {
        let image = Image(image, size: size, pixels: pixels, isProgressive: isProgressive)
        self.init(name: name, content: .image(image))
        if let delay { behaviour.delay = .value(.fixed(delay)) }
    }

    /// Size of the uncompressed body in bytes.
    package var size: Int {
        switch content {
        case .image(let image): image.size
        case .text(let text): text.utf8.count
        case .json(let json): json.text.utf8.count
        case .file(_, let bytes): bytes.count
        case .nothing: 0
        }
    }
}
