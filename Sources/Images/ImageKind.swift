/// The image formats of this room.
package enum ImageKind: String, Hashable, Sendable, CaseIterable {
    case jpeg, png

    package var mediaType: String { "image/\(rawValue)" }
}
