/// The formats of images that are made and read.
package enum ImageKind: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, webp, gif

    package var mediaType: String { "image/\(rawValue)" }

    /// The kind that a file name's extension indicates; nil if it indicates none.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "jpg" ? "jpeg" : ending)
    }
}
