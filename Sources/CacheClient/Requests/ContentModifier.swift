/// Makes an image's bytes of what came for it, such as by deciphering it, before anybody sees or keeps it: what it makes is
/// what the caches hold under the origin's validator. Loads that have their content modified in different ways need keys of
/// their own.
public struct ContentModifier: Sendable {
    /// Answers the image's bytes; nil refuses what came, which is `unusable`. It is handed a success, whole.
    public var modified: @Sendable (Downloader.Answer) async -> [UInt8]?

    /// A modifier by what it does.
    public init(_ modified: @escaping @Sendable (Downloader.Answer) async -> [UInt8]?) {
        self.modified = modified
    }
}
