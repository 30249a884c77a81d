/// Distinguish one state of a resource from another.
package struct Validators: Hashable, Sendable {
    package var tag: EntityTag?
    package var lastModified: HTTPDate?

    package init(tag: EntityTag? = nil, lastModified: HTTPDate? = nil) {
        self.tag = tag
        self.lastModified = lastModified
    }
}
