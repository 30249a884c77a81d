package import Wire

/// A file that the origin serves: an image made to an exact size.
package struct OriginFile: Hashable, Sendable {
    package enum ImageKind: String, Hashable, Sendable, CaseIterable {
        case jpeg, png
    }

    /// As in a URL's path, without the leading slash.
    package var name: String
    package var image: ImageKind
    package var size: Int
    /// Its own delay before the first byte, in place of the origin's.
    package var delay: Nanoseconds?

    package init(name: String, image: ImageKind, size: Int, delay: Nanoseconds? = nil) {
        self.name = name
        self.image = image
        self.size = size
        self.delay = delay
    }
}
