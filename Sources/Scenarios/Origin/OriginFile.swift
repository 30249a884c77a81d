package import Wire

/// A file that the origin serves, and how.
package struct OriginFile: Hashable, Sendable {
    package enum ImageKind: String, Hashable, Sendable, CaseIterable {
        case jpeg, png, webp, gif
    }

    /// An image made to an exact size.
    package struct Image: Hashable, Sendable {
        package var kind: ImageKind
        package var size: Int
        /// nil: as many as whoever makes it takes for the size.
        package var pixels: PixelSize?
        /// Of a JPEG: first the whole picture coarsely, then finer and finer.
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
        /// The bytes of a file beside the scenario's.
        case file(path: String, bytes: [UInt8])
        /// Nothing: of a file that is no more than its status.
        case nothing
    }

    /// As in a URL's path, without the leading slash.
    package var name: String
    package var content: Content
    /// What it says itself.
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

    /// Of the body, in bytes, where it is not compressed.
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
