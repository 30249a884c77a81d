package import Wire

/// A file that the origin serves: an image made to an exact size.
package struct OriginFile: Hashable, Sendable {
    package enum ImageKind: String, Hashable, Sendable, CaseIterable {
        case jpeg, png, webp, gif
    }

    /// As in a URL's path, without the leading slash.
    package var name: String
    package var image: ImageKind
    package var size: Int
    /// nil: as many as whoever makes it takes for the size.
    package var pixels: PixelSize?
    /// Of a JPEG: first the whole picture coarsely, then finer and finer.
    package var isProgressive: Bool
    /// Its own delay before the first byte, in place of the origin's.
    package var delay: Nanoseconds?

    package init(
        name: String,
        image: ImageKind,
        size: Int,
        pixels: PixelSize? = nil,
        isProgressive: Bool = false,
        delay: Nanoseconds? = nil
    ) {
        self.name = name
        self.image = image
        self.size = size
        self.pixels = pixels
        self.isProgressive = isProgressive
        self.delay = delay
    }
}
