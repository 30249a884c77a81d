/// A compression of bodies, by its name in `Content-Encoding`.
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case gzip, br
}
