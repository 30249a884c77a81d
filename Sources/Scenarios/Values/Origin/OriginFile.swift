package import Wire

/// A file that the origin serves, and how.
package struct OriginFile: Hashable, Sendable {
    package enum ImageKind: String, Hashable, Sendable, CaseIterable {
        case jpeg, png
    }

    /// An image made to an exact size.
    package struct Image: Hashable, Sendable {
        package var kind: ImageKind
        package var size: Int

        package init(_ kind: ImageKind, size: Int) {
            self.kind = kind
            self.size = size
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

    package init(name: String, image: ImageKind, size: Int, delay: Nanoseconds? = nil) {
        self.init(name: name, content: .image(Image(image, size: size)))
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
