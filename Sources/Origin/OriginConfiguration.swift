package import Images
package import Wire

/// What an origin serves and how.
package struct OriginConfiguration: Hashable, Sendable {
    package enum Validators: String, Hashable, Sendable, CaseIterable {
        case strong, weak, none
    }

    package struct File: Hashable, Sendable {
        /// As in a URL's path, without the leading slash.
        package var name: String
        package var kind: ImageKind
        package var size: Int
        /// nil: as many as usual for the size.
        package var pixels: PixelSize?
        package var isProgressive: Bool
        /// In place of the origin's own.
        package var delay: Nanoseconds?

        package init(
            name: String,
            kind: ImageKind,
            size: Int,
            pixels: PixelSize? = nil,
            isProgressive: Bool = false,
            delay: Nanoseconds? = nil
        ) {
            self.name = name
            self.kind = kind
            self.size = size
            self.pixels = pixels
            self.isProgressive = isProgressive
            self.delay = delay
        }
    }

    /// Of every image that names no seed of its own.
    package var seed: UInt64
    package var files: [File]
    package var validators: Validators
    /// From a request's last byte to its response's first.
    package var delay: Nanoseconds

    package init(
        seed: UInt64,
        files: [File] = [],
        validators: Validators = .strong,
        delay: Nanoseconds = 0
    ) {
        self.seed = seed
        self.files = files
        self.validators = validators
        self.delay = delay
    }
}
