/// Makes an image's bytes from the response, for example by decrypting it, before they are shown or stored:
/// the caches hold the result under the origin's validator. Loads that modify content in different ways need
/// different keys.
public struct ContentModifier: Sendable {
    /// Returns the image's bytes; nil refuses the response, and the load fails with `unusable`. It gets
    /// complete, successful responses only.
    public var modified: @Sendable (Downloader.Answer) async -> [UInt8]?

    /// Makes a modifier from a closure.
    public init(_ modified: @escaping @Sendable (Downloader.Answer) async -> [UInt8]?) {
        self.modified = modified
    }
}
