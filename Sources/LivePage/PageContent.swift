/// The content of a message, for the page to show or to save.
package struct PageContent: Hashable, Sendable {
    package var bytes: [UInt8]
    /// What its sender says it is; foreign text.
    package var mediaType: String?

    package init(_ bytes: [UInt8], mediaType: String?) {
        self.bytes = bytes
        self.mediaType = mediaType
    }

    /// Types that browsers only draw. An SVG can hold scripts.
    private static let pictures: Set = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]

    /// The type under which the page gets it: a picture's, or one that no browser runs.
    var shownType: String {
        let type = mediaType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard let type, Self.pictures.contains(type) else { return "application/octet-stream" }
        return type
    }
}
